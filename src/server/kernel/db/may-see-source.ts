import { type RawBuilder, sql } from 'kysely'

/** Does a person see a data source: by a group of his, or as an admin? Both arguments are columns. */
export function maySeeSource(user: string, dataSource: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from group_members member join groups on groups.id = member.group_id
    where member.user_id = ${sql.ref(user)} and ('admin' = any(groups.permissions) or exists (
      select from data_source_groups link
      where link.group_id = groups.id and link.data_source_id = ${sql.ref(dataSource)})))`
}
