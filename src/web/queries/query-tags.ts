import { listQueryTags } from '#shared/queries/query-lists-api.ts'
import { call } from '#web/api/call.ts'

/** The tags of all queries, most used first. */
export async function loadQueryTags(signal: AbortSignal): Promise<string[]> {
  const { tags } = await call(listQueryTags, { signal })
  return [...tags].sort((a, b) => b.count - a.count).map(({ name }) => name)
}
