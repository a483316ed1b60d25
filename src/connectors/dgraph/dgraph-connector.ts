import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { dgraphConfig, readDgraphOptions } from './dgraph-options.ts'

/** DQL of Dgraph (docs/reference/connectors.md#dgraph). */
export const dgraph: Connector = {
  type: 'dgraph',
  name: 'Dgraph',
  syntax: 'custom',
  sqlStyle: null,
  config: dgraphConfig,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    const read = readDgraphOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openDgraph } = await import('./dgraph-session.ts')
    return openDgraph(options, host)
  },
}
