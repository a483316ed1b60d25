import { t } from '#shared/messages/translate.ts'

/** The translated name of each type in the editor. The name of a new visualization stays English, because it is stored. */
export const typeLabels: Readonly<Record<string, string>> = {
  BOXPLOT: t('Boxplot (Deprecated)'),
  CHART: t('Chart'),
  CHOROPLETH: t('Map (Choropleth)'),
  COHORT: t('Cohort'),
  COUNTER: t('Counter'),
  DETAILS: t('Details View'),
  FUNNEL: t('Funnel'),
  MAP: t('Map (Markers)'),
  PIVOT: t('Pivot Table'),
  SANKEY: t('Sankey'),
  SUNBURST_SEQUENCE: t('Sunburst Sequence'),
  TABLE: t('Table'),
  WORD_CLOUD: t('Word Cloud'),
}
