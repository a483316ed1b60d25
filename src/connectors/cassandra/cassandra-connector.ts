import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { cqlBinding } from './cassandra-dialect.ts'
import { cassandraConfig, readCassandraOptions } from './cassandra-options.ts'

/**
 * Cassandra (docs/reference/connectors.md#cassandra-and-scylladb). Nothing ends queries of workers that died: a server
 * works on one page of a result at a time, and Sextant does not request the next one.
 */
export const cassandra: Connector = {
  type: 'Cassandra',
  name: 'Cassandra',
  syntax: 'sql',
  sqlStyle: { dialect: 'cassandra', formatter: 'sql', quote: '"', folds_case: true },
  config: cassandraConfig,
  autoLimit: null,
  binds: cqlBinding,
  annotates: true,
  isolation: 'worker',
  tunnels: true,
  validate(options) {
    const read = readCassandraOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host, signal) {
    const { openCassandra } = await import('./cassandra-session.ts')
    return openCassandra(readCassandraOptions(options, host.tunnel), signal)
  },
}

export const scylla: Connector = { ...cassandra, type: 'scylla', name: 'ScyllaDB' }
