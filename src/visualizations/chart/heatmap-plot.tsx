import { useEffect, useMemo, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { type AccessibleTable, DataTable, maxTableRows } from '../parts/data-table.tsx'
import type { EChartsType } from '../parts/echarts.ts'
import { useBoxSize } from '../parts/use-box-size.ts'
import { useEcharts, useEchartsOption } from '../parts/use-echarts.ts'
import { useVisualizationTheme } from '../parts/use-visualization-theme.ts'
import type { VisualizationTheme } from '../parts/visualization-theme.ts'
import classes from './chart.module.css'
import type { HeatmapModel } from './chart-heatmap.ts'
import { linkTarget } from './chart-links.ts'
import type { ChartOptions } from './chart-options.ts'
import { type TooltipContent, tooltipElement } from './chart-tooltip.ts'
import { heatmapOnPage, heatmapParts, heatmapToEcharts } from './echarts-heatmap.ts'

interface HeatmapPlotProps {
  model: HeatmapModel
  options: ChartOptions
  name: string
}

/** A heatmap on a canvas, with a table of its numbers. */
export default function HeatmapPlot({ model, options, name }: HeatmapPlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useVisualizationTheme(box)
  const table = useMemo(() => heatmapTable(model), [model])
  return (
    <>
      <div ref={box} className={classes.plot}>
        {theme ? <Canvas model={model} options={options} name={name} theme={theme} /> : null}
      </div>
      <DataTable table={table} name={name} />
    </>
  )
}

function Canvas({ model, options, name, theme }: HeatmapPlotProps & { theme: VisualizationTheme }) {
  const box = useRef<HTMLDivElement>(null)
  const size = useBoxSize(box)
  const chart = useEcharts(box, heatmapParts, size !== null)
  const option = useMemo(() => {
    if (!size) return null
    const shown = heatmapOnPage(model, theme)
    const drawn = heatmapToEcharts(shown, theme, size)
    const formatter = (params: unknown) => {
      const content = cellTooltip(shown, cellIndex(params))
      return content === null ? '' : tooltipElement(content, document, theme.ground)
    }
    return { ...drawn, tooltip: { ...drawn.tooltip, formatter } }
  }, [model, theme, size])
  useEchartsOption(chart, option, size)
  useClickLinks(chart, model, options)
  const count = t('{count} by {count2}', { count: model.x.labels.length, count2: model.y.labels.length })
  return (
    <div
      ref={box}
      className={classes.canvas}
      role="img"
      aria-label={
        model.cells.length === 0
          ? t('{name}: Heatmap chart without data', { name })
          : t('{name}: Heatmap chart of {count} cells, as a table after it', { name, count })
      }
      data-linked={options.enableLink || undefined}
    />
  )
}

/** Tooltip of a cell: x, y and value. */
function cellTooltip(model: HeatmapModel, index: number): TooltipContent | null {
  const cell = model.cells[index]
  if (!cell) return null
  const line = { color: cell.color, name: model.y.names[cell.y] ?? '', text: cell.text }
  return { title: model.x.names[cell.x] ?? '', lines: [line], more: 0 }
}

function cellIndex(params: unknown): number {
  const index =
    typeof params === 'object' && params !== null && 'dataIndex' in params ? params.dataIndex : undefined
  return typeof index === 'number' ? index : -1
}

function useClickLinks(chart: EChartsType | null, model: HeatmapModel, options: ChartOptions): void {
  const { enableLink, linkFormat, linkOpenNewTab } = options
  useEffect(() => {
    if (!chart || !enableLink) return
    const follow = (params: unknown) => {
      const cell = model.cells[cellIndex(params)]
      if (!cell) return
      const point = { x: model.x.values[cell.x] ?? '', y: model.y.values[cell.y] ?? '' }
      const address = linkTarget(linkFormat, [point])
      if (address === null) return
      if (linkOpenNewTab) window.open(address, '_blank', 'noopener,noreferrer')
      else window.location.assign(address)
    }
    chart.on('click', follow)
    return () => {
      if (!chart.isDisposed()) chart.off('click', follow)
    }
  }, [chart, model, enableLink, linkFormat, linkOpenNewTab])
}

/** One row per cell. */
function heatmapTable({ x, y, cells }: HeatmapModel): AccessibleTable {
  const rows = cells
    .slice(0, maxTableRows)
    .map((cell) => [x.names[cell.x] ?? '', y.names[cell.y] ?? '', cell.text])
  return { columns: [x.title || 'X', y.title || 'Y', t('Value')], rows, more: cells.length - rows.length }
}
