import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Paged } from '../http/paging.ts'
import { Id, IdParams, JsonObject, Nullable, Timestamp } from '../http/schemas.ts'
import { User } from '../users/user.ts'
import { Dashboard } from './dashboards-api.ts'

/** The state of a dashboard at one time. */
export const DashboardSnapshot = Type.Object({
  name: Type.String(),
  tags: Type.Array(Type.String()),
  is_draft: Type.Boolean(),
  is_archived: Type.Boolean(),
  dashboard_filters_enabled: Type.Boolean(),
  options: JsonObject,
  widgets: Type.Array(
    Type.Object({
      id: Id,
      visualization_id: Nullable(Id),
      /** names at that time, which still label removed visualizations; null if the reader may not see the query */
      visualization_name: Nullable(Type.String()),
      query_id: Nullable(Id),
      query_name: Nullable(Type.String()),
      text: Nullable(Type.String()),
      options: JsonObject,
      /** ids of the users who stored the static values, by parameter; missing in old versions */
      static_values_by: Type.Optional(Type.Record(Type.String(), Id)),
    }),
  ),
})
export type DashboardSnapshot = Static<typeof DashboardSnapshot>

/**
 * `widgets`: widgets were added, changed or removed. Changes by one person within ten minutes form one version, dated
 * at the first change. `refused`: a save that met a 409; it never was the dashboard's state.
 */
export const DashboardVersionKind = Type.Union([
  Type.Literal('created'),
  Type.Literal('saved'),
  Type.Literal('widgets'),
  Type.Literal('restored'),
  Type.Literal('refused'),
])
export type DashboardVersionKind = Static<typeof DashboardVersionKind>

const inList = {
  id: Id,
  version: Type.Integer(),
  kind: DashboardVersionKind,
  user: Nullable(User),
  created_at: Timestamp,
  /**
   * differences from the previous version: fields of the snapshot, and for widgets `widgets_added`,
   * `widgets_removed`, `widgets_moved` and `widgets_changed`; empty for the first version
   */
  changed: Type.Array(Type.String()),
}
export const DashboardVersionInList = Type.Object(inList)
export type DashboardVersionInList = Static<typeof DashboardVersionInList>
export const DashboardVersion = Type.Object({ ...inList, snapshot: DashboardSnapshot })
export type DashboardVersion = Static<typeof DashboardVersion>

const VersionParams = Type.Object({ id: Id, version_id: Id })

/** Newest first. Requires the right to edit the dashboard. */
export const listDashboardVersions = endpoint({
  method: 'GET',
  path: '/api/dashboards/:id/versions',
  access: ['edit_dashboard'],
  params: IdParams,
  query: Type.Object({ page: Type.Optional(Type.String()), page_size: Type.Optional(Type.String()) }),
  reply: Paged(DashboardVersionInList),
})

export const getDashboardVersion = endpoint({
  method: 'GET',
  path: '/api/dashboards/:id/versions/:version_id',
  access: ['edit_dashboard'],
  params: VersionParams,
  reply: DashboardVersion,
})

/**
 * Restores name, tags, filters, options and widgets as a new version. Owner, draft, archived and sharing stay. Widgets
 * whose visualization was deleted, or whose query the caller may not see, are left out; the others keep their ids.
 */
export const restoreDashboardVersion = endpoint({
  method: 'POST',
  path: '/api/dashboards/:id/versions/:version_id/restore',
  access: ['edit_dashboard'],
  params: VersionParams,
  bodyOptional: true,
  body: Type.Object({
    version: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
  }),
  reply: Dashboard,
  errors: ['dashboard.version_conflict'],
})
