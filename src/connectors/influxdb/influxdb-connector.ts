import { readReference } from '#shared/config-form/secret-reference.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { influxdbConfig, readInfluxdbOptions } from './influxdb-options.ts'

/** InfluxDB 1, and later ones with its API (docs/reference/connectors.md#influxdb). */
export const influxdb: Connector = {
  type: 'influxdb',
  name: 'InfluxDB',
  syntax: 'custom',
  sqlStyle: null,
  config: influxdbConfig,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    // a reference to a secret is resolved when a session opens
    if (readReference(options.url) !== null) return null
    const read = readInfluxdbOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openInfluxdb } = await import('./influxdb-session.ts')
    return openInfluxdb(options, host)
  },
}
