import { t } from '#shared/messages/translate.ts'
import type { HostSettings } from '../visualization.ts'
import { type Aggregate, type AggregatorName, aggregators } from './pivot-aggregators.ts'
import type { RendererName } from './pivot-options.ts'

/** Translated labels by stored name. */
export const aggregatorLabels: Readonly<Record<AggregatorName, string>> = {
  Count: t('Count'),
  'Count Unique Values': t('Count Unique Values'),
  'List Unique Values': t('List Unique Values'),
  Sum: t('Sum'),
  'Integer Sum': t('Integer Sum'),
  Average: t('Average'),
  Median: t('Median'),
  'Sample Variance': t('Sample Variance'),
  'Sample Standard Deviation': t('Sample Standard Deviation'),
  Minimum: t('Minimum'),
  Maximum: t('Maximum'),
  First: t('First'),
  Last: t('Last'),
  'Sum over Sum': t('Sum over Sum'),
  'Sum as Fraction of Total': t('Sum as Fraction of Total'),
  'Sum as Fraction of Rows': t('Sum as Fraction of Rows'),
  'Sum as Fraction of Columns': t('Sum as Fraction of Columns'),
  'Count as Fraction of Total': t('Count as Fraction of Total'),
  'Count as Fraction of Rows': t('Count as Fraction of Rows'),
  'Count as Fraction of Columns': t('Count as Fraction of Columns'),
}

export const rendererLabels: Readonly<Record<RendererName, string>> = {
  Table: t('Table'),
  'Table Heatmap': t('Table Heatmap'),
  'Table Col Heatmap': t('Table Col Heatmap'),
  'Table Row Heatmap': t('Table Row Heatmap'),
  'Exportable TSV': t('Exportable TSV'),
  'Grouped Column Chart': t('Grouped Column Chart'),
  'Stacked Column Chart': t('Stacked Column Chart'),
  'Grouped Bar Chart': t('Grouped Bar Chart'),
  'Stacked Bar Chart': t('Stacked Bar Chart'),
  'Line Chart': t('Line Chart'),
  'Dot Chart': t('Dot Chart'),
  'Area Chart': t('Area Chart'),
  'Scatter Chart': t('Scatter Chart'),
  'Multiple Pie Chart': t('Multiple Pie Chart'),
}

type AggregateFormat = (value: Aggregate) => string

/** Formats cells: rounded like react-pivottable, with the separators of the organization; blank for no value. */
export function aggregateFormat(
  aggregatorName: AggregatorName,
  ofDates: boolean,
  settings: Pick<HostSettings, 'thousandsSeparator' | 'decimalSeparator'>,
): AggregateFormat {
  const { format } = aggregators[aggregatorName]
  const decimals = format === 'integer' ? 0 : format === 'percent' ? 1 : 2
  return (value) => {
    if (value === null) return ''
    if (typeof value === 'string') {
      const isNumber = format !== 'text' && !ofDates && value.trim() !== '' && Number.isFinite(Number(value))
      if (!isNumber) return value
    }
    const number = Number(value)
    if (!Number.isFinite(number)) return ''
    const text = separated((format === 'percent' ? number * 100 : number).toFixed(decimals), settings)
    return format === 'percent' ? `${text}%` : text
  }
}

function separated(
  digits: string,
  { thousandsSeparator, decimalSeparator }: Pick<HostSettings, 'thousandsSeparator' | 'decimalSeparator'>,
): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits)
  // from 1e21 on, toFixed returns an exponent
  if (!match) return digits
  const [, minus = '', whole = '', fraction] = match
  const sign = /[1-9]/.test(digits) ? minus : ''
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, () => thousandsSeparator)
  return sign + grouped + (fraction === undefined ? '' : decimalSeparator + fraction)
}
