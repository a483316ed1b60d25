import type { Db } from '#server/kernel/index.ts'
import type { GroupDataSource } from '#shared/groups/groups-api.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { findDataSource, listDataSources, type StoredDataSource } from './data-source-store.ts'
import { presentDataSource } from './present-data-source.ts'

/** The data sources of a group by name, with the group's access to each. */
export async function listSourcesOfGroup(db: Db, actor: Actor, groupId: number): Promise<GroupDataSource[]> {
  const stored = await listDataSources(db, actor.org_id)
  return stored.map((source) => presentForGroup(actor, source, groupId)).filter((source) => source !== null)
}

/** One of them; null if the group does not have it, or its type is no longer supported. */
export async function findSourceOfGroup(
  db: Db,
  actor: Actor,
  groupId: number,
  id: number,
): Promise<GroupDataSource | null> {
  const stored = await findDataSource(db, actor.org_id, id)
  return stored === null ? null : presentForGroup(actor, stored, groupId)
}

function presentForGroup(actor: Actor, source: StoredDataSource, groupId: number): GroupDataSource | null {
  const viewOnly = source.groups[groupId]
  const presented = viewOnly === undefined ? null : presentDataSource(actor, source)
  return presented === null || viewOnly === undefined ? null : { ...presented, view_only: viewOnly }
}

/** Does the organization have this data source? */
export async function hasDataSource(db: Db, actor: Actor, id: number): Promise<boolean> {
  return (await findDataSource(db, actor.org_id, id)) !== null
}
