import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { clickhouseBinding, clickhouseDialect } from './clickhouse-dialect.ts'
import { readTinybirdOptions, tinybirdConfig } from './clickhouse-options.ts'

/** Tinybird, whose queries are ClickHouse's (docs/reference/connectors.md#tinybird). */
export const tinybird: Connector = {
  type: 'tinybird',
  name: 'Tinybird',
  syntax: 'sql',
  sqlStyle: { dialect: 'clickhouse', formatter: 'clickhouse', quote: '`', folds_case: false },
  config: tinybirdConfig,
  autoLimit: clickhouseDialect,
  binds: clickhouseBinding,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    const read = readTinybirdOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openTinybird } = await import('./tinybird-session.ts')
    return openTinybird(options, host)
  },
}
