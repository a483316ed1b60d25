import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'

/**
 * Max size of what the widgets of one dashboard hold together: options of widgets, visualizations and queries, and
 * texts. Everyone who opens the dashboard reads all of it. 500 widgets of a usual size hold a few megabytes.
 */
const maxMegabytes = 16

/** Checked before anything of it is read. Throws dashboard.too_large. */
export async function requireReadableSize(db: Db, dashboardId: number): Promise<void> {
  if ((await sizeOfWidgets(db, dashboardId)) <= maxMegabytes * 1_000_000) return
  throw refuse('dashboard.too_large', { limit: `${maxMegabytes} MB` })
}

/** In bytes. The options of a query count for each of its widgets, its text once. */
async function sizeOfWidgets(db: Db, dashboardId: number): Promise<number> {
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
