import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { kustoConfig, readKustoOptions } from './kusto-options.ts'

/** Azure Data Explorer over its HTTP API (docs/reference/connectors.md#azure-data-explorer). */
export const azureKusto: Connector = {
  type: 'azure_kusto',
  name: 'Azure Data Explorer (Kusto)',
  syntax: 'custom',
  sqlStyle: null,
  config: kustoConfig,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readKustoOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openKusto } = await import('./kusto-session.ts')
    return openKusto(readKustoOptions(options), host)
  },
  async killOrphan(options, host, backend) {
    const { killKustoOrphan } = await import('./kusto-session.ts')
    await killKustoOrphan(readKustoOptions(options), host, backend)
  },
}
