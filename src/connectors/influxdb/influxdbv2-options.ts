import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions, TlsFiles } from '../connector.ts'
import { readTlsFiles } from '../tls-options.ts'

export const influxdbv2Config: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', title: 'URL' },
    org: { type: 'string', title: 'Organization' },
    token: { type: 'string', title: 'Token' },
    cert_File: { type: 'string', title: 'SSL Client Certificate' },
    cert_key_File: { type: 'string', title: 'SSL Client Key' },
    cert_key_password: { type: 'string', title: 'Password for SSL Client Key' },
    ssl_ca_cert_File: { type: 'string', title: 'SSL Root Certificate' },
    verify_ssl: { type: 'boolean', default: false, title: 'Verify SSL' },
  },
  order: [...['url', 'org', 'token', 'cert_File', 'cert_key_File', 'cert_key_password', 'ssl_ca_cert_File']],
  required: ['url', 'org', 'token'],
  extra_options: [...['cert_File', 'cert_key_File', 'cert_key_password', 'ssl_ca_cert_File', 'verify_ssl']],
  secret: ['token', 'cert_File', 'cert_key_File', 'cert_key_password', 'ssl_ca_cert_File'],
  sent_to: { token: ['url'] },
}

export interface Influxdbv2Options {
  url: string
  org: string
  token: string
  verify: boolean
  tls: TlsFiles
}

/** The options, or a message that names the wrong one. */
export function readInfluxdbv2Options(options: ConnectorOptions): Influxdbv2Options | Phrase {
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
  const { ca, cert, key } = readTlsFiles({
    ...{ ca: options.ssl_ca_cert_File, cert: options.cert_File, key: options.cert_key_File },
  })
  const passphrase = text(options.cert_key_password)
  return {
    url: url.replace(/\/+$/, ''),
    org: text(options.org).trim(),
    token,
    // a certificate that was given is there to be compared with
    verify: ca !== undefined || options.verify_ssl !== false,
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(passphrase === '' ? {} : { passphrase }),
    },
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
