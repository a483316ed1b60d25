import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { mysqlBinding, mysqlDialect } from './mysql-dialect.ts'
import { mysqlConfig, readMysqlOptions } from './mysql-options.ts'

/** MySQL and MariaDB (docs/reference/connectors.md#mysql). */
export const mysql: Connector = {
  type: 'mysql',
  name: 'MySQL',
  syntax: 'sql',
  sqlStyle: { dialect: 'mysql', formatter: 'mysql', quote: '`', folds_case: false },
  config: mysqlConfig,
  autoLimit: mysqlDialect,
  binds: mysqlBinding,
  annotates: true,
  isolation: 'worker',
  tunnels: true,
  validate(options) {
    const read = readMysqlOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host, signal) {
    const { openMysql } = await import('./mysql-session.ts')
    return openMysql(readMysqlOptions(options, host.tunnel), host, signal)
  },
  async killOrphan(options, host, backend) {
    const { killMysqlOrphan } = await import('./mysql-session.ts')
    await killMysqlOrphan(readMysqlOptions(options, host.tunnel), backend)
  },
}
