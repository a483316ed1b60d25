import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './type-rows.module.css'

interface TypeRow {
  id: number
  name: string
  typeName: string
  address: string
  logo: ReactNode
  state?: ReactNode
}

/** Data sources or destinations with logo and type, linked to their pages. */
export function TypeRows({ rows }: { rows: readonly TypeRow[] }) {
  return (
    <ul className={classes.list}>
      {rows.map(({ id, name, typeName, address, logo, state }) => (
        <li key={id}>
          <Link to={address} className={classes.row}>
            {logo}
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <span className={classes.type}>{typeName}</span>
            </span>
            {state}
            <IconChevronRight size={18} className={classes.chevron} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
