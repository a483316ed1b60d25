import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type VerticaSslMode = (typeof sslModes)[number]

export const verticaConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    port: { type: 'number', default: 5433 },
    user: { type: 'string' },
    password: { type: 'string', title: 'Password' },
    database: { type: 'string', title: 'Database name' },
    read_timeout: { type: 'number', title: 'Read Timeout', default: 600 },
    connection_timeout: { type: 'number', title: 'Connection Timeout' },
    sslmode: {
      type: 'string',
      title: 'SSL Mode',
      default: 'prefer',
      extendedEnum: [
        { value: 'disable', name: 'Disable' },
        { value: 'prefer', name: 'Prefer' },
        { value: 'require', name: 'Require' },
        { value: 'verify-ca', name: 'Verify CA' },
        { value: 'verify-full', name: 'Verify Full' },
      ],
    },
    sslrootcertFile: { type: 'string', title: 'SSL Root Certificate' },
    sslcertFile: { type: 'string', title: 'SSL Client Certificate' },
    sslkeyFile: { type: 'string', title: 'SSL Client Key' },
  },
  order: ['host', 'port', 'user', 'password', 'database', 'read_timeout', 'connection_timeout'],
  required: ['database'],
  secret: ['password', 'sslrootcertFile', 'sslcertFile', 'sslkeyFile'],
  sent_to: { password: ['host', 'port', 'sslmode'] },
  extra_options: ['sslmode', 'sslrootcertFile', 'sslcertFile', 'sslkeyFile'],
}

export interface VerticaOptions {
  host: string
  port: number
  user: string
  password: string
  database: string
  /** how long the server may be silent while a result is awaited */
  readSeconds: number
  connectSeconds: number
  sslMode: VerticaSslMode
  files: { ca: unknown; cert: unknown; key: unknown }
}

/** The options with the run-time defaults of Redash, or a message that names the wrong one. */
export function readVerticaOptions(options: ConnectorOptions): VerticaOptions | Phrase {
  const port = numberOf(options.port, 5433)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    return phrase('Port must be a number from 1 to 65535.')
  const readSeconds = numberOf(options.read_timeout, 600)
  const connectSeconds = numberOf(options.connection_timeout, 10)
  if (!isPatience(readSeconds)) return phrase('Read Timeout must be a number of seconds from 1 to 1,000,000.')
  if (!isPatience(connectSeconds))
    return phrase('Connection Timeout must be a number of seconds from 1 to 1,000,000.')
  const sslMode = text(options.sslmode) || 'prefer'
  if (!isSslMode(sslMode)) return phrase('SSL Mode "{mode}" is unknown.', { mode: sslMode })
  const { sslrootcertFile: ca, sslcertFile: cert, sslkeyFile: key } = options
  return {
    host: text(options.host) || '127.0.0.1',
    port,
    user: text(options.user),
    password: text(options.password),
    database: text(options.database),
    readSeconds,
    connectSeconds,
    sslMode,
    files: { ca, cert, key },
  }
}

function isPatience(seconds: number): boolean {
  return seconds >= 1 && seconds <= 1_000_000
}

function isSslMode(mode: string): mode is VerticaSslMode {
  return (sslModes as readonly string[]).includes(mode)
}

function numberOf(value: unknown, otherwise: number): number {
  return value === undefined || value === null || value === '' ? otherwise : Number(value)
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
