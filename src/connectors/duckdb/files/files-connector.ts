import type { Connector } from '../../connector.ts'
import { duckdbBinding, duckdbDialect } from '../duckdb-dialect.ts'

/** Uploaded files as tables, read in restricted processes (docs/reference/promises.md#s5, docs/reference/promises.md#s6). */
export const files: Connector = {
  type: 'files',
  name: 'Files',
  syntax: 'sql',
  sqlStyle: { dialect: 'postgresql', formatter: 'duckdb', quote: '"', folds_case: false },
  config: { type: 'object', properties: {} },
  autoLimit: duckdbDialect,
  binds: duckdbBinding,
  annotates: true,
  isolation: 'own-process',
  keepsFiles: true,
  async open(_options, host) {
    const { openFiles } = await import('./files-session.ts')
    return openFiles(host)
  },
}
