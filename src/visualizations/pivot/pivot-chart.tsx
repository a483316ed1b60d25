import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendScrollComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { useMemo, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { type AccessibleTable, DataTable, maxTableRows } from '../parts/data-table.tsx'
import type { EchartsParts } from '../parts/echarts.ts'
import { useBoxSize } from '../parts/use-box-size.ts'
import { useEcharts, useEchartsOption } from '../parts/use-echarts.ts'
import { useVisualizationTheme } from '../parts/use-visualization-theme.ts'
import classes from './pivot.module.css'
import type { ChartModel } from './pivot-chart-model.ts'
import { type HoveredValue, hoverElement, hoverLines } from './pivot-chart-tooltip.ts'
import { pivotToEcharts } from './pivot-to-echarts.ts'

/** The ECharts modules for charts of a pivot. */
const pivotParts: EchartsParts = [
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendScrollComponent,
  TitleComponent,
  TooltipComponent,
]

interface PivotChartProps {
  model: ChartModel
  name: string
  /** the stored name of the color scheme */
  scheme: unknown
}

/** The pivot drawn with ECharts; a separate chunk. */
export default function PivotChart({ model, name, scheme }: PivotChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useVisualizationTheme(box)
  const size = useBoxSize(box)
  const chart = useEcharts(box, pivotParts, size !== null)
  const option = useMemo(() => {
    if (!theme || !size) return null
    const drawn = pivotToEcharts(model, theme, size, scheme)
    const formatter = (params: unknown) => hoverElement(hoverLines(model, hoveredValues(params)), document)
    return { ...drawn, tooltip: { ...drawn.tooltip, formatter } }
  }, [model, theme, size, scheme])
  useEchartsOption(chart, option, size)
  const table = useMemo(() => tableOf(model), [model])
  return (
    <>
      <div
        ref={box}
        className={classes.chart}
        role="img"
        aria-label={t('{name}: {title}, as a table after it', { name, title: model.title })}
      />
      <DataTable table={table} name={name} />
    </>
  )
}

/** Parses the tooltip parameters of ECharts: one value, or all values of a category. */
function hoveredValues(params: unknown): HoveredValue[] {
  const list: unknown[] = Array.isArray(params) ? params : [params]
  return list.flatMap((entry): HoveredValue[] => {
    if (typeof entry !== 'object' || entry === null) return []
    const { seriesIndex, dataIndex, value, color } = entry as Record<string, unknown>
    if (typeof seriesIndex !== 'number' || typeof dataIndex !== 'number') return []
    const place = Array.isArray(value) ? { col: Number(value[0]), row: Number(value[1]) } : null
    return [
      { series: seriesIndex, category: dataIndex, place, color: typeof color === 'string' ? color : '' },
    ]
  })
}

function tableOf({ categories, categoryTitle, series }: ChartModel): AccessibleTable {
  return {
    columns: [categoryTitle, ...series.map(({ name }) => name)],
    rows: categories
      .slice(0, maxTableRows)
      .map((category, index) => [category, ...series.map(({ texts }) => texts[index] ?? '')]),
    more: Math.max(0, categories.length - maxTableRows),
  }
}
