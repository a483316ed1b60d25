import { Button } from '@mantine/core'
import { IconZoomReset } from '@tabler/icons-react'
import { BarChart, CustomChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { DataZoomInsideComponent, GridComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { LabelLayout } from 'echarts/features'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { EChartsType, EchartsParts } from '../parts/echarts.ts'
import { useBoxSize } from '../parts/use-box-size.ts'
import { useEcharts, useEchartsOption } from '../parts/use-echarts.ts'
import type { VisualizationTheme } from '../parts/visualization-theme.ts'
import classes from './chart.module.css'
import { attachDragZoom, type DragZoom } from './chart-drag-zoom.ts'
import { linkPoints, linkTarget } from './chart-links.ts'
import type { CartesianModel } from './chart-model.ts'
import type { ChartOptions } from './chart-options.ts'
import type { PieModel } from './chart-pie.ts'
import { drawChart } from './chart-to-echarts.ts'
import { type Hovered, tooltipContent, tooltipElement } from './chart-tooltip.ts'
import { attachWheelZoom } from './chart-wheel-zoom.ts'
import type { ZoomWindow } from './echarts-axes.ts'
import { traceIndex } from './echarts-drawing.ts'
import type { Places } from './echarts-sampling.ts'

const chartParts: EchartsParts = [
  BarChart,
  CustomChart,
  LineChart,
  PieChart,
  ScatterChart,
  DataZoomInsideComponent,
  GridComponent,
  TitleComponent,
  TooltipComponent,
  LabelLayout,
]

export interface ChartPlotProps {
  model: CartesianModel | PieModel
  options: ChartOptions
  theme: VisualizationTheme
  /** for assistive technology */
  label: string
}

const widestWithoutZoom = 768

/** The canvas with tooltip, zoom and links. `drawChart` makes everything on it. */
export function ChartPlot({ model, options, theme, label }: ChartPlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useBoxSize(box)
  const chart = useEcharts(box, chartParts, size !== null)
  const hovered = useRef<readonly Hovered[]>([])
  const zoom = model.kind === 'cartesian' && window.innerWidth > widestWithoutZoom

  const { zoomedTo, reset, drag } = useZoom(chart, box, model, zoom)
  const option = useMemo(() => {
    if (!size) return null
    const { option: drawn, placesOf } = drawChart(model, { theme, size, zoom, zoomedTo })
    const formatter = (params: unknown) => {
      hovered.current = hoveredPoints(params, placesOf)
      const content = tooltipContent(model, hovered.current)
      return content.lines.length === 0 ? '' : tooltipElement(content, document, theme.ground)
    }
    return { ...drawn, tooltip: { ...drawn.tooltip, formatter } }
  }, [model, theme, size, zoom, zoomedTo])
  useEchartsOption(chart, option, size)
  useEffect(() => {
    // hovered points belong to the former chart
    if (option) hovered.current = []
  }, [option])

  useClickLinks(chart, { model, options, hovered, drag })

  return (
    <div className={classes.plot}>
      <div
        ref={box}
        className={classes.canvas}
        role="img"
        aria-label={label}
        data-linked={options.enableLink || undefined}
      />
      {zoomedTo ? (
        <Button
          className={classes.resetZoom}
          size="compact-xs"
          variant="default"
          leftSection={<IconZoomReset size={14} aria-hidden />}
          onClick={reset}
        >
          {t('Reset zoom')}
        </Button>
      ) : null}
    </div>
  )
}

function useZoom(
  chart: EChartsType | null,
  box: RefObject<HTMLElement | null>,
  model: CartesianModel | PieModel,
  zoom: boolean,
) {
  const [zoomed, setZoomed] = useState<{ model: object; window: ZoomWindow } | null>(null)
  const drag = useRef<DragZoom | null>(null)
  // a new model resets the zoom
  const zoomedTo = zoomed?.model === model ? zoomed.window : null
  const shown = useRef(zoomedTo)
  useEffect(() => {
    shown.current = zoomedTo
  }, [zoomedTo])
  useEffect(() => {
    if (!chart || !box.current || !zoom || model.kind !== 'cartesian') return
    const onZoom = (window: ZoomWindow | null) => setZoomed(window && { model, window })
    const attached = attachDragZoom(chart, box.current, { upright: model.swapped, onZoom })
    const detachWheel = attachWheelZoom(chart, box.current, { model, shown: () => shown.current, onZoom })
    drag.current = attached
    return () => {
      drag.current = null
      attached.detach()
      detachWheel()
    }
  }, [chart, box, zoom, model])
  return { zoomedTo, reset: () => setZoomed(null), drag }
}

interface Clickable {
  model: CartesianModel | PieModel
  options: ChartOptions
  hovered: RefObject<readonly Hovered[]>
  drag: RefObject<DragZoom | null>
}

function useClickLinks(chart: EChartsType | null, { model, options, hovered, drag }: Clickable): void {
  const { enableLink, linkFormat, linkOpenNewTab } = options
  useEffect(() => {
    if (!chart || !enableLink) return
    const forget = () => {
      hovered.current = []
    }
    const follow = () => {
      if (drag.current?.isDragging()) return
      const address = linkTarget(linkFormat, linkPoints(model, hovered.current))
      if (address === null) return
      if (linkOpenNewTab) window.open(address, '_blank', 'noopener,noreferrer')
      else window.location.assign(address)
    }
    chart.on('hidetip', forget)
    chart.getZr().on('click', follow)
    return () => {
      if (chart.isDisposed()) return
      chart.off('hidetip', forget)
      chart.getZr().off('click', follow)
    }
  }, [chart, model, enableLink, linkFormat, linkOpenNewTab, hovered, drag])
}

/** ECharts calls the tooltip with one point or with all points of an x. */
function hoveredPoints(params: unknown, placesOf: ReadonlyMap<string, Places>): Hovered[] {
  const list: unknown[] = Array.isArray(params) ? params : [params]
  return list.flatMap((entry): Hovered[] => {
    if (typeof entry !== 'object' || entry === null) return []
    const { seriesId = '', dataIndex } = entry as { seriesId?: string; dataIndex?: number }
    const trace = traceIndex(seriesId)
    if (trace < 0 || dataIndex === undefined) return []
    const places = placesOf.get(seriesId)
    return [{ trace, point: places ? (places[dataIndex] ?? -1) : dataIndex }]
  })
}
