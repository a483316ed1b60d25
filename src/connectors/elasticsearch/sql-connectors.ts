import { readReference } from '#shared/config-form/secret-reference.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { elasticsearchConfig, readElasticsearchOptions } from './elasticsearch-options.ts'
import { elasticSqlBinding } from './sql-dialects.ts'

const shared = {
  syntax: 'sql',
  config: elasticsearchConfig,
  autoLimit: null,
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
  async killOrphan(options, host, backend) {
    const { killElasticsearchOrphan } = await import('./elasticsearch-session.ts')
    await killElasticsearchOrphan(options, host, backend)
  },
} satisfies Partial<Connector>

/** SQL and ES|QL of Elasticsearch (docs/reference/connectors.md#elasticsearch). */
export const xpackSql: Connector = {
  ...shared,
  type: 'elasticsearch2_XPackSQLElasticSearch',
  name: 'X-Pack SQL Elasticsearch',
  sqlStyle: { dialect: 'standard', formatter: 'sql', quote: '"', folds_case: false },
  binds: elasticSqlBinding,
  async open(options, host) {
    const { openElasticsearchSql, elasticFlavor } = await import('./sql-session.ts')
    return openElasticsearchSql(options, host, elasticFlavor)
  },
}

/** SQL and PPL of OpenSearch, and of Open Distro before it. */
export const openDistroSql: Connector = {
  ...shared,
  type: 'elasticsearch2_OpenDistroSQLElasticSearch',
  name: 'Open Distro SQL Elasticsearch',
  sqlStyle: { dialect: 'mysql', formatter: 'sql', quote: '`', folds_case: false },
  // releases differ in what a backslash in a string means, so no text can be written as a value
  binds: null,
  async open(options, host) {
    const { openElasticsearchSql, openFlavor } = await import('./sql-session.ts')
    return openElasticsearchSql(options, host, openFlavor)
  },
}
