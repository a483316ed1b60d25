import { Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import type { VisualizationPlace } from '../visualization.ts'
import classes from './picture-frame.module.css'

interface PictureFrameProps {
  place: VisualizationPlace
  /** height in pixels on query pages (docs/reference/visualizations.md#heights); elsewhere the picture fills its box */
  pageHeight: number
  children: ReactNode
}

/** The container of a picture that fills its box. */
export function PictureFrame({ place, pageHeight, children }: PictureFrameProps) {
  const style = { '--picture-height': `${pageHeight}px` } as CSSProperties
  return (
    <div className={classes.frame} data-place={place} style={style}>
      {children}
    </div>
  )
}

/** A note below a picture about omitted data. */
export function PictureNote({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" size="xs" ta="center" pt={4}>
      {children}
    </Text>
  )
}
