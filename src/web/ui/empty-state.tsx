import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

export interface EmptyStateProps {
  /** a Tabler icon of size 32 */
  icon?: ReactNode
  title: ReactNode
  /** true if the title is the heading of the page */
  heading?: boolean
  children?: ReactNode
  /** the next step: a button or a link */
  action?: ReactNode
  /** `compact` for panes and cards */
  size?: 'page' | 'compact'
}

/** Shown in place of an empty list or page. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  heading = false,
  size = 'page',
}: EmptyStateProps) {
  const Title = heading ? 'h1' : 'p'
  return (
    <div className={classes.root} data-size={size}>
      {icon !== undefined && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <Title className={classes.title}>{title}</Title>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  )
}
