import { isIP } from 'node:net'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions, Tunnel } from '../connector.ts'

const charset = { type: 'string', default: 'UTF-8', title: 'Character Set' } as const

export const mssqlConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    password: { type: 'string' },
    server: { type: 'string', default: '127.0.0.1' },
    port: { type: 'number', default: 1433 },
    tds_version: { type: 'string', default: '7.0', title: 'TDS Version' },
    charset,
    db: { type: 'string', title: 'Database Name' },
  },
  required: ['db'],
  secret: ['password'],
  sent_to: { password: ['server', 'port'] },
}

export const mssqlOdbcConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    server: { type: 'string' },
    port: { type: 'number', default: 1433 },
    user: { type: 'string' },
    password: { type: 'string' },
    db: { type: 'string', title: 'Database Name' },
    charset,
    use_ssl: { type: 'boolean', default: false, title: 'Use SSL' },
    verify_ssl: { type: 'boolean', default: false, title: 'Verify SSL certificate' },
  },
  order: ['server', 'port', 'user', 'password', 'db', 'charset', 'use_ssl', 'verify_ssl'],
  required: ['server', 'user', 'password', 'db'],
  secret: ['password'],
  sent_to: { password: ['server', 'port'] },
  extra_options: ['verify_ssl', 'use_ssl'],
}

/** `preferred`: encrypted if the server can */
export type Encryption = 'off' | 'preferred' | 'required'

export interface MssqlOptions {
  host: string
  port: number
  user: string
  password: string
  /** of an account of Windows: `DOMAIN\user` */
  domain: string | null
  database: string
  encryption: Encryption
  verifies: boolean
  tunnel: Tunnel | undefined
}

/** The options of either type, or a message that names the wrong one. */
export function readMssqlOptions(
  options: ConnectorOptions,
  isOdbc: boolean,
  tunnel?: Tunnel,
): MssqlOptions | Phrase {
  const host = text(options.server) || '127.0.0.1'
  if (/[\\,;]/.test(host)) {
    return phrase('Server must be the name of a host. For a named instance, give the port it listens on.')
  }
  const port = text(options.port) === '' ? 1433 : Number(options.port)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    return phrase('Port must be a number from 1 to 65535.')
  const verifies = isOdbc && options.use_ssl === true && options.verify_ssl === true
  if (verifies && isIP(host) !== 0)
    return phrase('Verify SSL certificate needs the name of the server, not its address.')
  const account = /^([^\\@]+)\\(.+)$/.exec(text(options.user))
  return {
    host,
    port,
    user: account?.[2] ?? text(options.user),
    password: text(options.password),
    domain: account?.[1] ?? null,
    database: text(options.db),
    encryption: isOdbc ? (options.use_ssl === true ? 'required' : 'off') : 'preferred',
    verifies,
    tunnel,
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
