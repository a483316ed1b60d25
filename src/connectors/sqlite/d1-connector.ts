import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { d1Config, readD1Options } from './d1-options.ts'
import { sqliteBinding, sqliteDialect } from './sqlite-dialect.ts'

/** Cloudflare D1, whose queries are SQLite's, over its HTTP API (docs/reference/connectors.md#cloudflare-d1). */
export const d1: Connector = {
  type: 'd1',
  name: 'Cloudflare D1',
  syntax: 'sql',
  sqlStyle: { dialect: 'sqlite', formatter: 'sqlite', quote: '"', folds_case: false },
  config: d1Config,
  autoLimit: sqliteDialect,
  // the API takes placeholders for one statement only, and sends numbers as texts: literals of SQLite have one meaning
  binds: { ...sqliteBinding, placeholders: 'literal' },
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readD1Options(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openD1 } = await import('./d1-session.ts')
    return openD1(options, host)
  },
}
