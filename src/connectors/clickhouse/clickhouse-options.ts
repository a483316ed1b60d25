import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { isPhrase, type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const clickhouseConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', default: 'http://127.0.0.1:8123' },
    user: { type: 'string', default: 'default' },
    password: { type: 'string' },
    dbname: { type: 'string', title: 'Database Name' },
    timeout: { type: 'number', default: 30, title: 'Request Timeout' },
    verify: { type: 'boolean', default: true, title: 'Verify SSL certificate' },
    read_only: { type: 'boolean', title: 'Read-only' },
  },
  order: ['url', 'user', 'password', 'dbname'],
  required: ['dbname'],
  extra_options: ['timeout', 'verify', 'read_only'],
  secret: ['password'],
  sent_to: { password: ['url'] },
}

/** What ClickHouse and Tinybird have in common. */
export interface ServerOptions {
  url: string
  /** null: no limit. The time in which something has to come from the server. */
  silentSeconds: number | null
  verify: boolean
  authorization: string
  /** '': the account's own */
  database: string
  readOnly: boolean
}

/** The options, or a message that names the wrong one. */
export function readClickhouseOptions(options: ConnectorOptions): ServerOptions | Phrase {
  const common = readCommonOptions(options, 'http://127.0.0.1:8123')
  if (isPhrase(common)) return common
  const authorization = basicAuthorization(text(options.user) || 'default', text(options.password))
  return { ...common, authorization, database: text(options.dbname), readOnly: options.read_only === true }
}

export function readCommonOptions(
  options: ConnectorOptions,
  defaultUrl: string,
): Pick<ServerOptions, 'url' | 'silentSeconds' | 'verify'> | Phrase {
  const url = text(options.url) || defaultUrl
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return phrase('Url must begin with http:// or https://.')
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return phrase('Url must hold no user and no password: there are fields for them.')
  }
  const seconds = text(options.timeout) === '' ? null : Number(options.timeout)
  if (seconds !== null && !(seconds > 0 && seconds <= 86_400)) {
    return phrase('Request Timeout must be a number of seconds from 1 to 86400.')
  }
  return { url: url.replace(/\/+$/, ''), silentSeconds: seconds, verify: options.verify !== false }
}

export function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

export const tinybirdConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', default: 'https://api.tinybird.co' },
    token: { type: 'string', title: 'Auth Token' },
    timeout: { type: 'number', default: 30, title: 'Request Timeout' },
    verify: { type: 'boolean', default: true, title: 'Verify SSL certificate' },
  },
  order: ['url', 'token'],
  required: ['token'],
  extra_options: ['timeout', 'verify'],
  secret: ['token'],
  sent_to: { token: ['url'] },
}

export function readTinybirdOptions(options: ConnectorOptions): ServerOptions | Phrase {
  const common = readCommonOptions(options, 'https://api.tinybird.co')
  if (isPhrase(common)) return common
  return { ...common, authorization: `Bearer ${text(options.token)}`, database: '', readOnly: false }
}
