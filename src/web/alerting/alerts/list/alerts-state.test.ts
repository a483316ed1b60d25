import { describe, expect, it } from 'vitest'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import type { User } from '#shared/users/user.ts'
import type { ListState } from '#web/lists/list-state.ts'
import { alertsOfPage, matches } from './alerts-state.ts'

const at = '2026-01-01T00:00:00.000Z'
const userOf = (name: string): User => ({
  ...{
    id: 1,
    name,
    email: 'a@example.com',
    profile_image_url: '',
    groups: [],
    updated_at: at,
    created_at: at,
  },
  ...{ disabled_at: null, is_disabled: false, active_at: null, is_invitation_pending: false },
  ...{ is_email_verified: true, auth_type: 'password' },
})

function alertOf(id: number, fields: Partial<Alert> & { by?: string; of?: string } = {}): Alert {
  const { by = 'Ada', of = 'Orders', ...others } = fields
  return {
    ...{ id, name: `alert ${id}`, options: {}, state: 'ok', last_triggered_at: null, rearm: null },
    ...{ updated_at: at, created_at: at, user: userOf(by), can_edit: true },
    query: {
      ...{ id: 1, latest_query_data_id: null, name: of, description: null, query: 'select 1' },
      ...{ query_hash: '', schedule: null, is_archived: false, is_draft: false, updated_at: at },
      ...{ created_at: at, data_source_id: 1, options: {}, version: 1, tags: [], is_safe: true },
      ...{ user: userOf('Bob'), last_modified_by: null },
    },
    ...others,
  }
}

const usual: ListState = { q: '', tags: [], order: null, page: 1, pageSize: 20 }
const idsOf = (alerts: readonly Alert[], state: Partial<ListState>) =>
  alertsOfPage(alerts, { ...usual, ...state }).rows.map(({ id }) => id)

describe('alertsOfPage', () => {
  const alerts = [
    alertOf(1, { name: 'top10', state: 'triggered', by: 'Cy', created_at: '2026-01-03T00:00:00.000Z' }),
    alertOf(2, { name: 'Top9', state: 'unknown', by: 'Bob', created_at: '2026-01-01T00:00:00.000Z' }),
    alertOf(3, {
      name: 'all',
      updated_at: '2026-02-01T00:00:00.000Z',
      created_at: '2026-01-02T00:00:00.000Z',
    }),
  ]

  it.each<[string | null, number[]]>([
    [null, [1, 3, 2]],
    ['created_at', [2, 3, 1]],
    ['name', [3, 2, 1]],
    ['-created_by', [1, 2, 3]],
    ['-state', [1, 3, 2]],
    ['state', [2, 3, 1]],
    ['-updated_at', [3, 2, 1]],
  ])('in the order %s', (order, ids) => {
    expect(idsOf(alerts, { order })).toEqual(ids)
  })

  it('shows pages, and the last one for pages that do not exist', () => {
    expect(idsOf(alerts, { pageSize: 2 })).toEqual([1, 3])
    expect(alertsOfPage(alerts, { ...usual, pageSize: 2, page: 9 })).toMatchObject({ page: 2, count: 3 })
    expect(alertsOfPage([], { ...usual, page: 9 })).toEqual({ page: 1, count: 0, rows: [] })
  })

  it('counts the matches', () => {
    expect(alertsOfPage(alerts, { ...usual, q: 'TOP' })).toMatchObject({ count: 2 })
  })
})

it('finds words in the names of alerts and of their queries', () => {
  const alert = alertOf(1, { name: 'Late flights', of: 'Delays by airport' })
  expect(['', 'late', 'AIRPORT late', ' flights '].map((q) => matches(alert, q.trim()))).toEqual([
    ...[true, true, true, true],
  ])
  expect(matches(alert, 'late trains')).toBe(false)
})
