import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { libsqlConfig, readLibsqlOptions, readRqliteOptions, rqliteConfig } from './http-sqlite-options.ts'
import { sqliteBinding, sqliteDialect } from './sqlite-dialect.ts'

const shared = {
  syntax: 'sql',
  sqlStyle: { dialect: 'sqlite', formatter: 'sqlite', quote: '"', folds_case: false },
  autoLimit: sqliteDialect,
  // literals of SQLite have one meaning
  binds: { ...sqliteBinding, placeholders: 'literal' },
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
} as const

/** libSQL and Turso over HTTP (docs/reference/connectors.md#libsql). */
export const libsql: Connector = {
  ...shared,
  type: 'libsql',
  name: 'libSQL (Turso)',
  config: libsqlConfig,
  validate(options) {
    const read = readLibsqlOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openLibsql } = await import('./libsql-session.ts')
    return openLibsql(options, host)
  },
}

/** rqlite, whose endpoint for queries only reads (docs/reference/connectors.md#rqlite). */
export const rqlite: Connector = {
  ...shared,
  type: 'rqlite',
  name: 'rqlite',
  config: rqliteConfig,
  validate(options) {
    const read = readRqliteOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openRqlite } = await import('./rqlite-session.ts')
    return openRqlite(options, host)
  },
}
