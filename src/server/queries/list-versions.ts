import type { QueryOf } from '#shared/http/endpoint.ts'
import type { Page } from '#shared/http/paging.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type {
  listQueryVersions,
  QueryVersion,
  QueryVersionInList,
} from '#shared/queries/query-versions-api.ts'
import type { User } from '#shared/users/user.ts'
import type { Db } from '../db/database.ts'
import { demandPage, pageReply } from '../http/demand-page.ts'
import { loadUsers } from '../users/load-users.ts'
import { type ListedVersion, listVersions, type StoredVersion } from './query-version-store.ts'
import { demandHistory } from './read-version.ts'

type ListReply = Page & { count: number; results: QueryVersionInList[] }

/** One page of the history of a query, refused saves among it. Throws request.invalid for a page that is not there. */
export async function listHistory(
  { db }: { db: Db },
  actor: Actor,
  queryId: number,
  query: QueryOf<typeof listQueryVersions>,
): Promise<ListReply> {
  const page = demandPage(query)
  await demandHistory(db, actor, queryId)
  const { count, versions } = await listVersions(db, queryId, page)
  const users = await loadUsersOf(db, versions)
  return pageReply(
    page,
    count,
    versions.map((version) => presentInList(version, users)),
  )
}

export async function presentVersion(db: Db, version: StoredVersion): Promise<QueryVersion> {
  return { ...presentInList(version, await loadUsersOf(db, [version])), snapshot: version.snapshot }
}

function presentInList(version: ListedVersion, users: ReadonlyMap<number, User>): QueryVersionInList {
  return {
    id: version.id,
    version: version.version,
    kind: version.kind,
    user: version.user_id === null ? null : (users.get(version.user_id) ?? null),
    created_at: version.created_at.toISOString(),
    changed: version.changed,
  }
}

async function loadUsersOf(db: Db, versions: readonly ListedVersion[]): Promise<ReadonlyMap<number, User>> {
  const ids = versions.map((version) => version.user_id).filter((id) => id !== null)
  return await loadUsers(db, [...new Set(ids)])
}
