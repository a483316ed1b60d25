import { readReference } from '#shared/config-form/secret-reference.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector, ConnectorOptions } from '../connector.ts'
import { bigqueryBinding, bigqueryDialect } from './bigquery-dialect.ts'
import {
  bigqueryConfig,
  bigqueryGceConfig,
  readBigqueryGceOptions,
  readBigqueryOptions,
} from './bigquery-options.ts'

function connectorWith(
  own: Pick<Connector, 'type' | 'name' | 'config' | 'annotates'>,
  read: typeof readBigqueryOptions,
): Connector {
  return {
    ...own,
    syntax: 'sql',
    sqlStyle: { dialect: 'bigquery', formatter: 'bigquery', quote: '`', folds_case: false },
    autoLimit: bigqueryDialect,
    binds: bigqueryBinding,
    isolation: 'worker',
    speaksHttp: true,
    estimates: true,
    validate(options) {
      // a reference to a secret is resolved when a session opens
      const isReferred = readReference(options.jsonKeyFile) !== null
      const found = read(isReferred ? { ...options, jsonKeyFile: '' } : options)
      return isPhrase(found) ? found : null
    },
    async open(options, host) {
      const { openBigquery } = await import('./bigquery-session.ts')
      return openBigquery(read(options), host)
    },
    async resume(options, host, backend, sink, signal) {
      const { resumeBigquery } = await import('./bigquery-session.ts')
      return resumeBigquery(read(options), host, backend, sink, signal)
    },
    async killOrphan(options, host, backend) {
      const { killBigqueryOrphan } = await import('./bigquery-session.ts')
      await killBigqueryOrphan(read(options), host, backend)
    },
  }
}

/** BigQuery over its REST API (docs/reference/connectors.md#bigquery). */
export const bigquery: Connector = connectorWith(
  {
    type: 'bigquery',
    name: 'BigQuery',
    config: bigqueryConfig,
    annotates: ({ useQueryAnnotation }: ConnectorOptions) =>
      useQueryAnnotation === true ? 'without job' : false,
  },
  readBigqueryOptions,
)

/** BigQuery with the account and the project of the machine at Google on which Sextant runs. */
export const bigqueryGce: Connector = connectorWith(
  { type: 'bigquery_gce', name: 'BigQueryGCE', config: bigqueryGceConfig, annotates: false },
  readBigqueryGceOptions,
)
