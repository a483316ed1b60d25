import {
  IconChartArea,
  IconChartBar,
  IconChartBubble,
  IconChartCandle,
  IconChartDots,
  IconChartGridDots,
  IconChartLine,
  IconChartPie,
  IconCode,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { t } from '#shared/messages/translate.ts'
import { offeredVisualizationTypes } from '#visualizations/registry.ts'
import { typeLabels } from '#visualizations/type-labels.ts'

/** What the gallery offers: a type of visualization, or one of the types of charts. */
export interface VisualizationKind {
  key: string
  type: string
  /** of charts */
  chartType?: string
  label: string
  /** one line */
  help: string
  /** of charts; other types have the icon of their type */
  icon?: ComponentType<IconProps>
}

export function kindKey(type: string, chartType?: string): string {
  return chartType === undefined ? type : `${type}:${chartType}`
}

const chartKinds: readonly Omit<Required<VisualizationKind>, 'key' | 'type'>[] = [
  {
    ...{ chartType: 'line', icon: IconChartLine, label: t('Line Chart') },
    help: t('Follows values over time.'),
  },
  {
    ...{ chartType: 'column', icon: IconChartBar, label: t('Bar Chart') },
    help: t('Compares values side by side or stacked.'),
  },
  {
    ...{ chartType: 'area', icon: IconChartArea, label: t('Area Chart') },
    help: t('Shows how parts of a whole change over time.'),
  },
  {
    ...{ chartType: 'pie', icon: IconChartPie, label: t('Pie Chart') },
    help: t('Shows the shares of a few parts.'),
  },
  {
    ...{ chartType: 'scatter', icon: IconChartDots, label: t('Scatter Chart') },
    help: t('Shows how two numbers go together.'),
  },
  {
    ...{ chartType: 'bubble', icon: IconChartBubble, label: t('Bubble Chart') },
    help: t('A scatter chart with a third number as size.'),
  },
  {
    ...{ chartType: 'heatmap', icon: IconChartGridDots, label: t('Heatmap') },
    help: t('Colors the cells of a grid by a number.'),
  },
  {
    ...{ chartType: 'box', icon: IconChartCandle, label: t('Box Plot') },
    help: t('Shows how numbers are distributed.'),
  },
  {
    ...{ chartType: 'custom', icon: IconCode, label: t('Custom Chart') },
    help: t('Draws with your own JavaScript.'),
  },
]

const helpOfTypes: Readonly<Record<string, string>> = {
  CHOROPLETH: t('Colors countries or regions by a number.'),
  COHORT: t('Follows groups: how many are left at each stage.'),
  COUNTER: t('One number in large type, with a target.'),
  DETAILS: t('One row at a time, all its columns.'),
  FUNNEL: t('How many remain at each step.'),
  MAP: t('Places by latitude and longitude.'),
  PIVOT: t('Groups and sums by several columns.'),
  SANKEY: t('Flows from stage to stage.'),
  SUNBURST_SEQUENCE: t('Sequences as rings around a center.'),
  TABLE: t('Rows and columns to read, sort and search.'),
  WORD_CLOUD: t('Words, larger the more frequent they are.'),
}

/** All kinds by name. Custom charts only if the installation allows them. */
export function visualizationKinds(allowsCustom: boolean): VisualizationKind[] {
  const charts = chartKinds
    .filter(({ chartType }) => allowsCustom || chartType !== 'custom')
    .map((kind) => ({ ...kind, type: 'CHART', key: kindKey('CHART', kind.chartType) }))
  const others = offeredVisualizationTypes()
    .filter(({ type }) => type !== 'CHART')
    .map(({ type, name }) => ({
      ...{ type, key: kindKey(type), label: typeLabels[type] ?? name },
      help: helpOfTypes[type] ?? '',
    }))
  return [...charts, ...others].sort((one, other) => one.label.localeCompare(other.label))
}
