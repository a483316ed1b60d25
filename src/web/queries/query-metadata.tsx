import { Avatar } from '#web/ui/avatar.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import type { EditableQuery } from './editable-query.ts'
import classes from './query-metadata.module.css'

/** Who made the query and who changed it last. */
export function QueryMetadata({ query }: { query: EditableQuery }) {
  if (query.user === null) return null
  const modifier = query.last_modified_by ?? query.user
  return (
    <dl className={classes.list}>
      <div className={classes.row}>
        <dt className="sx-visually-hidden">Created</dt>
        <dd>
          <Avatar name={query.user.name} />
          <span className={classes.who}>
            <span className={classes.name}>{query.user.name}</span>{' '}
            <span className={classes.when}>
              created <TimeAgo date={query.created_at} />
            </span>
          </span>
        </dd>
      </div>
      <div className={classes.row}>
        <dt className="sx-visually-hidden">Updated</dt>
        <dd>
          <Avatar name={modifier.name} />
          <span className={classes.who}>
            <span className={classes.name}>{modifier.name}</span>{' '}
            <span className={classes.when}>
              updated <TimeAgo date={query.updated_at} />
            </span>
          </span>
        </dd>
      </div>
      <div className={classes.row}>
        <dt className={classes.term}>Refresh Schedule</dt>
        <dd>{query.schedule === null ? 'Never' : 'On a schedule'}</dd>
      </div>
    </dl>
  )
}
