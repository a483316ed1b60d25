import { Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import type { VisualizationPlace } from '../visualization.ts'
import classes from './visualization-frame.module.css'

interface VisualizationFrameProps {
  place: VisualizationPlace
  /** height in pixels on query pages (docs/reference/visualizations.md#heights); elsewhere it fills its box */
  pageHeight: number
  children: ReactNode
}

/** The container of a visualization that fills its box. */
export function VisualizationFrame({ place, pageHeight, children }: VisualizationFrameProps) {
  const style = { '--visualization-height': `${pageHeight}px` } as CSSProperties
  return (
    <div className={classes.frame} data-place={place} style={style}>
      {children}
    </div>
  )
}

/** A note below a visualization about omitted data. */
export function VisualizationNote({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" size="xs" ta="center" pt={4}>
      {children}
    </Text>
  )
}
