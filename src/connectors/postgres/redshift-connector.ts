import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import type {
  BackendReference,
  Connector,
  ConnectorHost,
  ConnectorOptions,
  Session,
  Tunnel,
} from '../connector.ts'
import { redshiftBinding, redshiftDialect } from './postgres-dialect.ts'
import { type PostgresOptions, readPostgresOptions } from './postgres-options.ts'

/** After those of the account. */
export const redshiftProperties: ConfigurationSchema['properties'] = {
  dbname: { type: 'string', title: 'Database Name' },
  sslmode: { type: 'string', title: 'SSL Mode', default: 'prefer' },
  adhoc_query_group: { type: 'string', title: 'Query Group for Adhoc Queries', default: 'default' },
  scheduled_query_group: { type: 'string', title: 'Query Group for Scheduled Queries', default: 'default' },
}

const config: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    port: { type: 'number' },
    user: { type: 'string' },
    password: { type: 'string' },
    ...redshiftProperties,
  },
  order: [
    ...[
      'host',
      'port',
      'user',
      'password',
      'dbname',
      'sslmode',
      'adhoc_query_group',
      'scheduled_query_group',
    ],
  ],
  required: ['host', 'port', 'user', 'password', 'dbname'],
  secret: ['password'],
  sent_to: { password: ['host', 'port'] },
}

/** Certificates are checked against the authorities that the system knows: Amazon's is one of them. */
export function readRedshiftOptions(options: ConnectorOptions, tunnel?: Tunnel): PostgresOptions | Phrase {
  const { host, port, user, password, dbname, sslmode } = options
  return readPostgresOptions({ host, port, user, password, dbname, sslmode }, tunnel)
}

function queryGroup(options: ConnectorOptions, isScheduled: boolean): string {
  const group = isScheduled ? options.scheduled_query_group : options.adhoc_query_group
  return typeof group === 'string' && group !== '' ? group : 'default'
}

/** Amazon Redshift (docs/reference/connectors.md#redshift). */
export const redshift: Connector = {
  type: 'redshift',
  name: 'Redshift',
  syntax: 'sql',
  sqlStyle: { dialect: 'postgresql', formatter: 'redshift', quote: '"', folds_case: true },
  config,
  autoLimit: redshiftDialect,
  binds: redshiftBinding,
  annotates: true,
  isolation: 'worker',
  tunnels: true,
  validate(options) {
    const read = readRedshiftOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host, signal) {
    return await openRedshift(options, options.password, host, signal)
  },
  async killOrphan(options, host, backend) {
    await killRedshiftOrphan(options, options.password, host, backend)
  },
}

/** `password`: of the account, where it comes from another place than the options. */
export async function openRedshift(
  options: ConnectorOptions,
  password: unknown,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Session> {
  const { openPostgres } = await import('./postgres-session.ts')
  const { redshiftFamily } = await import('./postgres-family.ts')
  const family = redshiftFamily(queryGroup(options, host.isScheduled === true))
  const read = readRedshiftOptions({ ...options, password }, host.tunnel)
  // a session of one query group is not kept for the next run, and Redshift does not know DISCARD
  const { reset: _, ...session } = await openPostgres(read, host, signal, family)
  return session
}

export async function killRedshiftOrphan(
  options: ConnectorOptions,
  password: unknown,
  host: ConnectorHost,
  backend: BackendReference,
): Promise<void> {
  const { killPostgresOrphan } = await import('./postgres-session.ts')
  const { redshiftFamily } = await import('./postgres-family.ts')
  const read = readRedshiftOptions({ ...options, password }, host.tunnel)
  await killPostgresOrphan(read, backend, redshiftFamily('default'))
}
