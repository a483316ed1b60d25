import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { prometheusConfig, readPrometheusOptions } from './prometheus-options.ts'

/** Prometheus and servers with its API: Mimir, Thanos, VictoriaMetrics (docs/reference/connectors.md#prometheus). */
export const prometheus: Connector = {
  type: 'prometheus',
  name: 'Prometheus',
  syntax: 'custom',
  sqlStyle: null,
  config: prometheusConfig,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readPrometheusOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openPrometheus } = await import('./prometheus-session.ts')
    return openPrometheus(options, host)
  },
}
