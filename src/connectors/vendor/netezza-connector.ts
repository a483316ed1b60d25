import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector, ConnectorOptions } from '../connector.ts'
import { netezzaBinding, netezzaDialect } from './vendor-dialect.ts'
import { readVendorOptions } from './vendor-options.ts'

const read = (options: ConnectorOptions) =>
  readVendorOptions({ database: 'system', ...options }, { port: 5480, databaseName: 'database' })

/**
 * Netezza by the package `odbc` and IBM's ODBC driver, which the operator installs
 * (docs/reference/connectors.md#db2-and-netezza).
 */
export const netezza: Connector = {
  type: 'nz',
  name: 'Netezza',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'sql', quote: '"', folds_case: false },
  config: {
    type: 'object',
    properties: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'number', default: 5480 },
      user: { type: 'string' },
      password: { type: 'string' },
      database: { type: 'string', title: 'Database Name', default: 'system' },
    },
    order: ['host', 'port', 'user', 'password', 'database'],
    required: ['user', 'password', 'database'],
    secret: ['password'],
    sent_to: { password: ['host', 'port'] },
  },
  autoLimit: netezzaDialect,
  binds: netezzaBinding,
  annotates: true,
  isolation: 'own-process',
  needsPackage: 'odbc',
  validate(options) {
    const found = read(options)
    return isPhrase(found) ? found : null
  },
  async open(options, host, signal) {
    const { openVendor } = await import('./open-vendor.ts')
    const child = new URL('./netezza-child.ts', import.meta.url)
    return await openVendor({ child, name: 'odbc' }, read(options), host, signal)
  },
}
