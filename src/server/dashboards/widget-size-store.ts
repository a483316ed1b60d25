import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

/**
 * What the widgets of a dashboard hold together, in bytes. The options of a query count for each of its widgets, its
 * text once.
 */
export async function sizeOfWidgets(db: Db, dashboardId: number): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    with held as (
      select queries.id as query_id,
        octet_length(widgets.options) + coalesce(octet_length(widgets.text), 0) +
        coalesce(octet_length(visualizations.options), 0) + coalesce(octet_length(queries.options), 0) as size
      from widgets
        left join visualizations on visualizations.id = widgets.visualization_id
        left join queries on queries.id = visualizations.query_id
      where widgets.dashboard_id = ${dashboardId}
    )
    select (
      coalesce((select sum(size) from held), 0) +
      coalesce((
        select sum(octet_length(query_text)) from queries where id in (select query_id from held)
      ), 0)
    )::float8 as size`.execute(db)
  return rows[0]?.size ?? 0
}
