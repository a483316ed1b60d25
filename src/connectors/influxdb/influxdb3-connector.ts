import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { influxdb3Dialect } from './influxdb3-dialect.ts'
import { influxdb3Config, readInfluxdb3Options } from './influxdb3-options.ts'

/** SQL of InfluxDB 3 (docs/reference/connectors.md#influxdb). */
export const influxdb3: Connector = {
  type: 'influxdb3',
  name: 'InfluxDB 3',
  syntax: 'sql',
  sqlStyle: { dialect: 'postgresql', formatter: 'postgresql', quote: '"', folds_case: true },
  config: influxdb3Config,
  autoLimit: influxdb3Dialect,
  // not every release reads the prefixes of strings and the ends of comments in the same way
  binds: null,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    const read = readInfluxdb3Options(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openInfluxdb3 } = await import('./influxdb3-session.ts')
    return openInfluxdb3(options, host)
  },
}
