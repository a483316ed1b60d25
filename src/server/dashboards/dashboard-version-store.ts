import { sql } from 'kysely'
import {
  type Db,
  differingFields,
  findKept,
  findKeptAt,
  findPresent,
  type Keeping,
  keepPresent,
  keepRefused,
  type ListedVersion,
  listKept,
  type RefusedVersion,
  type StoredVersion,
  type Versioned,
} from '#server/kernel/index.ts'
import type { DashboardSnapshot, DashboardVersionKind } from '#shared/dashboards/dashboard-versions-api.ts'

/** How the widgets of two snapshots differ, as rows of `key` and `place`. Ignores names changed by others. */
const differingWidgets = sql`
  select words.key, 100 + words.place
  from json_array_elements(present.snapshot->'widgets') as n (widget)
  full join json_array_elements(before.snapshot->'widgets') as o (widget)
    on n.widget->>'id' = o.widget->>'id'
  cross join lateral (values
    ('widgets_added', 1, o.widget is null),
    ('widgets_removed', 2, n.widget is null),
    ('widgets_moved', 3, n.widget is not null and o.widget is not null and (
      (n.widget->'options'->'position')::jsonb is distinct from (o.widget->'options'->'position')::jsonb
      or n.widget->'options'->>'tab' is distinct from o.widget->'options'->>'tab')),
    ('widgets_changed', 4, n.widget is not null and o.widget is not null and (
      n.widget->>'text' is distinct from o.widget->>'text'
      or (n.widget->'options')::jsonb - '{position,tab}'::text[]
        is distinct from (o.widget->'options')::jsonb - '{position,tab}'::text[]))
  ) as words (key, place, is_so)
  where words.is_so`

/** Snapshots as in DashboardSnapshot. Options stay JSON text; the format is that of migration 0007, and of 0022 for authors. */
const dashboardVersions: Versioned = {
  table: 'dashboard_versions',
  owner: 'dashboard_id',
  present: (id) => sql`
    select d.version, json_build_object(
      'name', d.name, 'tags', array_to_json(d.tags), 'is_draft', d.is_draft, 'is_archived', d.is_archived,
      'dashboard_filters_enabled', d.dashboard_filters_enabled, 'options', d.options::json,
      'widgets', coalesce((
        select json_agg(json_build_object(
          'id', w.id, 'visualization_id', w.visualization_id, 'visualization_name', v.name,
          'query_id', v.query_id, 'query_name', q.name, 'text', w.text, 'options', w.options::json,
          'static_values_by', w.static_values_by
        ) order by w.id)
        from widgets w left join visualizations v on v.id = w.visualization_id
          left join queries q on q.id = v.query_id
        where w.dashboard_id = d.id), '[]'::json)
    ) as snapshot from dashboards d where d.id = ${id}`,
  changed: sql`(select array_agg(key order by place) from (
    select key, place from (${differingFields}) as fields where key <> 'widgets'
    union ${differingWidgets}) as differing)`,
}

export type ListedDashboardVersion = ListedVersion<DashboardVersionKind>
export type StoredDashboardVersion = StoredVersion<DashboardVersionKind, DashboardSnapshot>

/** Use it in the transaction of the change. */
export const insertVersion = (
  db: Db,
  dashboardId: number,
  keeping: Keeping<DashboardVersionKind>,
): Promise<void> => keepPresent(db, dashboardVersions, dashboardId, keeping)

/**
 * Deletes the newest version if it contains this user's widget changes and began less than `minutes` ago, so that the
 * next one replaces it. Returns when it began; null: it is another user's, older, or of another kind.
 */
export async function takeOpenVersion(
  db: Db,
  dashboardId: number,
  userId: number,
  minutes: number,
): Promise<Date | null> {
  const { rows } = await sql<{ created_at: Date }>`
    delete from dashboard_versions where id = (
      select max(id) from dashboard_versions where dashboard_id = ${dashboardId} and kind <> 'refused'
    ) and kind = 'widgets' and user_id = ${userId} and created_at > now() - make_interval(mins => ${minutes})
    returning created_at`.execute(db)
  return rows[0]?.created_at ?? null
}

export const insertRefusedVersion = (
  db: Db,
  dashboardId: number,
  refused: RefusedVersion<DashboardSnapshot>,
): Promise<void> => keepRefused(db, dashboardVersions, dashboardId, refused)

/** The dashboard at this version, with the last widgets of that version. Null if the version was not kept. */
export const findSnapshotAt = (db: Db, id: number, version: number): Promise<DashboardSnapshot | null> =>
  findKeptAt(db, dashboardVersions, id, version)

/** The current state of the dashboard. */
export const findPresentSnapshot = (db: Db, id: number): Promise<DashboardSnapshot> =>
  findPresent(db, dashboardVersions, id)

/** One page of the versions of a dashboard, newest first, and their total number. */
export const listVersions = (
  db: Db,
  dashboardId: number,
  page: { limit: number; offset: number },
): Promise<{ count: number; versions: ListedDashboardVersion[] }> =>
  listKept(db, dashboardVersions, dashboardId, page)

export const findVersion = (
  db: Db,
  dashboardId: number,
  id: number,
): Promise<StoredDashboardVersion | null> => findKept(db, dashboardVersions, dashboardId, id)
