import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { calciteBinding, calciteDialect } from '../standard-dialect.ts'
import { pinotConfig, readPinotOptions } from './pinot-options.ts'

/** Apache Pinot: queries from a broker, the schema from a controller (docs/reference/connectors.md#pinot). */
export const pinot: Connector = {
  type: 'pinot',
  name: 'Apache Pinot',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'sql', quote: '"', folds_case: false },
  config: pinotConfig,
  autoLimit: calciteDialect,
  binds: calciteBinding,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    const read = readPinotOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openPinot } = await import('./pinot-session.ts')
    return openPinot(options, host)
  },
  async killOrphan(options, host, backend) {
    const { killPinotOrphan } = await import('./pinot-session.ts')
    await killPinotOrphan(options, host, backend)
  },
}
