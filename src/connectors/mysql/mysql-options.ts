import { isIP } from 'node:net'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions, Tunnel } from '../connector.ts'
import { readTlsFiles, type TlsTexts } from '../tls-options.ts'

export const mysqlConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'number', default: 3306 },
    user: { type: 'string' },
    passwd: { type: 'string', title: 'Password' },
    db: { type: 'string', title: 'Database name' },
    connect_timeout: { type: 'number', default: 60, title: 'Connection Timeout' },
    charset: { type: 'string', default: 'utf8mb4' },
    use_unicode: { type: 'boolean', default: true },
    autocommit: { type: 'boolean', default: false },
    ssl_mode: {
      type: 'string',
      title: 'SSL Mode',
      default: 'preferred',
      extendedEnum: [
        { value: 'disabled', name: 'Disabled' },
        { value: 'preferred', name: 'Preferred' },
        { value: 'required', name: 'Required' },
        { value: 'verify-ca', name: 'Verify CA' },
        { value: 'verify-identity', name: 'Verify Identity' },
      ],
    },
    use_ssl: { type: 'boolean', title: 'Use SSL' },
    ssl_cacert: { type: 'string', title: 'Path to CA certificate file to verify peer against (SSL)' },
    ssl_cert: { type: 'string', title: 'Path to client certificate file (SSL)' },
    ssl_key: { type: 'string', title: 'Path to private key file (SSL)' },
    ssl_caFile: { type: 'string', title: 'SSL CA Certificate' },
    ssl_certFile: { type: 'string', title: 'SSL Client Certificate' },
    ssl_keyFile: { type: 'string', title: 'SSL Client Key' },
    read_only: { type: 'boolean', title: 'Read-only' },
  },
  order: [
    ...['host', 'port', 'user', 'passwd', 'db', 'connect_timeout', 'charset', 'use_unicode', 'autocommit'],
  ],
  required: ['db'],
  secret: ['passwd', 'ssl_caFile', 'ssl_certFile', 'ssl_keyFile'],
  sent_to: { passwd: ['host', 'port'] },
  extra_options: ['ssl_caFile', 'ssl_certFile', 'ssl_keyFile', 'read_only'],
}

export type MysqlSslMode = 'disabled' | 'preferred' | 'required' | 'verify-ca' | 'verify-identity'

/** Stored options with the run-time defaults of Redash. */
export interface MysqlOptions {
  host: string
  port: number
  user: string
  password: string
  database: string
  connectSeconds: number
  autocommit: boolean
  sslMode: MysqlSslMode
  /** paths on this machine */
  tlsFiles: { ca?: string; cert?: string; key?: string }
  /** uploaded; each counts before the path */
  tlsUploads: TlsTexts
  tunnel: Tunnel | undefined
  readOnly: boolean
  isSingleStore?: true
}

/** The options, or a message that names the wrong one. */
export function readMysqlOptions(options: ConnectorOptions, tunnel?: Tunnel): MysqlOptions | Phrase {
  // `use_ssl` alone, as older clients store it, requires TLS without a verification mode
  const sslMode = text(options.ssl_mode) || (options.use_ssl === true ? 'required' : 'preferred')
  if (!isSslMode(sslMode)) return phrase('SSL Mode "{mode}" is unknown.', { mode: sslMode })
  const port = number(options.port, 3306)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    return phrase('Port must be a number from 1 to 65535.')
  const connectSeconds = number(options.connect_timeout, 60)
  if (!(connectSeconds > 0 && connectSeconds <= 3600)) {
    return phrase('Connection Timeout must be a number of seconds from 1 to 3600.')
  }
  // kept for API clients that send it; the connection always uses UTF-8
  if (!/^\w*$/.test(text(options.charset)))
    return phrase('Charset "{charset}" is unknown.', { charset: text(options.charset) })
  const host = text(options.host) || '127.0.0.1'
  // for an IP address, the driver would compare the certificate with the name "localhost"
  if (sslMode === 'verify-identity' && isIP(host) !== 0) {
    return phrase('SSL Mode "Verify Identity" needs the name of the host, not its address.')
  }
  return {
    host,
    port,
    user: text(options.user),
    password: text(options.passwd),
    database: text(options.db),
    connectSeconds,
    // an unset option means true, although the form shows false
    autocommit: options.autocommit !== false,
    sslMode,
    tlsFiles: {
      ca: text(options.ssl_cacert) || undefined,
      cert: text(options.ssl_cert) || undefined,
      key: text(options.ssl_key) || undefined,
    },
    tlsUploads: readTlsFiles({
      ca: options.ssl_caFile,
      cert: options.ssl_certFile,
      key: options.ssl_keyFile,
    }),
    tunnel,
    readOnly: options.read_only === true,
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

function number(value: unknown, fallback: number): number {
  return text(value) === '' ? fallback : Number(value)
}

function isSslMode(mode: string): mode is MysqlSslMode {
  return (mysqlConfig.properties.ssl_mode?.extendedEnum ?? []).some((each) => each.value === mode)
}
