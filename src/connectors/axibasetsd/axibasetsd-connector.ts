import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { axibasetsdConfig, readAxibasetsdOptions } from './axibasetsd-options.ts'

/** SQL of Axibase Time Series Database (docs/reference/connectors.md#axibase-time-series-database). */
export const axibasetsd: Connector = {
  type: 'axibasetsd',
  name: 'Axibase Time Series Database',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'sql', quote: '"', folds_case: false },
  config: axibasetsdConfig,
  autoLimit: null,
  // its documents do not say how a quote in a string is written
  binds: null,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readAxibasetsdOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openAxibasetsd } = await import('./axibasetsd-session.ts')
    return openAxibasetsd(options, host)
  },
  async killOrphan(options, host, backend) {
    const { killAxibasetsdOrphan } = await import('./axibasetsd-session.ts')
    await killAxibasetsdOrphan(options, host, backend)
  },
}
