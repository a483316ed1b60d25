import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'

const secret = { type: 'string', title: 'Password' } as const

export const hiveConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    port: { type: 'number' },
    database: { type: 'string' },
    username: { type: 'string' },
  },
  order: ['host', 'port', 'database', 'username'],
  required: ['host'],
}

export const hiveHttpConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    port: { type: 'number' },
    http_path: { type: 'string', title: 'HTTP Path' },
    username: { type: 'string' },
    http_password: secret,
    database: { type: 'string' },
    http_scheme: { type: 'string', title: 'HTTP Scheme (http or https)', default: 'https' },
  },
  order: ['host', 'port', 'http_path', 'username', 'http_password', 'database', 'http_scheme'],
  required: ['host', 'http_path'],
  secret: ['http_password'],
  sent_to: { http_password: ['host', 'port', 'http_path', 'http_scheme'] },
}

export const impalaConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    port: { type: 'number' },
    protocol: {
      type: 'string',
      title: 'Protocol',
      extendedEnum: [
        { value: 'beeswax', name: 'Beeswax' },
        { value: 'hiveserver2', name: 'Hive Server 2' },
      ],
    },
    database: { type: 'string' },
    use_ldap: { type: 'boolean' },
    use_ssl: { type: 'boolean' },
    ldap_user: { type: 'string' },
    ldap_password: { type: 'string' },
    timeout: { type: 'number' },
  },
  required: ['host'],
  secret: ['ldap_password'],
  sent_to: { ldap_password: ['host', 'port'] },
}

export type HiveProduct = 'Hive' | 'Impala'

export interface HiveOptions {
  product: HiveProduct
  /** for messages */
  where: string
  database: string
  username: string
  transport: HiveTransportOptions
}

export type HiveTransportOptions =
  | {
      kind: 'socket'
      host: string
      port: number
      /** null: the server asks for no login */
      sasl: { username: string; password: string } | null
      isEncrypted: boolean
      connectSeconds: number
    }
  | { kind: 'http'; url: string; authorization: string | null }

/** The options, or a message that names the wrong one. */
export function readHiveOptions(options: ConnectorOptions): HiveOptions | Phrase {
  const address = readAddress(options, 10_000)
  if ('fault' in address) return address.fault
  const { host, port } = address
  const username = text(options.username)
  return {
    product: 'Hive',
    where: `${host}:${port}`,
    database: text(options.database) || 'default',
    username,
    transport: {
      kind: 'socket',
      host,
      port,
      // a server without passwords asks for one all the same
      sasl: { username: username || 'anonymous', password: 'x' },
      isEncrypted: false,
      connectSeconds: 10,
    },
  }
}

export function readHiveHttpOptions(options: ConnectorOptions): HiveOptions | Phrase {
  const address = readAddress(options, 0)
  if ('fault' in address) return address.fault
  const scheme = (text(options.http_scheme) || 'https').toLowerCase()
  if (scheme !== 'http' && scheme !== 'https') return phrase('HTTP Scheme must be http or https.')
  const { host, port } = address
  const path = text(options.http_path).replace(/^\/+/, '')
  const origin = `${scheme}://${host.includes(':') ? `[${host}]` : host}${port === 0 ? '' : `:${port}`}`
  if (!URL.canParse(`${origin}/${path}`)) return phrase('Host must be the name or address of one server.')
  const [username, password] = [text(options.username), text(options.http_password)]
  // the server fails on an empty password, even if it checks none
  const basic = Buffer.from(`${username}:${password || 'x'}`).toString('base64')
  return {
    product: 'Hive',
    where: origin,
    database: text(options.database) || 'default',
    username,
    transport: {
      kind: 'http',
      url: `${origin}/${path}`,
      authorization: username === '' && password === '' ? null : `Basic ${basic}`,
    },
  }
}

export function readImpalaOptions(options: ConnectorOptions): HiveOptions | Phrase {
  if (text(options.protocol) === 'beeswax')
    return phrase('Protocol must be Hive Server 2: clients of Impala no longer speak Beeswax.')
  const address = readAddress(options, 21_050)
  if ('fault' in address) return address.fault
  const connectSeconds = text(options.timeout) === '' ? 10 : Number(options.timeout)
  if (!(connectSeconds > 0 && connectSeconds <= 3600))
    return phrase('Timeout must be a number of seconds from 1 to 3600.')
  const { host, port } = address
  const username = text(options.ldap_user)
  const usesLdap = options.use_ldap === true
  if (usesLdap && username === '') return phrase('Ldap User is missing: LDAP is used.')
  return {
    product: 'Impala',
    where: `${host}:${port}`,
    database: text(options.database),
    username,
    transport: {
      kind: 'socket',
      host,
      port,
      sasl: usesLdap ? { username, password: text(options.ldap_password) } : null,
      isEncrypted: options.use_ssl === true,
      connectSeconds,
    },
  }
}

function readAddress(
  options: ConnectorOptions,
  defaultPort: number,
): { host: string; port: number } | { fault: Phrase } {
  const host = text(options.host)
  if (host === '' || /[\s,;/@?#]/.test(host))
    return { fault: phrase('Host must be the name or address of one server.') }
  const port = text(options.port) === '' ? defaultPort : Number(options.port)
  const isMissing = port === 0 && defaultPort === 0
  if (!isMissing && (!Number.isInteger(port) || port < 1 || port > 65535))
    return { fault: phrase('Port must be a number from 1 to 65535.') }
  return { host, port }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
