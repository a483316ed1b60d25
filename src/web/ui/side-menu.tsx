import type { ReactNode } from 'react'
import classes from './side-menu.module.css'

/** Links to the parts of a screen, beside it; in a row above it on narrow screens. */
export function SideMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={classes.menu}>
      {children}
    </nav>
  )
}

/** The props of a link in such a menu. */
export function sideMenuItem(isCurrent: boolean) {
  return {
    className: classes.item,
    'data-active': isCurrent || undefined,
    'aria-current': isCurrent ? ('page' as const) : undefined,
  }
}
