import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { arangodbConfig, readArangodbOptions } from './arangodb-options.ts'

/** AQL of ArangoDB (docs/reference/connectors.md#arangodb). */
export const arangodb: Connector = {
  type: 'arangodb',
  name: 'ArangoDB',
  syntax: 'custom',
  sqlStyle: null,
  config: arangodbConfig,
  autoLimit: null,
  binds: null,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    const read = readArangodbOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openArangodb } = await import('./arangodb-session.ts')
    return openArangodb(options, host)
  },
  async killOrphan(options, host, backend) {
    const { killArangodbOrphan } = await import('./arangodb-session.ts')
    await killArangodbOrphan(options, host, backend)
  },
}
