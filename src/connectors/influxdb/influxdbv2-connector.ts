import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { influxdbv2Config, readInfluxdbv2Options } from './influxdbv2-options.ts'

/** Flux of InfluxDB 2 (docs/reference/connectors.md#influxdb). */
export const influxdbv2: Connector = {
  type: 'influxdbv2',
  name: 'InfluxDBv2',
  syntax: 'custom',
  sqlStyle: null,
  config: influxdbv2Config,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readInfluxdbv2Options(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openInfluxdbv2 } = await import('./influxdbv2-session.ts')
    return openInfluxdbv2(options, host)
  },
}
