import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { GroupsTable } from '../db/tables.ts'

/** Groups of the organisation, oldest first; `ids` limits them. */
export async function listGroups(
  db: Db,
  orgId: number,
  ids: readonly number[] | null,
): Promise<Selectable<GroupsTable>[]> {
  let selection = db.selectFrom('groups').selectAll().where('org_id', '=', orgId).orderBy('id')
  if (ids !== null) selection = selection.where('id', 'in', [...ids])
  return ids?.length === 0 ? [] : await selection.execute()
}
