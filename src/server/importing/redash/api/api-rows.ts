import { objectOf, textOf } from '../fields.ts'
import type { Row } from '../redash-store.ts'
import { rowsIn } from './download.ts'

/** The id of the object in a field. */
export const idIn = (row: Row, field: string): unknown => objectOf(row, field)?.['id'] ?? null

/** What Redash writes in place of a secret. */
const mask = '--------'

/** Options without those that are masked, and the names of those. */
export function openedOptions(row: Row): Row {
  const options = objectOf(row, 'options') ?? {}
  const withheld = Object.keys(options).filter((name) => options[name] === mask)
  const given = Object.entries(options).filter(([name]) => !withheld.includes(name))
  return { ...row, options: Object.fromEntries(given), withheld_options: withheld }
}

/** Redash makes up a picture where a user has none. */
const madeUp = /^https:\/\/www\.gravatar\.com\/avatar\/|\/images\/avatar/

export function userRow(row: Row): Row {
  const picture = textOf(row, 'profile_image_url')
  const { is_invitation_pending, is_email_verified, active_at } = row
  return {
    ...row,
    password_hash: null,
    disabled_at: row['disabled_at'] ?? null,
    groups: Array.isArray(row['groups'])
      ? row['groups'].map((group: unknown) => (typeof group === 'number' ? group : (group as Row)?.['id']))
      : [],
    profile_image_url: picture === '' || madeUp.test(picture) ? null : picture,
    details: {
      // their password is not given, so they come in by an invitation
      is_invitation_pending: row['auth_type'] === 'external' ? is_invitation_pending : true,
      is_email_verified,
      active_at,
    },
  }
}

export const queryRow = (row: Row): Row => ({
  ...row,
  user_id: idIn(row, 'user'),
  last_modified_by_id: idIn(row, 'last_modified_by'),
})

export const visualizationRows = (queries: readonly Row[]): Row[] =>
  queries.flatMap((query) =>
    rowsIn(query['visualizations']).map((row) => ({ ...row, query_id: query['id'] })),
  )

export const widgetRows = (dashboards: readonly Row[]): Row[] =>
  dashboards.flatMap((dashboard) =>
    rowsIn(dashboard['widgets']).map((row) => ({
      ...row,
      dashboard_id: dashboard['id'],
      visualization_id: idIn(row, 'visualization'),
    })),
  )

/** Links of dashboards that are shared now. */
export const shareRows = (dashboards: readonly Row[]): Row[] =>
  dashboards.flatMap((dashboard) => {
    const api_key = textOf(dashboard, 'api_key')
    const id = dashboard['id']
    return api_key === '' ? [] : [{ id, object_type: 'dashboards', object_id: id, api_key, active: true }]
  })

/** Groups of a data source: `{ "1": false }`, true where they may only view. */
export const accessRows = (sources: readonly Row[]): Row[] =>
  sources.flatMap((source) =>
    Object.entries(objectOf(source, 'groups') ?? {}).map(([group, view_only]) => ({
      ...{ data_source_id: source['id'], group_id: Number(group), view_only },
    })),
  )

export const grantRows = (object_type: 'queries' | 'dashboards', object_id: unknown, acl: Row): Row[] =>
  Object.entries(acl).flatMap(([access_type, people]) =>
    rowsIn(people).map((person) => ({
      id: `${object_type}:${String(object_id)}:${access_type}:${String(person['id'])}`,
      ...{ object_type, object_id, access_type, grantor_id: null, grantee_id: person['id'] },
    })),
  )
