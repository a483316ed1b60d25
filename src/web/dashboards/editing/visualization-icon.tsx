import {
  IconBoxMultiple,
  IconChartBar,
  IconChartCandle,
  IconChartSankey,
  IconCloud,
  IconFilter,
  IconGridDots,
  IconListDetails,
  IconMap,
  IconMapPin,
  IconNumber123,
  type IconProps,
  IconSunset2,
  IconTable,
  IconTablePlus,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

const icons: Readonly<Record<string, ComponentType<IconProps>>> = {
  BOXPLOT: IconChartCandle,
  CHART: IconChartBar,
  CHOROPLETH: IconMap,
  COHORT: IconGridDots,
  COUNTER: IconNumber123,
  DETAILS: IconListDetails,
  FUNNEL: IconFilter,
  MAP: IconMapPin,
  PIVOT: IconTablePlus,
  SANKEY: IconChartSankey,
  SUNBURST_SEQUENCE: IconSunset2,
  TABLE: IconTable,
  WORD_CLOUD: IconCloud,
}

/** The sign of a kind of picture; says nothing to assistive technology, as the name stands beside it. */
export function VisualizationIcon({ type }: { type: string }) {
  const Icon = icons[type] ?? IconBoxMultiple
  return <Icon size={16} aria-hidden="true" style={{ flex: 'none' }} />
}
