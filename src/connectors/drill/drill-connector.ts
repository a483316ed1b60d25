import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { drillBinding, drillDialect } from './drill-dialect.ts'
import { drillConfig, readDrillOptions } from './drill-options.ts'

/** Apache Drill over its REST API (docs/reference/connectors.md#drill). */
export const drill: Connector = {
  type: 'drill',
  name: 'Apache Drill',
  syntax: 'sql',
  sqlStyle: { dialect: 'sqlite', formatter: 'sql', quote: '`', folds_case: false },
  config: drillConfig,
  autoLimit: drillDialect,
  binds: drillBinding,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readDrillOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openDrill } = await import('./drill-session.ts')
    return openDrill(options, host)
  },
  async killOrphan(options, host, backend) {
    const { killDrillOrphan } = await import('./drill-session.ts')
    await killDrillOrphan(options, host, backend)
  },
}
