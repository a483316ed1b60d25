import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { clickhouseBinding, clickhouseDialect } from './clickhouse-dialect.ts'
import { clickhouseConfig, readClickhouseOptions } from './clickhouse-options.ts'

/** ClickHouse over HTTP (docs/reference/connectors.md#clickhouse). */
export const clickhouse: Connector = {
  type: 'clickhouse',
  name: 'ClickHouse',
  syntax: 'sql',
  sqlStyle: { dialect: 'clickhouse', formatter: 'clickhouse', quote: '`', folds_case: false },
  config: clickhouseConfig,
  autoLimit: clickhouseDialect,
  binds: clickhouseBinding,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    const read = readClickhouseOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openClickhouse } = await import('./clickhouse-session.ts')
    return openClickhouse(options, host)
  },
  async killOrphan(options, host, backend) {
    const { killClickhouseOrphan } = await import('./clickhouse-session.ts')
    await killClickhouseOrphan(options, host, backend)
  },
}
