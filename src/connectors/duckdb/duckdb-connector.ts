import { phrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { openEngineProcess } from '../engine-process.ts'
import { confinePath } from '../file-folders.ts'
import { duckdbBinding, duckdbDialect } from './duckdb-dialect.ts'

const inMemory = ':memory:'
/** Built into the library: stored options may still list them, without effect. */
const builtInExtensions = new Set(['core_functions', 'icu', 'json', 'parquet'])

/**
 * DuckDB files, read only, in a restricted process (docs/reference/connectors.md#duckdb, docs/reference/promises.md#s5,
 * docs/reference/promises.md#s6).
 */
export const duckdb: Connector = {
  type: 'duckdb',
  name: 'DuckDB',
  syntax: 'sql',
  sqlStyle: { dialect: 'postgresql', formatter: 'duckdb', quote: '"', folds_case: false },
  config: {
    type: 'object',
    properties: {
      dbpath: { type: 'string', title: 'Database Path', default: inMemory },
      extensions: { type: 'string', title: 'Extensions (comma separated)' },
    },
    required: ['dbpath'],
    order: ['dbpath', 'extensions'],
  },
  autoLimit: duckdbDialect,
  binds: duckdbBinding,
  annotates: true,
  isolation: 'own-process',
  validate({ extensions }) {
    const names = String(extensions ?? '')
      .split(',')
      .map((name) => name.trim())
    const foreign = names.filter((name) => name !== '' && !builtInExtensions.has(name))
    if (foreign.length === 0) return null
    return phrase(
      'Extensions (options.extensions): {names} cannot be loaded. Extensions run native code, so only the built-in ones are offered: {offered}.',
      { names: foreign.join(', '), offered: [...builtInExtensions].join(', ') },
    )
  },
  async open(options, host, signal) {
    if (typeof options.dbpath !== 'string')
      throw new ConnectionFailed('Database Path (options.dbpath) is missing.')
    const program = {
      child: new URL('./duckdb-child.ts', import.meta.url),
      path: options.dbpath === inMemory ? inMemory : await confinePath(options.dbpath, host.fileFolders),
      packages: ['@duckdb'],
      isNative: true,
    }
    return await openEngineProcess({ ...program, host }, signal)
  },
}
