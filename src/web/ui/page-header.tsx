import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'

export interface PageHeaderProps {
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
