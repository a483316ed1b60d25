import type { ClientConfig } from '#shared/session/session-api.ts'
import type { HostSettings } from '#visualizations/visualization.ts'

/** The organization's formats for visualizations (docs/reference/visualizations.md#host-settings). */
export function hostSettings(config: ClientConfig): HostSettings {
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
    hidePlotlyModeBar: config.hidePlotlyModeBar,
  }
}
