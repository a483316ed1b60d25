import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const databendConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    username: { type: 'string' },
    password: { type: 'string', default: '' },
    host: { type: 'string', default: 'localhost' },
    port: { type: 'string', default: '8000' },
    database: { type: 'string' },
    secure: { type: 'boolean', default: false },
  },
  order: ['username', 'password', 'host', 'port', 'database'],
  required: ['username', 'database'],
  secret: ['password'],
  sent_to: { password: ['host', 'port', 'secure'] },
}

export interface DatabendOptions {
  origin: string
  database: string
  headers: Record<string, string>
}

/** The options, or a message that names the wrong one. */
export function readDatabendOptions(options: ConnectorOptions): DatabendOptions | Phrase {
  const host = text(options.host) || 'localhost'
  const port = Number(text(options.port) || 8000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return phrase('Port must be a number from 1 to 65535.')
  }
  const scheme = options.secure === true ? 'https' : 'http'
  const origin = `${scheme}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  if (!URL.canParse(origin) || /[/?#@\\\s]/.test(host)) return phrase('Host must be a name or an address.')
  return {
    origin,
    database: text(options.database) || 'default',
    headers: { authorization: basicAuthorization(text(options.username) || 'root', text(options.password)) },
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
