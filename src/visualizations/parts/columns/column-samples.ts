import type { HostSettings, VisualizationData } from '../../visualization.ts'

/** Settings and results for the tests of this folder. */
export const hostSettings: HostSettings = {
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

export function resultOf(
  columns: readonly (readonly [name: string, type: string | null])[],
  rows: readonly (readonly unknown[])[] = [],
): VisualizationData {
  return {
    columns: columns.map(([name, type]) => ({ name, friendly_name: name, type })),
    rows: rows.map((cells) =>
      Object.fromEntries(cells.map((cell, index) => [columns[index]?.[0] ?? '', cell])),
    ),
  }
}
