import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector, ConnectorOptions, Tunnel } from '../connector.ts'
import { postgresBinding, postgresDialect } from './postgres-dialect.ts'
import { postgresConfig, readPostgresOptions } from './postgres-options.ts'

/** As PostgreSQL's, without the switch: these databases are not known to keep a transaction read-only. */
const { read_only: _, ...properties } = postgresConfig.properties
const config = {
  ...postgresConfig,
  properties,
  extra_options: postgresConfig.extra_options?.filter((name) => name !== 'read_only') ?? [],
}

function readOptions(options: ConnectorOptions, tunnel?: Tunnel) {
  return readPostgresOptions({ ...options, read_only: false }, tunnel)
}

const shared = {
  syntax: 'sql',
  sqlStyle: { dialect: 'postgresql', formatter: 'postgresql', quote: '"', folds_case: true },
  config,
  autoLimit: postgresDialect,
  binds: postgresBinding,
  annotates: true,
  isolation: 'worker',
  tunnels: true,
  validate(options) {
    const read = readOptions(options)
    return isPhrase(read) ? read : null
  },
  async killOrphan(options, host, backend) {
    const { killPostgresOrphan } = await import('./postgres-session.ts')
    await killPostgresOrphan(readOptions(options, host.tunnel), backend)
  },
} satisfies Partial<Connector>

/** CockroachDB (docs/reference/connectors.md#cockroachdb-and-risingwave). */
export const cockroach: Connector = {
  ...shared,
  type: 'cockroach',
  name: 'CockroachDB',
  async open(options, host, signal) {
    const { openPostgres } = await import('./postgres-session.ts')
    const { cockroachFamily } = await import('./postgres-family.ts')
    return openPostgres(readOptions(options, host.tunnel), host, signal, cockroachFamily)
  },
}

/** RisingWave (docs/reference/connectors.md#cockroachdb-and-risingwave). */
export const risingwave: Connector = {
  ...shared,
  type: 'risingwave',
  name: 'RisingWave',
  async open(options, host, signal) {
    const { openPostgres } = await import('./postgres-session.ts')
    const { risingwaveFamily } = await import('./postgres-family.ts')
    return openPostgres(readOptions(options, host.tunnel), host, signal, risingwaveFamily)
  },
}
