import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { postgresBinding, postgresDialect } from './postgres-dialect.ts'
import { postgresConfig, readPostgresOptions } from './postgres-options.ts'

/** PostgreSQL (docs/reference/connectors.md#postgresql). */
export const postgres: Connector = {
  type: 'pg',
  name: 'PostgreSQL',
  syntax: 'sql',
  sqlStyle: { dialect: 'postgresql', formatter: 'postgresql', quote: '"', folds_case: true },
  config: postgresConfig,
  autoLimit: postgresDialect,
  binds: postgresBinding,
  annotates: true,
  isolation: 'worker',
  tunnels: true,
  validate(options) {
    const read = readPostgresOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host, signal) {
    const { openPostgres } = await import('./postgres-session.ts')
    return openPostgres(readPostgresOptions(options, host.tunnel), host, signal)
  },
  async killOrphan(options, host, backend) {
    const { killPostgresOrphan } = await import('./postgres-session.ts')
    await killPostgresOrphan(readPostgresOptions(options, host.tunnel), backend)
  },
}
