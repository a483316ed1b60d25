import type { SecureVersion } from 'node:tls'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions, Tunnel } from '../connector.ts'
import { readTlsFiles } from '../tls-options.ts'

/** The names of Python's `ssl`, which stored data sources have; null: whatever both sides can. */
const tlsVersions: Readonly<Record<string, SecureVersion | null>> = {
  PROTOCOL_SSLv23: null,
  PROTOCOL_TLS: null,
  PROTOCOL_TLS_CLIENT: null,
  PROTOCOL_TLS_SERVER: null,
  PROTOCOL_TLSv1: 'TLSv1',
  PROTOCOL_TLSv1_1: 'TLSv1.1',
  PROTOCOL_TLSv1_2: 'TLSv1.2',
}

export const cassandraConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    port: { type: 'number', default: 9042 },
    keyspace: { type: 'string', title: 'Keyspace name' },
    username: { type: 'string', title: 'Username' },
    password: { type: 'string', title: 'Password' },
    protocol: { type: 'number', default: 3, title: 'Protocol Version' },
    timeout: { type: 'number', default: 10, title: 'Timeout' },
    useSsl: { type: 'boolean', default: false, title: 'Use SSL' },
    sslCertificateFile: { type: 'string', title: 'SSL Certificate File' },
    sslProtocol: { type: 'string', enum: Object.keys(tlsVersions), title: 'SSL Protocol' },
  },
  required: ['host', 'keyspace', 'useSsl'],
  secret: ['password', 'sslCertificateFile'],
  sent_to: { password: ['host', 'port'] },
}

export interface CassandraOptions {
  host: string
  port: number
  keyspace: string
  credentials: { username: string; password: string } | null
  protocol: 3 | 4
  timeoutSeconds: number
  /** null: not encrypted */
  tls: { ca: string | undefined; version: SecureVersion | null } | null
  tunnel: Tunnel | undefined
}

/** The options, or a message that names the wrong one. */
export function readCassandraOptions(options: ConnectorOptions, tunnel?: Tunnel): CassandraOptions | Phrase {
  const host = text(options.host)
  if (host === '' || /[\s,;/]/.test(host)) return phrase('Host must be the name or address of one server.')
  const port = number(options.port, 9042)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    return phrase('Port must be a number from 1 to 65535.')
  const protocol = number(options.protocol, 4)
  // newer servers speak version 4 too
  if (!(protocol >= 3 && protocol <= 6)) return phrase('Protocol Version must be 3 or 4.')
  const timeoutSeconds = number(options.timeout, 10)
  if (!(timeoutSeconds > 0 && timeoutSeconds <= 86_400))
    return phrase('Timeout must be a number of seconds from 1 to 86400.')
  const version = text(options.sslProtocol)
  if (version !== '' && !Object.hasOwn(tlsVersions, version))
    return phrase('SSL Protocol "{version}" is unknown.', { version })
  const [username, password] = [text(options.username), text(options.password)]
  if (username === '' && password !== '') return phrase('Username is missing: a password is given.')
  const { ca } = readTlsFiles({ ca: options.sslCertificateFile, cert: undefined, key: undefined })
  return {
    host,
    port,
    keyspace: text(options.keyspace),
    credentials: username === '' ? null : { username, password },
    protocol: protocol === 3 ? 3 : 4,
    timeoutSeconds,
    tls: options.useSsl === true ? { ca, version: tlsVersions[version] ?? null } : null,
    tunnel,
  }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

function number(value: unknown, fallback: number): number {
  return text(value) === '' ? fallback : Number(value)
}
