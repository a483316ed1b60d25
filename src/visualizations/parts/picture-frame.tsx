import { Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import type { VisualizationPlace } from '../visualization.ts'
import classes from './picture-frame.module.css'

interface PictureFrameProps {
  place: VisualizationPlace
  /** pixels on a page that has room for them (docs/reference/visualizations.md#heights); elsewhere the box is filled */
  pageHeight: number
  children: ReactNode
}

/** The room of a picture that fills its box. */
export function PictureFrame({ place, pageHeight, children }: PictureFrameProps) {
  const style = { '--picture-height': `${pageHeight}px` } as CSSProperties
  return (
    <div className={classes.frame} data-place={place} style={style}>
      {children}
    </div>
  )
}

/** Below a picture: what it does not show. */
export function PictureNote({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" size="xs" ta="center" pt={4}>
      {children}
    </Text>
  )
}
