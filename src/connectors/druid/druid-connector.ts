import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { calciteBinding, calciteDialect } from '../standard-dialect.ts'
import { druidConfig, readDruidOptions } from './druid-options.ts'

/** The SQL of Apache Druid over HTTP (docs/reference/connectors.md#druid). */
export const druid: Connector = {
  type: 'druid',
  name: 'Druid',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'sql', quote: '"', folds_case: false },
  config: druidConfig,
  autoLimit: calciteDialect,
  binds: calciteBinding,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    const read = readDruidOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openDruid } = await import('./druid-session.ts')
    return openDruid(options, host)
  },
  async killOrphan(options, host, backend) {
    const { killDruidOrphan } = await import('./druid-session.ts')
    await killDruidOrphan(options, host, backend)
  },
}
