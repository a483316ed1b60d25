import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'

export const d1Config: ConfigurationSchema = {
  type: 'object',
  properties: {
    cf_url: { type: 'string', title: 'Cloudflare D1 API URL' },
    cf_token: { type: 'string', title: 'Cloudflare API Token' },
  },
  required: ['cf_url', 'cf_token'],
  secret: ['cf_token'],
  sent_to: { cf_token: ['cf_url'] },
}

export interface D1Options {
  /** answers with lists instead of objects: names of columns may be equal, and are there without rows too */
  rawUrl: string
  token: string
}

/** The options, or a message that names the wrong one. */
export function readD1Options({ cf_url, cf_token }: ConnectorOptions): D1Options | Phrase {
  const given = String(cf_url ?? '')
  const parsed = URL.canParse(given) ? new URL(given) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return phrase('Cloudflare D1 API URL must begin with https://.')
  }
  if (!/\/(?:query|raw)\/?$/.test(parsed.pathname) || parsed.search !== '' || parsed.hash !== '') {
    return phrase('Cloudflare D1 API URL must end with /d1/database/, the id of the database and /query.')
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return phrase('Cloudflare D1 API URL must hold no user and no password.')
  }
  const token = String(cf_token ?? '').trim()
  if (!/^[\x21-\x7e]*$/.test(token)) {
    return phrase('Cloudflare API Token can hold only letters, digits and signs of ASCII.')
  }
  parsed.pathname = parsed.pathname.replace(/(?:query|raw)\/?$/, 'raw')
  return { rawUrl: parsed.href, token }
}
