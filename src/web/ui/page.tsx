import type { ReactNode } from 'react'
import classes from './page.module.css'

export interface PageProps {
  children: ReactNode
  /**
   * `normal`: centred, at most 1200 px. `wide`: the whole width. `full`: the whole height too; the page scrolls inside
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
