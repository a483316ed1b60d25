import { readReference } from '#shared/config-form/secret-reference.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { elasticsearchConfig, readElasticsearchOptions } from './elasticsearch-options.ts'

/** Elasticsearch and OpenSearch (docs/reference/connectors.md#elasticsearch). */
export const elasticsearch2: Connector = {
  type: 'elasticsearch2',
  name: 'Elasticsearch',
  syntax: 'json',
  sqlStyle: null,
  config: elasticsearchConfig,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    // a reference to a secret is resolved when a session opens
    if (readReference(options.url) !== null) return null
    const read = readElasticsearchOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openElasticsearch } = await import('./elasticsearch-session.ts')
    return openElasticsearch(options, host)
  },
  async killOrphan(options, host, backend) {
    const { killElasticsearchOrphan } = await import('./elasticsearch-session.ts')
    await killElasticsearchOrphan(options, host, backend)
  },
}
