import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import type { Connector, ConnectorOptions, Tunnel } from '../connector.ts'
import { mysqlBinding, mysqlDialect } from './mysql-dialect.ts'
import { type MysqlOptions, readMysqlOptions } from './mysql-options.ts'

const config: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    port: { type: 'number' },
    user: { type: 'string' },
    password: { type: 'string' },
  },
  required: ['host', 'port'],
  secret: ['password'],
  sent_to: { password: ['host', 'port'] },
}

function readMemsqlOptions(
  { host, port, user, password }: ConnectorOptions,
  tunnel?: Tunnel,
): MysqlOptions | Phrase {
  const read = readMysqlOptions({ host, port, user, passwd: password }, tunnel)
  return isPhrase(read) ? read : { ...read, isSingleStore: true }
}

/** SingleStore, once MemSQL (docs/reference/connectors.md#memsql). */
export const memsql: Connector = {
  type: 'memsql',
  name: 'MemSQL',
  syntax: 'sql',
  sqlStyle: { dialect: 'mysql', formatter: 'singlestoredb', quote: '`', folds_case: false },
  config,
  autoLimit: mysqlDialect,
  binds: mysqlBinding,
  annotates: false,
  isolation: 'worker',
  tunnels: true,
  validate(options) {
    const read = readMemsqlOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host, signal) {
    const { openMysql } = await import('./mysql-session.ts')
    return openMysql(readMemsqlOptions(options, host.tunnel), host, signal)
  },
  async killOrphan(options, host, backend) {
    const { killMysqlOrphan } = await import('./mysql-session.ts')
    await killMysqlOrphan(readMemsqlOptions(options, host.tunnel), backend)
  },
}
