import type { Connector } from '../connector.ts'
import { resultsBinding, resultsDialect } from './duckdb-dialect.ts'

/**
 * SQL over the results of other queries (docs/reference/connectors.md#query-results), in a restricted process
 * (docs/reference/promises.md#s5, docs/reference/promises.md#s6).
 */
export const results: Connector = {
  type: 'results',
  name: 'Query Results',
  syntax: 'sql',
  sqlStyle: { dialect: 'postgresql', formatter: 'duckdb', quote: '"', folds_case: false },
  config: { type: 'object', properties: {} },
  autoLimit: resultsDialect,
  binds: resultsBinding,
  annotates: true,
  isolation: 'own-process',
  readsQueries: true,
  async open(_options, host, signal) {
    const { openResults } = await import('./results-session.ts')
    return await openResults(host, signal)
  },
}
