import type { Db } from '#server/kernel/index.ts'
import { requireDataSource } from '#server/sources/index.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import { type Actor, can, type GroupAccess } from '#shared/permissions/can.ts'
import type { QuerySnapshot } from '#shared/queries/query-versions-api.ts'
import type { StoredQuery } from './query-store.ts'
import { findVersion, type StoredQueryVersion } from './query-version-store.ts'
import { requireEditor, requireVisible } from './require-query.ts'

/**
 * A query whose history the actor may read: they may edit it and, because old texts need the same protection as the
 * current one, see it. Throws not_found and auth.forbidden.
 */
export async function requireHistory(db: Db, actor: Actor, queryId: number): Promise<StoredQuery> {
  await requireVisible(db, actor, queryId)
  return await requireEditor(db, actor, queryId)
}

interface SourceOfVersion {
  id: number
  groups: GroupAccess
}
export interface ReadableVersion {
  version: StoredQueryVersion
  /** null if the version had none, or if it was deleted */
  dataSource: SourceOfVersion | null
}

/**
 * A version with its snapshot. A version from another data source requires access to that one. Throws not_found and
 * auth.forbidden.
 */
export async function requireVersion(
  db: Db,
  actor: Actor,
  queryId: number,
  versionId: number,
): Promise<ReadableVersion> {
  await requireHistory(db, actor, queryId)
  const version = await findVersion(db, queryId, versionId)
  if (version === null) throw refuse('not_found')
  const dataSource = await findDataSource(db, actor, version.snapshot.data_source_id)
  if (!maySee(actor, dataSource)) throw refuse('auth.forbidden')
  return { version, dataSource }
}

/** May a reader of the query's history read this snapshot too? */
export async function maySeeSnapshot(db: Db, actor: Actor, snapshot: QuerySnapshot): Promise<boolean> {
  return maySee(actor, await findDataSource(db, actor, snapshot.data_source_id))
}

/** A deleted data source needs no protection any more. */
function maySee(actor: Actor, dataSource: SourceOfVersion | null): boolean {
  return dataSource === null || can(actor, 'view', { groups: dataSource.groups })
}

async function findDataSource(db: Db, actor: Actor, id: number | null): Promise<SourceOfVersion | null> {
  if (id === null) return null
  try {
    return await requireDataSource(db, actor, id)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}
