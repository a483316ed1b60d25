import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions, TlsFiles } from '../connector.ts'
import { readTlsFiles } from '../tls-options.ts'

export const influxdb3Config: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', title: 'URL' },
    database: { type: 'string', title: 'Database Name' },
    token: { type: 'string', title: 'Token' },
    verify_ssl: { type: 'boolean', default: true, title: 'Verify SSL' },
    ca_cert_File: { type: 'string', title: 'SSL Root Certificate' },
  },
  order: ['url', 'database', 'token'],
  required: ['url', 'database'],
  extra_options: ['verify_ssl', 'ca_cert_File'],
  secret: ['token', 'ca_cert_File'],
  sent_to: { token: ['url'] },
}

export interface Influxdb3Options {
  url: string
  database: string
  verify: boolean
  tls: TlsFiles
  headers: Record<string, string>
}

/** The options, or a message that names the wrong one. */
export function readInfluxdb3Options(options: ConnectorOptions): Influxdb3Options | Phrase {
  const url = text(options.url).trim()
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return phrase('URL must begin with http:// or https://.')
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '') {
    return phrase('URL must have no user, no password, and no part that begins with ? or #.')
  }
  const token = text(options.token).trim()
  if (!/^[\x21-\x7e]*$/.test(token)) {
    return phrase('Token can hold only letters, digits and signs of ASCII.')
  }
  const { ca } = readTlsFiles({ ca: options.ca_cert_File, cert: '', key: '' })
  return {
    url: url.replace(/\/+$/, ''),
    database: text(options.database).trim(),
    verify: ca !== undefined || options.verify_ssl !== false,
    tls: ca === undefined ? {} : { ca },
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
