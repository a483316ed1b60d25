import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'
import type { ElasticsearchOptions } from './elasticsearch-options.ts'

/** Of the two types that are only kept for data sources that have them. */
export const legacyConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    server: { type: 'string', title: 'Base URL' },
    basic_auth_user: { type: 'string', title: 'Basic Auth User' },
    basic_auth_password: { type: 'string', title: 'Basic Auth Password' },
  },
  order: ['server', 'basic_auth_user', 'basic_auth_password'],
  required: ['server'],
  secret: ['basic_auth_password'],
  sent_to: { basic_auth_password: ['server'] },
}

/** The options, or a message that names the wrong one. */
export function readLegacyOptions(options: ConnectorOptions): ElasticsearchOptions | Phrase {
  const url = text(options.server).trim()
  if (url === '') return phrase("Missing configuration key 'server'")
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return phrase('Base URL must begin with http:// or https://.')
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '') {
    return phrase('Base URL must have no user, no password, and no part that begins with ? or #.')
  }
  const [user, password] = [text(options.basic_auth_user), text(options.basic_auth_password)]
  return {
    url: url.replace(/[/?#]+$/, ''),
    authorization: user === '' || password === '' ? null : basicAuthorization(user, password),
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
