import type { HostSettings } from './visualization.ts'

/** The default formats of an organization, for tests and the gallery. */
export const sampleSettings: HostSettings = {
  dateFormat: 'DD/MM/YY',
  dateTimeFormat: 'DD/MM/YY HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  thousandsSeparator: ',',
  decimalSeparator: '.',
  nullValue: 'null',
  booleanValues: ['false', 'true'],
  tableCellMaxJSONSize: 50_000,
  allowCustomJSVisualizations: false,
  hidePlotlyModeBar: false,
}
