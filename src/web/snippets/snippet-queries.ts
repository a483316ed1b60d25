import { queryOptions } from '@tanstack/react-query'
import { getSnippet, listSnippets } from '#shared/snippets/snippets-api.ts'
import { call } from '#web/api/call.ts'

/** Prefix of the keys: one invalidation reaches the list, each snippet and the editor's completion. */
export const snippetsKey = ['snippets']

export const snippetsQuery = queryOptions({
  queryKey: [...snippetsKey, 'list'],
  queryFn: ({ signal }) => call(listSnippets, { signal }),
})

export function snippetQuery(id: number) {
  return queryOptions({
    queryKey: [...snippetsKey, 'one', id],
    queryFn: ({ signal }) => call(getSnippet, { params: { id }, signal }),
    // the form starts from it: never overwrite it under the user's hands
    staleTime: 0,
    gcTime: 0,
  })
}
