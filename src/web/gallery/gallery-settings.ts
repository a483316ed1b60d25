import type { HostSettings } from '#visualizations/visualization.ts'

/** Formats of an organisation that has changed nothing. */
export const gallerySettings: HostSettings = {
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
}
