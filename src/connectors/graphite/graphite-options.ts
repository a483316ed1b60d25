import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const graphiteConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string' },
    username: { type: 'string' },
    password: { type: 'string' },
    verify: { type: 'boolean', title: 'Verify SSL certificate' },
  },
  required: ['url'],
  secret: ['password'],
  sent_to: { password: ['url'] },
}

export interface GraphiteOptions {
  url: string
  verify: boolean
  headers: Record<string, string>
}

/** The options, or a message that names the wrong one. */
export function readGraphiteOptions(options: ConnectorOptions): GraphiteOptions | Phrase {
  const url = text(options.url).trim()
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return phrase('Url must begin with http:// or https://.')
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return phrase('Url must hold no user and no password: there are fields for them.')
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    return phrase('Url must have no part that begins with ? or #.')
  }
  const username = text(options.username)
  return {
    url: url.replace(/\/+$/, ''),
    // a box that is not ticked is stored; one that was never there is not
    verify: options.verify !== false,
    headers: username === '' ? {} : { authorization: basicAuthorization(username, text(options.password)) },
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
