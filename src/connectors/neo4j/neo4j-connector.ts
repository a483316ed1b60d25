import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { neo4jConfig, readNeo4jOptions } from './neo4j-options.ts'

/** Cypher over the Query API of Neo4j (docs/reference/connectors.md#neo4j). */
export const neo4j: Connector = {
  type: 'neo4j',
  name: 'Neo4j',
  syntax: 'custom',
  sqlStyle: null,
  config: neo4jConfig,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    const read = readNeo4jOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openNeo4j } = await import('./neo4j-session.ts')
    return openNeo4j(options, host)
  },
  async killOrphan(options, host, backend) {
    const { killNeo4jOrphan } = await import('./neo4j-session.ts')
    await killNeo4jOrphan(options, host, backend)
  },
}
