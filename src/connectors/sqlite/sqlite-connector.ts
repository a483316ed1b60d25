import type { Connector } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { openEngineProcess } from '../engine-process.ts'
import { confinePath } from '../file-folders.ts'
import { sqliteBinding, sqliteDialect } from './sqlite-dialect.ts'

/** SQLite files, read only, by `node:sqlite` in a restricted process (docs/reference/connectors.md#sqlite). */
export const sqlite: Connector = {
  type: 'sqlite',
  name: 'Sqlite',
  syntax: 'sql',
  config: {
    type: 'object',
    properties: { dbpath: { type: 'string', title: 'Database Path' } },
    required: ['dbpath'],
  },
  autoLimit: sqliteDialect,
  binds: sqliteBinding,
  annotates: true,
  isolation: 'own-process',
  async open(options, host, signal) {
    if (typeof options.dbpath !== 'string')
      throw new ConnectionFailed('Database Path (options.dbpath) is missing.')
    const program = {
      child: new URL('./sqlite-child.ts', import.meta.url),
      path: await confinePath(options.dbpath, host.fileFolders),
      packages: [],
      isNative: false,
    }
    return await openEngineProcess({ ...program, host }, signal)
  },
}
