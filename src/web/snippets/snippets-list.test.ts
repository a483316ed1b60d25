import { describe, expect, it } from 'vitest'
import type { Snippet } from '#shared/snippets/snippets-api.ts'
import { orderedBy, readSnippetsList, snippetsOfPage, writeSnippetsList } from './snippets-list.ts'

const usual = { order: 'trigger', isDescending: false, page: 1, pageSize: 10 } as const

function snippet(trigger: string, fields: { by?: string; at?: string } = {}): Snippet {
  const { by = 'Ada', at = '2026-01-01T00:00:00.000Z' } = fields
  return {
    ...{ id: 1, trigger, description: '', snippet: 'select 1', updated_at: at, created_at: at },
    user: {
      ...{ id: 1, name: by, email: 'a@example.com', profile_image_url: '', groups: [] },
      ...{ updated_at: at, created_at: at, disabled_at: null, is_disabled: false, active_at: null },
      ...{ is_invitation_pending: false, is_email_verified: true, auth_type: 'password' },
    },
  }
}

const triggersOf = (snippets: readonly Snippet[]) => snippets.map(({ trigger }) => trigger)

describe('the address', () => {
  it.each([
    [{}, usual],
    [
      { order: '-created_at', page: '3', page_size: '50' },
      { order: 'created_at', isDescending: true, page: 3, pageSize: 50 },
    ],
    [{ order: 'snippet', page: '0', page_size: '9999' }, usual],
    [{ order: ['created_by', 'x'] }, { ...usual, order: 'created_by' }],
  ])('%j', (search, state) => {
    expect(readSnippetsList(search)).toEqual(state)
  })

  it('contains every state', () => {
    expect(writeSnippetsList(usual)).toEqual({})
    for (const state of [
      { ...usual, isDescending: true },
      { ...usual, order: 'created_by', page: 2, pageSize: 20 } as const,
    ]) {
      expect(readSnippetsList(writeSnippetsList(state))).toEqual(state)
    }
  })
})

describe('order', () => {
  it('reverses with the second click, and returns to the first page', () => {
    const byDate = orderedBy({ ...usual, page: 4 }, 'created_at')
    expect(byDate).toEqual({ ...usual, order: 'created_at', isDescending: true })
    expect(orderedBy(byDate, 'created_at').isDescending).toBe(false)
    expect(orderedBy(byDate, 'trigger')).toEqual(usual)
  })

  it('by trigger, with numbers in numeric order; other columns by trigger second', () => {
    const all = [
      snippet('top10', { by: 'Bob' }),
      snippet('top9', { by: 'Cy' }),
      snippet('Select', { by: 'Bob' }),
    ]
    expect(triggersOf(snippetsOfPage(all, usual).rows)).toEqual(['Select', 'top9', 'top10'])
    const byCreator = { ...usual, order: 'created_by', isDescending: true } as const
    expect(triggersOf(snippetsOfPage(all, byCreator).rows)).toEqual(['top9', 'Select', 'top10'])
  })
})

it('shows the last page if the one in the address does not exist', () => {
  const all = ['a', 'b', 'c'].map((trigger) => snippet(trigger))
  const shown = snippetsOfPage(all, { ...usual, pageSize: 2, page: 9 })
  expect([shown.page, triggersOf(shown.rows)]).toEqual([2, ['c']])
  expect(snippetsOfPage([], { ...usual, page: 9 })).toEqual({ page: 1, rows: [] })
})
