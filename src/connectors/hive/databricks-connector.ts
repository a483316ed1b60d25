import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { databricksBinding, databricksDialect } from './databricks-dialect.ts'
import { databricksConfig, readDatabricksOptions } from './databricks-options.ts'

/** SQL warehouses of Databricks over the API that runs statements (docs/reference/connectors.md#databricks). */
export const databricks: Connector = {
  type: 'databricks',
  name: 'Databricks',
  syntax: 'sql',
  sqlStyle: { dialect: 'hive', formatter: 'spark', quote: '`', folds_case: false },
  config: databricksConfig,
  autoLimit: databricksDialect,
  binds: databricksBinding,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  readsLevels: true,
  validate(options) {
    const read = readDatabricksOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openDatabricks } = await import('./databricks-session.ts')
    return openDatabricks(readDatabricksOptions(options), host)
  },
  async resume(options, host, backend, sink, signal) {
    const { resumeDatabricks } = await import('./databricks-session.ts')
    return resumeDatabricks(readDatabricksOptions(options), host, backend, sink, signal)
  },
  async killOrphan(options, host, backend) {
    const { killDatabricksOrphan } = await import('./databricks-session.ts')
    await killDatabricksOrphan(readDatabricksOptions(options), host, backend)
  },
}
