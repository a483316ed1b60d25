import { readReference } from '#shared/config-form/secret-reference.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { legacyConfig, readLegacyOptions } from './legacy-options.ts'

const shared = {
  deprecated: true,
  syntax: 'json',
  sqlStyle: null,
  config: legacyConfig,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    // a reference to a secret is resolved when a session opens
    if (readReference(options.server) !== null) return null
    const read = readLegacyOptions(options)
    return isPhrase(read) ? read : null
  },
  async killOrphan(options, host, backend) {
    const { killLegacyOrphan } = await import('./legacy-session.ts')
    await killLegacyOrphan(options, host, backend)
  },
} satisfies Partial<Connector>

/** The first type for Elasticsearch (docs/reference/connectors.md#elasticsearch). */
export const elasticsearch: Connector = {
  ...shared,
  type: 'elasticsearch',
  name: 'Elasticsearch',
  async open(options, host) {
    const { openLegacy } = await import('./legacy-session.ts')
    const { elasticsearchStyle } = await import('./legacy-query.ts')
    return openLegacy(options, host, elasticsearchStyle)
  },
}

/** Documents by a query of Lucene, as in Kibana. */
export const kibana: Connector = {
  ...shared,
  type: 'kibana',
  name: 'Kibana',
  async open(options, host) {
    const { openLegacy } = await import('./legacy-session.ts')
    const { kibanaStyle } = await import('./legacy-query.ts')
    return openLegacy(options, host, kibanaStyle)
  },
}
