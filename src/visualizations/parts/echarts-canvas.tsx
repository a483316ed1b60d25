import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { EChartsCoreOption, EChartsType, EchartsParts } from './echarts.ts'
import { type Size, useBoxSize } from './use-box-size.ts'
import { useEcharts, useEchartsOption } from './use-echarts.ts'
import { useVisualizationTheme } from './use-visualization-theme.ts'
import classes from './visualization-frame.module.css'
import type { VisualizationTheme } from './visualization-theme.ts'

/** The inputs of a drawing besides its model. */
export interface Surroundings {
  theme: VisualizationTheme
  size: Size
}

interface EchartsCanvasProps {
  /** always the same object */
  parts: EchartsParts
  /** the accessible name of the visualization */
  label: string
  /** a new function redraws the visualization, so keep it stable */
  draw(surroundings: Surroundings): EChartsCoreOption
  /** attaches listeners and returns a function that detaches them; keep it stable */
  listen?(chart: EChartsType): () => void
  /** shown on top of the visualization */
  children?: ReactNode
}

/** An ECharts canvas that fills its box, follows the theme and can be exported. */
export function EchartsCanvas({ parts, label, draw, listen, children }: EchartsCanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useBoxSize(box)
  const theme = useVisualizationTheme(box)
  const chart = useEcharts(box, parts, size !== null)
  const option = useMemo(() => (size && theme ? draw({ theme, size }) : null), [draw, size, theme])
  useEchartsOption(chart, option, size)
  useEffect(() => (chart && listen ? listen(chart) : undefined), [chart, listen])
  return (
    <div className={classes.visualization}>
      <div ref={box} className={classes.canvas} role="img" aria-label={label} />
      {children}
    </div>
  )
}
