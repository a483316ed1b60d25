import { Link } from '@tanstack/react-router'
import type { EventInList } from '#shared/events/events-api.ts'
import { t } from '#shared/messages/translate.ts'
import { objectName } from './event-words.ts'
import classes from './events.module.css'

/** The object of an event: its kind and name, linked to its page if there is one. */
export function EventObject({ event }: { event: EventInList }) {
  const { object_type, object_id, object_name } = event
  const kind = objectName(object_type)
  if (object_id === null) return <span>{kind}</span>
  const address = addressOf(event)
  // some ids are addresses or words
  const isNumber = /^\d+$/.test(object_id)
  const name = object_name ?? (isNumber ? t('#{id}', { id: object_id }) : object_id)
  return (
    <>
      <span className={classes.kind}>{kind}</span>
      {address === null ? (
        <span>{name}</span>
      ) : (
        <Link to={address} className={classes.link}>
          {name}
        </Link>
      )}
    </>
  )
}

const places: Readonly<Record<string, string>> = {
  query: '/queries/',
  queries: '/queries/',
  dashboard: '/dashboards/',
  dashboards: '/dashboards/',
  datasource: '/data_sources/',
  data_source: '/data_sources/',
  query_snippet: '/query_snippets/',
  alert: '/alerts/',
  destination: '/destinations/',
  user: '/users/',
  group: '/groups/',
}

/** null: there is no page, or it has been deleted. Clients may send any id, so it is validated first. */
export function addressOf({
  object_type,
  object_id,
  object_name,
}: Pick<EventInList, 'object_type' | 'object_id' | 'object_name'>): string | null {
  if (object_id === null) return null
  if (object_type === 'page') return /^\/(?![/\\])[\w/.-]*$/.test(object_id) ? object_id : null
  const place = Object.hasOwn(places, object_type) ? places[object_type] : undefined
  return place !== undefined && object_name !== null && /^\d+$/.test(object_id) ? place + object_id : null
}
