import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const couchbaseConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    protocol: { type: 'string', default: 'http' },
    host: { type: 'string' },
    port: {
      type: 'string',
      default: '8095',
      title: 'Port (Defaults: 8095 - Analytics, 8093 - N1QL)',
    },
    user: { type: 'string' },
    password: { type: 'string' },
  },
  order: ['protocol', 'host', 'port', 'user', 'password'],
  required: ['host', 'user', 'password'],
  secret: ['password'],
  sent_to: { password: ['protocol', 'host', 'port'] },
}

export interface CouchbaseOptions {
  origin: string
  authorization: string
}

/** The options, or a message that names the wrong one. */
export function readCouchbaseOptions(options: ConnectorOptions): CouchbaseOptions | Phrase {
  const protocol = (text(options.protocol).trim() || 'http').toLowerCase()
  if (protocol !== 'http' && protocol !== 'https') return phrase('Protocol must be http or https.')
  const host = text(options.host).trim()
  if (!/^(?:[^/:@?#\s]+|\[[\da-f:.]+\])$/i.test(host)) {
    return phrase('Host must be the name or the address of a server, without a port.')
  }
  const port = text(options.port).trim() || '8095'
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    return phrase('Port must be a whole number from 1 to 65535.')
  }
  return {
    origin: `${protocol}://${host}:${Number(port)}`,
    authorization: basicAuthorization(text(options.user), text(options.password)),
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
