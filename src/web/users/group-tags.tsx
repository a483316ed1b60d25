import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import classes from './users.module.css'

/** Names of groups, linked to their pages. */
export function GroupTags({ groups }: { groups: readonly { id: number; name: string }[] }) {
  return (
    <ul
      className={classes.groups}
      aria-label={t('Groups')}
      style={{ listStyle: 'none', margin: 0, padding: 0 }}
    >
      {groups.map(({ id, name }) => (
        <li key={id} style={{ display: 'flex', minWidth: 0 }}>
          <Link to="/groups/$groupId" params={{ groupId: id }} className={classes.group} title={name}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
