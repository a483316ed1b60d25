import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { graphiteConfig, readGraphiteOptions } from './graphite-options.ts'

/** Graphite, and servers with its `/render` (docs/reference/connectors.md#graphite). */
export const graphite: Connector = {
  type: 'graphite',
  name: 'Graphite',
  syntax: 'custom',
  sqlStyle: null,
  config: graphiteConfig,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readGraphiteOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openGraphite } = await import('./graphite-session.ts')
    return openGraphite(options, host)
  },
}
