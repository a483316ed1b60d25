import { type RawBuilder, sql } from 'kysely'
import type { GroupAccess } from '#shared/permissions/can.ts'
import type { Db } from './database.ts'

/** Whether a user sees a data source, through one of their groups or as an admin. Both arguments name columns. */
export function maySeeSource(user: string, dataSource: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from group_members member join groups on groups.id = member.group_id
    where member.user_id = ${sql.ref(user)} and ('admin' = any(groups.permissions) or exists (
      select from data_source_groups link
      where link.group_id = groups.id and link.data_source_id = ${sql.ref(dataSource)})))`
}

/** The data source and the groups that may use it. The argument names a column; null gives no groups. */
export function groupsOfSource(dataSource: string): RawBuilder<GroupAccess> {
  const id = sql.ref(dataSource)
  return sql<GroupAccess>`(select json_build_object(
      'source_ids', array_remove(array[${id}], null),
      'view_only', coalesce(json_object_agg(link.group_id, link.view_only), '{}'))
    from data_source_groups link where link.data_source_id = ${id})`
}

/** This data source and the groups that may use it. */
export async function findGroupsOfSource(db: Db, dataSourceId: number): Promise<GroupAccess> {
  const rows = await db
    .selectFrom('data_source_groups')
    .select(['group_id', 'view_only'])
    .where('data_source_id', '=', dataSourceId)
    .execute()
  return {
    source_ids: [dataSourceId],
    view_only: Object.fromEntries(rows.map((row) => [row.group_id, row.view_only])),
  }
}
