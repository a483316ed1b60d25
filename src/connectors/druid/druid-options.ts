import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const druidConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    scheme: { type: 'string', default: 'http' },
    host: { type: 'string', default: 'localhost' },
    port: { type: 'number', default: 8082 },
    user: { type: 'string' },
    password: { type: 'string' },
  },
  order: ['scheme', 'host', 'port', 'user', 'password'],
  required: ['host'],
  secret: ['password'],
  sent_to: { password: ['scheme', 'host', 'port'] },
}

export interface DruidOptions {
  origin: string
  /** with the account, if there is one */
  headers: Record<string, string>
}

/** The options, or a message that names the wrong one. */
export function readDruidOptions(options: ConnectorOptions): DruidOptions | Phrase {
  const [scheme, host, user] = [text(options.scheme) || 'http', text(options.host), text(options.user)]
  if (scheme !== 'http' && scheme !== 'https') return phrase('Scheme must be http or https.')
  const port = Number(text(options.port) || 8082)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return phrase('Port must be a number from 1 to 65535.')
  }
  const origin = `${scheme}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  if (!URL.canParse(origin) || /[/?#@\\\s]/.test(host)) return phrase('Host must be a name or an address.')
  const headers: Record<string, string> =
    user === '' ? {} : { authorization: basicAuthorization(user, text(options.password)) }
  return { origin, headers }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
