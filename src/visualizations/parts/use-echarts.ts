import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import {
  type EChartsCoreOption,
  type EChartsType,
  type EchartsParts,
  echartsSource,
  openEcharts,
} from './echarts.ts'
import { usePictureSource } from './picture-source.ts'
import type { Size } from './use-box-size.ts'

/** An ECharts instance in the box as long as it stands in the page; null before. `parts` stay the same object. */
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

/** Draws the option, anew whenever it or the size changes, and offers the picture for export. */
export function useEchartsOption(
  chart: EChartsType | null,
  option: EChartsCoreOption | null,
  size: Size | null,
): void {
  useLayoutEffect(() => {
    if (!chart || !option || !size) return
    chart.resize({ width: size.width, height: size.height })
    chart.setOption(option, { notMerge: true })
  }, [chart, option, size])
  const box = useMemo(() => ({ current: chart?.getDom() ?? null }), [chart])
  usePictureSource(box, () => (chart && option && size ? echartsSource(chart, option, size) : null))
}
