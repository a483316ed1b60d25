import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const arangodbConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'number', default: 8529 },
    user: { type: 'string' },
    password: { type: 'string' },
    dbname: { type: 'string', title: 'Database Name' },
    timeout: { type: 'number', default: 0, title: 'AQL Timeout in seconds (0 = no timeout)' },
  },
  order: ['host', 'port', 'user', 'password', 'dbname'],
  required: ['host', 'user', 'password', 'dbname'],
  secret: ['password'],
  sent_to: { password: ['host', 'port'] },
}

export interface ArangodbOptions {
  origin: string
  database: string
  authorization: string
  /** 0: none */
  maxSeconds: number
}

/** The options, or a message that names the wrong one. A host may say that it is reached with TLS: `https://host`. */
export function readArangodbOptions(options: ConnectorOptions): ArangodbOptions | Phrase {
  const host = text(options.host).trim() || '127.0.0.1'
  const [, scheme = 'http', name = ''] =
    /^(?:(https?):\/\/)?([^/:@?#\s]+|\[[\da-f:.]+\])\/?$/i.exec(host) ?? []
  if (name === '') return phrase('Host must be the name or the address of a server, without a port.')
  const port = options.port === undefined || options.port === null ? 8529 : Number(options.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return phrase('Port must be a whole number from 1 to 65535.')
  }
  const maxSeconds = Number(options.timeout ?? 0)
  if (!(maxSeconds >= 0)) return phrase('AQL Timeout in seconds must be 0 or more.')
  return {
    origin: `${scheme.toLowerCase()}://${name}:${port}`,
    database: text(options.dbname).trim() || '_system',
    authorization: basicAuthorization(text(options.user), text(options.password)),
    maxSeconds,
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
