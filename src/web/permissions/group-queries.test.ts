// @vitest-environment happy-dom

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { groupsQuery } from './group-queries.ts'

afterEach(() => vi.restoreAllMocks())

const listed = async (answer: unknown) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer))
  return await new QueryClient().fetchQuery(groupsQuery)
}

it('takes an answer that is no list for no groups', async () => {
  const groups = [{ id: 1, name: 'default', type: 'builtin', permissions: [], created_at: '' }]
  expect(await listed(groups)).toEqual(groups)
  expect(await listed({ message: 'No groups today.' })).toEqual([])
  expect(await listed(null)).toEqual([])
})
