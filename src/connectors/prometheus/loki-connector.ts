import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { lokiConfig, readLokiOptions } from './loki-options.ts'

/** Loki: logs, and series made of them (docs/reference/connectors.md#loki). */
export const loki: Connector = {
  type: 'loki',
  name: 'Loki',
  syntax: 'custom',
  sqlStyle: null,
  config: lokiConfig,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  validate(options) {
    const read = readLokiOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openLoki } = await import('./loki-session.ts')
    return openLoki(options, host)
  },
}
