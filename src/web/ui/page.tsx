import { Title } from '@mantine/core'
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

interface PageHeaderProps {
  title: ReactNode
  /** small line above the title, for example a link back */
  above?: ReactNode
  description?: ReactNode
  /** buttons at the end; they wrap below the title on narrow screens */
  actions?: ReactNode
}

/** Title row of a page. */
export function PageHeader({ title, above, description, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {above !== undefined && <div className={classes.above}>{above}</div>}
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {description !== undefined && <div className={classes.description}>{description}</div>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
