import type { ReactNode } from 'react'
import classes from './page.module.css'

export interface PageProps {
  children: ReactNode
  /**
   * `normal`: centered, at most 1200 px. `wide`: the full width. `full`: also the full height; the page scrolls inside
   * itself (source editor).
   */
  width?: 'normal' | 'wide' | 'full'
}

/** The frame of every screen: margins and widths. */
export function Page({ children, width = 'normal' }: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  )
}
