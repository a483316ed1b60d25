import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { EChartsCoreOption, EChartsType, EchartsParts } from './echarts.ts'
import classes from './picture-frame.module.css'
import type { PictureTheme } from './picture-theme.ts'
import { type Size, useBoxSize } from './use-box-size.ts'
import { useEcharts, useEchartsOption } from './use-echarts.ts'
import { usePictureTheme } from './use-picture-theme.ts'

/** What a picture depends on besides its model. */
export interface Surroundings {
  theme: PictureTheme
  size: Size
}

interface EchartsPictureProps {
  /** always the same object */
  parts: EchartsParts
  /** read out instead of the picture */
  label: string
  /** another function draws another picture: keep it while nothing changes */
  draw(surroundings: Surroundings): EChartsCoreOption
  /** attaches listeners; what it returns detaches them. Keep it while nothing changes */
  listen?(chart: EChartsType): () => void
  /** stands over the picture */
  children?: ReactNode
}

/** A canvas that fills its box, follows the theme and can be exported. */
export function EchartsPicture({ parts, label, draw, listen, children }: EchartsPictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useBoxSize(box)
  const theme = usePictureTheme(box)
  const chart = useEcharts(box, parts, size !== null)
  const option = useMemo(() => (size && theme ? draw({ theme, size }) : null), [draw, size, theme])
  useEchartsOption(chart, option, size)
  useEffect(() => (chart && listen ? listen(chart) : undefined), [chart, listen])
  return (
    <div className={classes.picture}>
      <div ref={box} className={classes.canvas} role="img" aria-label={label} />
      {children}
    </div>
  )
}
