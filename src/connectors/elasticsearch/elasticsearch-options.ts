import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const elasticsearchConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', title: 'URL base path' },
    username: { type: 'string', title: 'HTTP Basic Auth Username' },
    password: { type: 'string', title: 'HTTP Basic Auth Password' },
  },
  order: ['url', 'username', 'password'],
  required: ['url'],
  secret: ['password'],
  sent_to: { password: ['url'] },
}

export interface ElasticsearchOptions {
  /** without a slash at its end */
  url: string
  /** null: none */
  authorization: string | null
}

/** The options, or a message that names the wrong one. */
export function readElasticsearchOptions(options: ConnectorOptions): ElasticsearchOptions | Phrase {
  const url = text(options.url).trim()
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return phrase('URL base path must begin with http:// or https://.')
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return phrase('URL base path must hold no user and no password: there are fields for them.')
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    return phrase('URL base path must have no part that begins with ? or #.')
  }
  const [username, password] = [text(options.username), text(options.password)]
  if (username === '' && password !== '') {
    return phrase('HTTP Basic Auth Username is missing: a password is given.')
  }
  return {
    url: url.replace(/[/?#]+$/, ''),
    authorization: username === '' || password === '' ? null : basicAuthorization(username, password),
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
