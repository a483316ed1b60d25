import { isIP } from 'node:net'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { isPhrase, type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { Connector, ConnectorOptions, Tunnel } from '../connector.ts'
import { mysqlBinding, mysqlDialect } from './mysql-dialect.ts'
import { type MysqlOptions, readMysqlOptions } from './mysql-options.ts'

const config: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    port: { type: 'number', default: 3306 },
    user: { type: 'string' },
    passwd: { type: 'string', title: 'Password' },
    db: { type: 'string', title: 'Database name' },
    use_ssl: { type: 'boolean', title: 'Use SSL' },
    charset: { type: 'string', default: 'utf8mb4' },
    ssl_caFile: { type: 'string', title: 'SSL CA Certificate' },
    read_only: { type: 'boolean', title: 'Read-only' },
  },
  order: ['host', 'port', 'user', 'passwd', 'db'],
  required: ['host', 'user', 'passwd', 'db'],
  secret: ['passwd', 'ssl_caFile'],
  sent_to: { passwd: ['host', 'port'] },
  extra_options: ['ssl_caFile', 'read_only'],
}

/** Amazon signs with authorities that no system knows, so a certificate is checked only against an uploaded one. */
function readRdsOptions(options: ConnectorOptions, tunnel?: Tunnel): MysqlOptions | Phrase {
  const { host, port, user, passwd, db, use_ssl, charset, ssl_caFile, read_only } = options
  const hasAuthority = typeof ssl_caFile === 'string' && ssl_caFile !== ''
  if (hasAuthority && isIP(String(host ?? '')) !== 0) {
    return phrase('SSL CA Certificate needs the name of the host, not its address.')
  }
  const ssl_mode = hasAuthority ? 'verify-identity' : use_ssl === true ? 'required' : 'preferred'
  return readMysqlOptions({ host, port, user, passwd, db, charset, ssl_caFile, read_only, ssl_mode }, tunnel)
}

/** MySQL of Amazon RDS (docs/reference/connectors.md#mysql-of-amazon-rds). */
export const rdsMysql: Connector = {
  type: 'rds_mysql',
  name: 'MySQL (Amazon RDS)',
  syntax: 'sql',
  sqlStyle: { dialect: 'mysql', formatter: 'mysql', quote: '`', folds_case: false },
  config,
  autoLimit: mysqlDialect,
  binds: mysqlBinding,
  annotates: true,
  isolation: 'worker',
  tunnels: true,
  validate(options) {
    const read = readRdsOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host, signal) {
    const { openMysql } = await import('./mysql-session.ts')
    return openMysql(readRdsOptions(options, host.tunnel), host, signal)
  },
  async killOrphan(options, host, backend) {
    const { killMysqlOrphan } = await import('./mysql-session.ts')
    await killMysqlOrphan(readRdsOptions(options, host.tunnel), backend)
  },
}
