import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { calciteBinding, calciteDialect } from '../standard-dialect.ts'
import { kylinConfig, readKylinOptions } from './kylin-options.ts'

/** Apache Kylin over HTTP (docs/reference/connectors.md#kylin). */
export const kylin: Connector = {
  type: 'kylin',
  name: 'Apache Kylin',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'sql', quote: '"', folds_case: false },
  config: kylinConfig,
  autoLimit: calciteDialect,
  binds: calciteBinding,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readKylinOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openKylin } = await import('./kylin-session.ts')
    return openKylin(options, host)
  },
}
