import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
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
  isolation: 'worker',
  tunnels: true,
  ...sessionsOf(false),
}

/** The same driver with the options of the ODBC type, for stored sources and for its choice of encryption. */
export const mssqlOdbc: Connector = {
  ...mssql,
  type: 'mssql_odbc',
  name: 'Microsoft SQL Server (ODBC)',
  config: mssqlOdbcConfig,
  ...sessionsOf(true),
}

function sessionsOf(isOdbc: boolean): Required<Pick<Connector, 'validate' | 'open'>> {
  return {
    validate(options) {
      const read = readMssqlOptions(options, isOdbc)
      return isPhrase(read) ? read : null
    },
    async open(stored, host, signal) {
      const { openMssql } = await import('./mssql-session.ts')
      return openMssql(readMssqlOptions(stored, isOdbc, host.tunnel), signal)
    },
  }
}
