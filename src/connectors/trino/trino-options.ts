import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const trinoConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    protocol: { type: 'string', default: 'http' },
    host: { type: 'string' },
    port: { type: 'number' },
    username: { type: 'string' },
    password: { type: 'string' },
    source: { type: 'string', default: 'redash' },
    client_tags: { type: 'string', title: 'Client tags (comma separated)' },
    catalog: { type: 'string' },
    schema: { type: 'string' },
    impersonation: { type: 'boolean', default: false },
    impersonationField: {
      type: 'string',
      title: 'Impersonation User Attribute',
      default: 'email',
      extendedEnum: [
        { value: 'email', name: 'Email' },
        { value: 'name', name: 'Name' },
      ],
    },
  },
  order: [
    'protocol',
    'host',
    'port',
    'username',
    'password',
    'source',
    'client_tags',
    'catalog',
    'schema',
    'impersonation',
  ],
  required: ['host', 'username'],
  secret: ['password'],
  extra_options: ['client_tags', 'impersonation', 'impersonationField'],
  sent_to: { password: ['protocol', 'host', 'port'] },
}

export const prestoConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    protocol: { type: 'string', default: 'http' },
    port: { type: 'number' },
    username: { type: 'string' },
    password: { type: 'string' },
    schema: { type: 'string' },
    catalog: { type: 'string' },
  },
  order: ['host', 'protocol', 'port', 'username', 'password', 'schema', 'catalog'],
  required: ['host'],
  secret: ['password'],
  sent_to: { password: ['protocol', 'host', 'port'] },
}

/** A coordinator and the account. */
export interface CoordinatorOptions {
  /** of the header names: `X-Trino-User` */
  product: 'Trino' | 'Presto'
  origin: string
  user: string
  password: string
  source: string
  clientTags: string
  /** '': none */
  catalog: string
  schema: string
  /** the email address of the acting user is sent instead of `user` */
  impersonates: boolean
}

/** The options, or a message that names the wrong one. */
export function readTrinoOptions(options: ConnectorOptions): CoordinatorOptions | Phrase {
  const origin = originOf(options)
  if (typeof origin !== 'string') return origin
  // users choose their names themselves, and could choose that of anybody
  if (options.impersonation === true && options.impersonationField === 'name')
    return phrase(
      'Impersonation User Attribute must be Email: users choose their names themselves, so a name does not prove who runs a query.',
    )
  const tags = text(options.client_tags)
    .split(',')
    .map((tag) => tag.trim())
  return checked({
    product: 'Trino',
    origin,
    user: text(options.username),
    password: text(options.password),
    source: text(options.source) || 'redash',
    clientTags: tags.filter((tag) => tag !== '').join(','),
    catalog: text(options.catalog),
    schema: text(options.schema),
    impersonates: options.impersonation === true,
  })
}

export function readPrestoOptions(options: ConnectorOptions): CoordinatorOptions | Phrase {
  const origin = originOf(options)
  if (typeof origin !== 'string') return origin
  return checked({
    product: 'Presto',
    origin,
    user: text(options.username) || 'redash',
    password: text(options.password),
    source: 'redash',
    clientTags: '',
    catalog: text(options.catalog) || 'hive',
    schema: text(options.schema) || 'default',
    impersonates: false,
  })
}

function originOf(options: ConnectorOptions): string | Phrase {
  const protocol = text(options.protocol) || 'http'
  if (protocol !== 'http' && protocol !== 'https') return phrase('Protocol must be http or https.')
  const host = text(options.host)
  const port = text(options.port) === '' ? 8080 : Number(options.port)
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    return phrase('Port must be a number from 1 to 65535.')
  }
  const url = `${protocol}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  const isHost = host !== '' && URL.canParse(url) && !/[/?#@\s]/.test(host)
  return isHost ? url : phrase('Host must be the name or address of a server, without http:// and path.')
}

/** Names are sent in headers, which hold only ASCII. */
function checked(options: CoordinatorOptions): CoordinatorOptions | Phrase {
  const { user, source, clientTags, catalog, schema } = options
  const isSendable = /^[\x20-\x7e]*$/.test([user, source, clientTags, catalog, schema].join(''))
  return isSendable
    ? options
    : phrase(
        'Username, Source, Client tags, Catalog and Schema can hold only letters, digits and signs of ASCII.',
      )
}

/** The headers of each request that begins a statement. */
export function headersOf(options: CoordinatorOptions, user: string, trace: string): Record<string, string> {
  const { product, password, source, clientTags, catalog, schema } = options
  const named = {
    User: user,
    Source: source,
    'Client-Tags': clientTags,
    Catalog: catalog,
    Schema: schema,
    'Trace-Token': trace,
  }
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(named)) if (value !== '') headers[`X-${product}-${name}`] = value
  // the password is the account's, not the one of the user that it acts for
  if (password !== '') headers['authorization'] = basicAuthorization(options.user, password)
  return headers
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
