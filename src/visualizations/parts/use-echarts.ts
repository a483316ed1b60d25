import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { drawInTurn } from './draw-in-turn.ts'
import {
  type EChartsCoreOption,
  type EChartsType,
  type EchartsParts,
  echartsSource,
  openEcharts,
} from './echarts.ts'
import { useImageSource } from './image-source.ts'
import type { Size } from './use-box-size.ts'

/** Opens an ECharts instance in the mounted box; null before. Pass the same `parts` object each time. */
export function useEcharts(
  box: RefObject<HTMLElement | null>,
  parts: EchartsParts,
  ready: boolean,
): EChartsType | null {
  const [chart, setChart] = useState<EChartsType | null>(null)
  useLayoutEffect(() => {
    if (!ready || !box.current) return
    const opened = openEcharts(box.current, parts)
    setChart(opened)
    return () => {
      opened.dispose()
      setChart(null)
    }
  }, [box, parts, ready])
  return chart
}

/**
 * Draws the option whenever it or the size changes, and registers the chart for export. The first drawing waits for
 * its turn among the visualizations of the page. Rethrows errors of ECharts while rendering.
 */
export function useEchartsOption(
  chart: EChartsType | null,
  option: EChartsCoreOption | null,
  size: Size | null,
): void {
  const drawn = useRef<EChartsType | null>(null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  // rethrow for the error boundary around the visualization
  if (failure !== null) throw failure.error
  const draw = useCallback(() => {
    if (!chart || !option || !size) return
    drawn.current = chart
    chart.resize({ width: size.width, height: size.height })
    chart.setOption(option, { notMerge: true })
  }, [chart, option, size])
  useLayoutEffect(() => {
    if (chart === null || drawn.current === chart) return draw()
    return drawInTurn(() => {
      try {
        draw()
      } catch (error) {
        setFailure({ error })
      }
    })
  }, [chart, draw])
  const box = useMemo(() => ({ current: chart?.getDom() ?? null }), [chart])
  useImageSource(box, () => {
    if (!chart || !option || !size) return null
    // an export does not wait for its turn
    if (drawn.current !== chart) draw()
    return echartsSource(chart, option, size)
  })
}
