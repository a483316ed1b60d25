import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { type PrometheusOptions, prometheusConfig, readPrometheusOptions } from './prometheus-options.ts'

/** The same as for Prometheus. */
export const lokiConfig: ConfigurationSchema = {
  ...prometheusConfig,
  properties: { ...prometheusConfig.properties, url: { type: 'string', title: 'Loki URL' } },
}

/** The options, or a message that names the wrong one. */
export function readLokiOptions(options: ConnectorOptions): PrometheusOptions | Phrase {
  const url = String(options.url ?? '')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return phrase('Loki URL must begin with http:// or https://.')
  }
  return readPrometheusOptions(options)
}
