import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { inDriverProcess } from '../driver-process.ts'
import { mssqlBinding, mssqlDialect } from './mssql-dialect.ts'
import { mssqlConfig, mssqlOdbcConfig, readMssqlOptions } from './mssql-options.ts'

/**
 * SQL Server (docs/reference/connectors.md#sql-server). Nothing ends queries of workers that died: the server itself
 * ends a session as soon as its connection is closed.
 */
export const mssql: Connector = {
  type: 'mssql',
  name: 'Microsoft SQL Server',
  syntax: 'sql',
  sqlStyle: { dialect: 'mssql', formatter: 'transactsql', quote: '"', folds_case: false },
  config: mssqlConfig,
  autoLimit: mssqlDialect,
  binds: mssqlBinding,
  annotates: false,
  isolation: 'own-process',
  tunnels: true,
  ...sessionsOf(false, new URL('./mssql-child.ts', import.meta.url)),
}

/** The same driver with the options of the ODBC type, for stored sources and for its choice of encryption. */
export const mssqlOdbc: Connector = {
  ...mssql,
  type: 'mssql_odbc',
  name: 'Microsoft SQL Server (ODBC)',
  config: mssqlOdbcConfig,
  ...sessionsOf(true, new URL('./mssql-odbc-child.ts', import.meta.url)),
}

function sessionsOf(isOdbc: boolean, child: URL): Required<Pick<Connector, 'validate' | 'open'>> {
  return {
    validate(options) {
      const read = readMssqlOptions(options, isOdbc)
      return isPhrase(read) ? read : null
    },
    open: inDriverProcess(child).open,
  }
}
