import { pageReply, requirePage } from '#server/http/index.ts'
import type { Db } from '#server/kernel/index.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { Page } from '#shared/http/paging.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { listQueryVersions, QueryVersionInList } from '#shared/queries/query-versions-api.ts'
import { listVersions } from './query-version-store.ts'
import { requireHistory } from './read-version.ts'
import { presentVersions } from './versions/present-versions.ts'

type ListReply = Page & { count: number; results: QueryVersionInList[] }

/** One page of the history of a query, including refused saves. Throws request.invalid for a page that does not exist. */
export async function listHistory(
  { db }: { db: Db },
  actor: Actor,
  queryId: number,
  query: QueryOf<typeof listQueryVersions>,
): Promise<ListReply> {
  const page = requirePage(query)
  await requireHistory(db, actor, queryId)
  const { count, versions } = await listVersions(db, queryId, page)
  return pageReply(page, count, await presentVersions(db, versions))
}
