import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const axibasetsdConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    protocol: { type: 'string', default: 'http', title: 'Protocol' },
    hostname: { type: 'string', default: 'axibase_tsd_hostname', title: 'Host' },
    port: { type: 'number', default: 8088, title: 'Port' },
    username: { type: 'string' },
    password: { type: 'string', title: 'Password' },
    timeout: { type: 'number', default: 600, title: 'Connection Timeout' },
    min_insert_date: { type: 'string', title: 'Metric Minimum Insert Date' },
    expression: { type: 'string', title: 'Metric Filter' },
    limit: { type: 'number', default: 5000, title: 'Metric Limit' },
    trust_certificate: { type: 'boolean', title: 'Trust SSL Certificate' },
  },
  required: ['protocol', 'hostname', 'port', 'username', 'password'],
  secret: ['password'],
  sent_to: { password: ['protocol', 'hostname', 'port'] },
}

export interface AxibasetsdOptions {
  origin: string
  authorization: string
  verify: boolean
  /** the server may be silent for so long */
  maxSilence: number
  /** which metrics are in the schema */
  metrics: URLSearchParams
}

/** The options, or a message that names the wrong one. */
export function readAxibasetsdOptions(options: ConnectorOptions): AxibasetsdOptions | Phrase {
  const protocol = (text(options.protocol).trim() || 'http').toLowerCase()
  if (protocol !== 'http' && protocol !== 'https') return phrase('Protocol must be http or https.')
  const host = text(options.hostname).trim()
  if (!/^(?:[^/:@?#\s]+|\[[\da-f:.]+\])$/i.test(host)) {
    return phrase('Host must be the name or the address of a server, without a port.')
  }
  const port = Number(options.port ?? 8088)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return phrase('Port must be a whole number from 1 to 65535.')
  }
  const seconds = Number(options.timeout ?? 600)
  if (!(seconds > 0)) return phrase('Connection Timeout must be more than 0 seconds.')
  const limit = Number(options.limit ?? 5000)
  if (!Number.isInteger(limit) || limit < 0) return phrase('Metric Limit must be a whole number from 0 on.')
  const [expression, date] = [text(options.expression).trim(), text(options.min_insert_date).trim()]
  return {
    origin: `${protocol}://${host}:${port}`,
    authorization: basicAuthorization(text(options.username), text(options.password)),
    verify: options.trust_certificate !== true,
    maxSilence: seconds * 1000,
    metrics: new URLSearchParams({
      limit: String(limit),
      ...(expression === '' ? {} : { expression }),
      ...(date === '' ? {} : { minInsertDate: date }),
    }),
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
