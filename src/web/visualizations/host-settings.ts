import { useMemo } from 'react'
import type { ClientConfig } from '#shared/session/session-api.ts'
import type { HostSettings } from '#visualizations/visualization.ts'
import { useClientConfig } from '#web/app/use-session.ts'

/** The organisation's formats as visualizations take them (reference-visualizations 2.7). */
function hostSettings(config: ClientConfig): HostSettings {
  return {
    dateFormat: config.dateFormat,
    dateTimeFormat: config.dateTimeFormat,
    integerFormat: config.integerFormat,
    floatFormat: config.floatFormat,
    thousandsSeparator: config.thousandsSeparator,
    decimalSeparator: config.decimalSeparator,
    nullValue: config.nullValue,
    booleanValues: ['false', 'true'],
    tableCellMaxJSONSize: config.tableCellMaxJSONSize,
    allowCustomJSVisualizations: config.allowCustomJSVisualizations,
  }
}

export function useHostSettings(): HostSettings {
  const config = useClientConfig()
  return useMemo(() => hostSettings(config), [config])
}
