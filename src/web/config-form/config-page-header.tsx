import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHeader } from '#web/ui/page.tsx'
import classes from './config-editor.module.css'

interface ConfigPageHeaderProps {
  back: { to: string; label: string }
  /** undefined: still loading */
  name: string | undefined
  typeName: string | undefined
  logo: ReactNode
  state?: ReactNode
  actions?: ReactNode
}

/** Head of the page of a data source or destination, with a link back to the list. */
export function ConfigPageHeader({ back, name, typeName, logo, state, actions }: ConfigPageHeaderProps) {
  return (
    <PageHeader
      above={
        <Anchor component={Link} to={back.to}>
          {back.label}
        </Anchor>
      }
      title={
        name === undefined ? (
          ' '
        ) : (
          <span className={classes.title}>
            {logo}
            <span>{name}</span>
            {state}
          </span>
        )
      }
      description={typeName}
      actions={actions}
    />
  )
}
