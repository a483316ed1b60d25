import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { databendBinding, databendDialect } from './databend-dialect.ts'
import { databendConfig, readDatabendOptions } from './databend-options.ts'

/** Databend over HTTP (docs/reference/connectors.md#databend). */
export const databend: Connector = {
  type: 'databend',
  name: 'Databend',
  syntax: 'sql',
  sqlStyle: { dialect: 'clickhouse', formatter: 'snowflake', quote: '"', folds_case: true },
  config: databendConfig,
  autoLimit: databendDialect,
  binds: databendBinding,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    const read = readDatabendOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openDatabend } = await import('./databend-session.ts')
    return openDatabend(options, host)
  },
  async killOrphan(options, host, backend) {
    const { killDatabendOrphan } = await import('./databend-session.ts')
    await killDatabendOrphan(options, host, backend)
  },
}
