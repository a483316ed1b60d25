import { t } from '#shared/messages/translate.ts'
import type { AggregatorName } from './pivot-aggregators.ts'
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
