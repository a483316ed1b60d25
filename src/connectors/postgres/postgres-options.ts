import type { ConnectionOptions } from 'node:tls'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { isPhrase, type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions, Tunnel } from '../connector.ts'
import { tlsOptions } from '../tls-options.ts'

export const postgresConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'number', default: 5432 },
    user: { type: 'string' },
    password: { type: 'string' },
    dbname: { type: 'string', title: 'Database Name' },
    dsn: { type: 'string', default: 'application_name=sextant', title: 'Parameters' },
    sslmode: {
      type: 'string',
      title: 'SSL Mode',
      default: 'prefer',
      extendedEnum: [
        { value: 'disable', name: 'Disable' },
        { value: 'allow', name: 'Allow' },
        { value: 'prefer', name: 'Prefer' },
        { value: 'require', name: 'Require' },
        { value: 'verify-ca', name: 'Verify CA' },
        { value: 'verify-full', name: 'Verify Full' },
      ],
    },
    sslrootcertFile: { type: 'string', title: 'SSL Root Certificate' },
    sslcertFile: { type: 'string', title: 'SSL Client Certificate' },
    sslkeyFile: { type: 'string', title: 'SSL Client Key' },
    read_only: { type: 'boolean', title: 'Read-only' },
  },
  order: ['host', 'port', 'user', 'password'],
  required: ['dbname'],
  secret: ['password', 'sslrootcertFile', 'sslcertFile', 'sslkeyFile'],
  sent_to: { password: ['host', 'port'] },
  extra_options: ['sslmode', 'sslrootcertFile', 'sslcertFile', 'sslkeyFile', 'read_only'],
}

export type PostgresSslMode = 'disable' | 'allow' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'

/** Stored options with the run-time defaults of Redash. */
export interface PostgresOptions {
  host: string
  port: number
  user: string
  password: string
  database: string
  applicationName: string
  /** start-up options such as `-c search_path=sales` */
  startupOptions: string | undefined
  connectSeconds: number
  sslMode: PostgresSslMode
  /** for the modes that try TLS */
  tls: ConnectionOptions
  tunnel: Tunnel | undefined
  readOnly: boolean
}

/** The options, or a message that names the wrong one. */
export function readPostgresOptions(options: ConnectorOptions, tunnel?: Tunnel): PostgresOptions | Phrase {
  const parameters = readParameters(text(options.dsn))
  if (isPhrase(parameters)) return parameters
  const sslMode = text(options.sslmode) || 'prefer'
  if (!isSslMode(sslMode)) return phrase('SSL Mode "{mode}" is unknown.', { mode: sslMode })
  const port = options.port === undefined || options.port === '' ? 5432 : Number(options.port)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    return phrase('Port must be a number from 1 to 65535.')
  const host = text(options.host) || '127.0.0.1'
  return {
    host,
    port,
    user: text(options.user) || 'postgres',
    password: text(options.password),
    database: text(options.dbname),
    applicationName: parameters.get('application_name') ?? 'sextant',
    startupOptions: parameters.get('options'),
    connectSeconds: Number(parameters.get('connect_timeout')) || 10,
    sslMode,
    tls: readTls(options, sslMode),
    tunnel,
    readOnly: options.read_only === true,
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

function isSslMode(mode: string): mode is PostgresSslMode {
  return (postgresConfig.properties.sslmode?.extendedEnum ?? []).some((each) => each.value === mode)
}

/** libpq: `require` with a root certificate behaves as `verify-ca`; only `verify-full` compares the host name. */
function readTls(options: ConnectorOptions, sslMode: PostgresSslMode): ConnectionOptions {
  const { sslrootcertFile: ca, sslcertFile: cert, sslkeyFile: key } = options
  const verifies = sslMode.startsWith('verify') || (sslMode === 'require' && text(ca) !== '')
  return tlsOptions(
    { ca, cert, key },
    sslMode === 'verify-full' ? 'host' : verifies ? 'authority' : 'nothing',
  )
}

const ownFields = ['user', 'password', 'host', 'port', 'dbname']
/** Not allowed: anything that names files, services or other hosts (docs/reference/promises.md#s5). */
const allowed = ['application_name', 'options', 'connect_timeout']
/** without effect here, accepted because stored parameters often contain them */
const ignored = ['fallback_application_name', 'client_encoding', 'keepalives', 'keepalives_idle']

const parameter = /\s*([^=\s]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s\\]|\\.)*))/y

/** `key=value` pairs as libpq writes them; a quoted value may contain spaces. */
function readParameters(dsn: string): Map<string, string> | Phrase {
  const found = new Map<string, string>()
  parameter.lastIndex = 0
  while (dsn.slice(parameter.lastIndex).trim() !== '') {
    const match = parameter.exec(dsn)
    if (match === null) return phrase('Parameters must be written as key=value, separated by spaces.')
    found.set(match[1] ?? '', (match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1'))
  }
  const own = ownFields.filter((key) => found.has(key))
  if (own.length > 0) return phrase('Extra parameters may not contain {names}.', { names: own.join(', ') })
  const unknown = [...found.keys()].filter((key) => !allowed.includes(key) && !ignored.includes(key))
  if (unknown.length > 0) {
    return phrase('Extra parameters may contain {allowed} only, not {unknown}.', {
      allowed: allowed.join(', '),
      unknown: unknown.join(', '),
    })
  }
  return found
}
