import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector, ConnectorOptions } from '../connector.ts'
import { db2Binding, db2Dialect } from './vendor-dialect.ts'
import { readVendorOptions } from './vendor-options.ts'

const read = (options: ConnectorOptions) =>
  readVendorOptions(options, { port: 50_000, databaseName: 'dbname' })

/** IBM Db2 by the package `ibm_db`, which the operator installs (docs/reference/connectors.md#db2-and-netezza). */
export const db2: Connector = {
  type: 'db2',
  name: 'DB2',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'db2', quote: '"', folds_case: false },
  config: {
    type: 'object',
    properties: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'number', default: 50_000 },
      user: { type: 'string' },
      password: { type: 'string' },
      dbname: { type: 'string', title: 'Database Name' },
    },
    order: ['host', 'port', 'user', 'password', 'dbname'],
    required: ['dbname'],
    secret: ['password'],
    sent_to: { password: ['host', 'port'] },
  },
  autoLimit: db2Dialect,
  binds: db2Binding,
  annotates: true,
  isolation: 'own-process',
  needsPackage: 'ibm_db',
  validate(options) {
    const found = read(options)
    return isPhrase(found) ? found : null
  },
  async open(options, host, signal) {
    const { openVendor } = await import('./open-vendor.ts')
    const child = new URL('./db2-child.ts', import.meta.url)
    return await openVendor({ child, name: 'ibm_db' }, read(options), host, signal)
  },
}
