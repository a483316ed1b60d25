import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
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
  const list = useRef<HTMLElement>(null)
  // on phones the tabs are one line, which scrolls
  useEffect(() => {
    const row = list.current
    const shown = row?.querySelector(`[href="${active?.to}"]`)
    // not `scrollIntoView`, which would move the page as well
    if (row && shown) row.scrollBy({ left: middleOf(shown) - middleOf(row) })
  }, [active?.to])
  return (
    <nav ref={list} aria-label={label} className={classes.tabs}>
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

function middleOf(element: Element): number {
  const { left, right } = element.getBoundingClientRect()
  return (left + right) / 2
}
