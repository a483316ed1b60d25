import { alertStates } from '#shared/alerts/alert-rules.ts'
import { numberOrNull, objectOf, textOf } from '../redash/fields.ts'
import type { Row } from '../redash/redash-store.ts'
import { type Bringing, type Kind, ourId } from './bring-kind.ts'
import { bringLinks } from './bring-links.ts'
import type { Values } from './bring-store.ts'
import { timesOf } from './people.ts'
import { ownerOf } from './queries.ts'

export const alerts: Kind = {
  kind: 'alert',
  from: 'alerts',
  to: 'alerts',
  make(row, bringing) {
    const query_id = ourId(bringing, 'query', row['query_id'])
    if (query_id === null) return null
    const options = objectOf(row, 'options') ?? {}
    const state = textOf(row, 'state')
    return {
      values: {
        name: textOf(row, 'name', 255),
        query_id,
        user_id: ownerOf(bringing, row),
        options: JSON.stringify(bringing.options.paused ? { ...options, muted: true } : options),
        rearm: numberOrNull(row, 'rearm'),
      },
      once: {
        state: alertStates.find((known) => known === state) ?? 'unknown',
        last_triggered_at: row['last_triggered_at'] ?? null,
        ...timesOf(row),
      },
    }
  },
}

export async function bringSubscriptions(bringing: Bringing): Promise<void> {
  const links = await collect(bringing, 'alert_subscriptions', (row) => {
    const alert_id = ourId(bringing, 'alert', row['alert_id'])
    const user_id = ourId(bringing, 'user', row['user_id'])
    const destination_id = ourId(bringing, 'destination', row['destination_id'])
    const isLost = destination_id === null && row['destination_id'] !== null
    return alert_id === null || user_id === null || isLost ? null : { alert_id, user_id, destination_id }
  })
  await bringLinks(bringing, { kind: 'subscription', to: 'alert_subscriptions' }, links)
}

const favoriteKinds: Readonly<Record<string, 'query' | 'dashboard'>> = {
  Query: 'query',
  Dashboard: 'dashboard',
}

export async function bringFavorites(bringing: Bringing): Promise<void> {
  const links = await collect(bringing, 'favorites', (row) => {
    const object_type = favoriteKinds[textOf(row, 'object_type')]
    if (object_type === undefined) return null
    const object_id = ourId(bringing, object_type, row['object_id'])
    const user_id = ourId(bringing, 'user', row['user_id'])
    const created_at = timesOf(row)['created_at']
    return object_id === null || user_id === null ? null : { user_id, object_type, object_id, created_at }
  })
  await bringLinks(bringing, { kind: 'favorite', to: 'favorites' }, links)
}

const grantKinds: Readonly<Record<string, 'query' | 'dashboard'>> = {
  queries: 'query',
  dashboards: 'dashboard',
}
const accessTypes = ['view', 'modify', 'delete']

/** Ids of grants and subscriptions are named nowhere, so they get new ones. */
export async function bringGrants(bringing: Bringing): Promise<void> {
  const links = await collect(bringing, 'access_permissions', (row) => {
    const object_type = grantKinds[textOf(row, 'object_type')]
    const access_type = textOf(row, 'access_type')
    if (object_type === undefined || !accessTypes.includes(access_type)) return null
    const object_id = ourId(bringing, object_type, row['object_id'])
    const grantee_id = ourId(bringing, 'user', row['grantee_id'])
    const grantor_id = ourId(bringing, 'user', row['grantor_id']) ?? bringing.fallbackUserId
    return object_id === null || grantee_id === null
      ? null
      : { object_type, object_id, access_type, grantor_id, grantee_id }
  })
  await bringLinks(bringing, { kind: 'permission', to: 'access_grants' }, links)
}

type LinkTable = 'alert_subscriptions' | 'favorites' | 'access_permissions'

async function collect({ redash }: Bringing, table: LinkTable, make: (row: Row) => Values | null) {
  const links: { key: string; values: Values }[] = []
  for await (const page of redash.pages(table)) {
    for (const row of page) {
      const values = make(row)
      if (values !== null) links.push({ key: String(row['id']), values })
    }
  }
  return links
}
