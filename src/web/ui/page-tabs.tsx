import { Link, useLocation } from '@tanstack/react-router'
import classes from './page-tabs.module.css'
import { tabOf } from './tab-of.ts'

export interface PageTab {
  label: string
  to: string
}

/** Tabs that are separate pages, so they are links; a page below one belongs to its tab. */
export function PageTabs({ tabs, label }: { tabs: readonly PageTab[]; label: string }) {
  const { pathname } = useLocation()
  const active = tabOf(tabs, pathname)
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={classes.tab}
          data-active={tab === active || undefined}
          aria-current={tab === active ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
