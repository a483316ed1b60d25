import { readReference } from '#shared/config-form/secret-reference.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../../connector.ts'
import { ConnectionFailed } from '../../connector-errors.ts'
import { duckdbBinding, duckdbDialect } from '../duckdb-dialect.ts'
import { lakeConfig } from '../lake/lake-config.ts'
import { hasFolder, readLakeOptions } from '../lake/lake-options.ts'

/** For secrets that are checked, in the place of a reference. */
const standIns = { jsonKeyFile: '', account_key: 'a2V5', sas_token: 'sig=' }

/** Uploaded files and those of a folder in a store as tables, read in restricted processes (docs/reference/promises.md#s5, docs/reference/promises.md#s6). */
export const files: Connector = {
  type: 'files',
  name: 'Files',
  syntax: 'sql',
  sqlStyle: { dialect: 'postgresql', formatter: 'duckdb', quote: '"', folds_case: false },
  config: lakeConfig,
  autoLimit: duckdbDialect,
  binds: duckdbBinding,
  annotates: true,
  isolation: 'own-process',
  speaksHttp: true,
  keepsFiles: true,
  hasTablesElsewhere: hasFolder,
  validate(options) {
    // references to secrets are resolved when a session opens
    const filled = Object.entries(standIns).filter(([name]) => readReference(options[name]) !== null)
    const read = readLakeOptions({ ...options, ...Object.fromEntries(filled) })
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openFiles } = await import('./files-session.ts')
    const read = readLakeOptions(options)
    if (isPhrase(read)) throw new ConnectionFailed(String(read))
    return openFiles(read, host)
  },
}
