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

/** The icon of a visualization type; hidden from assistive technology because the name is beside it. */
export function VisualizationIcon({ type, size = 16 }: { type: string; size?: number }) {
  const Icon = icons[type] ?? IconBoxMultiple
  return <Icon size={size} aria-hidden="true" style={{ flex: 'none' }} />
}
