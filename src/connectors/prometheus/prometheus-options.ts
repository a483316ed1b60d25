import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions, TlsFiles } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const prometheusConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', title: 'Prometheus API URL' },
    verify_ssl: {
      type: 'boolean',
      default: true,
      title: 'Verify SSL (Ignored, if SSL Root Certificate is given)',
    },
    cert_File: { type: 'string', title: 'SSL Client Certificate' },
    cert_key_File: { type: 'string', title: 'SSL Client Key' },
    ca_cert_File: { type: 'string', title: 'SSL Root Certificate' },
    username: { type: 'string', title: 'HTTP Basic Auth Username' },
    password: { type: 'string', title: 'HTTP Basic Auth Password' },
    token: { type: 'string', title: 'Bearer Token' },
    tenant: { type: 'string', title: 'Tenant (X-Scope-OrgID)' },
  },
  order: ['url'],
  required: ['url'],
  extra_options: [
    ...[
      'verify_ssl',
      'cert_File',
      'cert_key_File',
      'ca_cert_File',
      'username',
      'password',
      'token',
      'tenant',
    ],
  ],
  secret: ['cert_File', 'cert_key_File', 'ca_cert_File', 'password', 'token'],
  sent_to: { password: ['url'], token: ['url'] },
}

export interface PrometheusOptions {
  url: string
  verify: boolean
  tls: TlsFiles
  headers: Record<string, string>
}

/** The options, or a message that names the wrong one. */
export function readPrometheusOptions(options: ConnectorOptions): PrometheusOptions | Phrase {
  const url = text(options.url)
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return phrase('Prometheus API URL must begin with http:// or https://.')
  }
  const [token, username, tenant] = [text(options.token), text(options.username), text(options.tenant)]
  if (token !== '' && username !== '') {
    return phrase('Give a Bearer Token, or a username and password, not both.')
  }
  if (!/^[\x20-\x7e]*$/.test(token + tenant)) {
    return phrase('Bearer Token and Tenant can hold only letters, digits and signs of ASCII.')
  }
  const ca = pem(options.ca_cert_File)
  return {
    url: url.replace(/\/+$/, ''),
    verify: ca !== '' || options.verify_ssl !== false,
    tls: {
      ...(ca === '' ? {} : { ca }),
      ...(text(options.cert_File) === '' ? {} : { cert: pem(options.cert_File) }),
      ...(text(options.cert_key_File) === '' ? {} : { key: pem(options.cert_key_File) }),
    },
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(username === '' ? {} : { authorization: basicAuthorization(username, text(options.password)) }),
      ...(tenant === '' ? {} : { 'X-Scope-OrgID': tenant }),
    },
  }
}

/** Files are stored as base64; a reference to a secret gives the text itself. */
function pem(file: unknown): string {
  const given = text(file)
  return given.includes('-----BEGIN') ? given : Buffer.from(given, 'base64').toString()
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
