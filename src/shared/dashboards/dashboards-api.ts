import { type Static, Type } from 'typebox'
import { FromGit } from '../content/from-git.ts'
import { endpoint } from '../http/endpoint.ts'
import { Paged, PagingQuery } from '../http/paging.ts'
import { Id, IdParams, JsonObject, Nullable, SentOptions, Timestamp } from '../http/schemas.ts'
import { TagCount } from '../queries/query-lists-api.ts'
import { Widget } from './widgets-api.ts'

const base = {
  id: Id,
  /** derived from the current name, not the stored slug (docs/reference/api-conventions.md#dashboard-shape) */
  slug: Type.String(),
  name: Type.String(),
  user_id: Id,
  user: Type.Object({ id: Id, name: Type.String(), email: Type.String(), profile_image_url: Type.String() }),
  /** always empty; kept for clients */
  layout: Type.Array(Type.Unknown()),
  dashboard_filters_enabled: Type.Boolean(),
  /** globalParamOrder, parameters (saved values), tabs; other keys are kept (see dashboard-options.ts) */
  options: JsonObject,
  is_archived: Type.Boolean(),
  is_draft: Type.Boolean(),
  tags: Type.Array(Type.String()),
  /** absent: it is not from git */
  from_git: Type.Optional(FromGit),
  updated_at: Timestamp,
  created_at: Timestamp,
  version: Type.Integer(),
  is_favorite: Type.Optional(Type.Boolean()),
}

/** Detail, save, archive, fork; `widgets` is null only in the answer of create. */
export const Dashboard = Type.Object({
  ...base,
  widgets: Nullable(Type.Array(Widget)),
  can_edit: Type.Optional(Type.Boolean()),
  /** the full public address and its token; present while the dashboard is shared, for users who may edit it */
  public_url: Type.Optional(Type.String()),
  api_key: Type.Optional(Type.String()),
  /** on the home page of all; present for admins, who pin */
  is_pinned: Type.Optional(Type.Boolean()),
})
export type Dashboard = Static<typeof Dashboard>

export const DashboardInList = Type.Object({
  ...base,
  widgets: Type.Null(),
  /** whether the caller may change the dashboard and add widgets */
  can_edit: Type.Boolean(),
  /** when the caller made it a favorite; absent if it is not one */
  starred_at: Type.Optional(Timestamp),
})
export type DashboardInList = Static<typeof DashboardInList>

const name = Type.String({ minLength: 1, maxLength: 100 })
const tags = Nullable(Type.Array(Nullable(Type.String({ maxLength: 255 })), { maxItems: 100 }))

/**
 * Unarchived dashboards with a widget on a data source of the caller's groups, and the caller's own. Drafts only if
 * they are the caller's (docs/reference/api-access.md#what-lists-show).
 */
export const listDashboards = endpoint({
  method: 'GET',
  path: '/api/dashboards',
  access: ['list_dashboards'],
  query: Type.Object(PagingQuery),
  reply: Paged(DashboardInList),
})

export const listMyDashboards = endpoint({
  method: 'GET',
  path: '/api/dashboards/my',
  access: ['list_dashboards'],
  query: Type.Object(PagingQuery),
  reply: Paged(DashboardInList),
})

export const listFavoriteDashboards = endpoint({
  method: 'GET',
  path: '/api/dashboards/favorites',
  access: 'signed-in',
  query: Type.Object(PagingQuery),
  reply: Paged(DashboardInList),
})

/** The caller's own dashboards, at most ten, most recently changed first. */
export const listRecentDashboards = endpoint({
  method: 'GET',
  path: '/api/dashboards/recent',
  access: ['list_dashboards'],
  reply: Type.Array(DashboardInList),
})

export const TeamDashboard = Type.Object({
  ...DashboardInList.properties,
  is_pinned: Type.Boolean(),
})
export type TeamDashboard = Static<typeof TeamDashboard>

/**
 * What the team looks at, at most eight of the dashboards in the caller's list: pinned by an admin, then the favorites
 * of many and those that many have opened lately. Not in Redash.
 */
export const listTeamDashboards = endpoint({
  method: 'GET',
  path: '/api/dashboards/team',
  access: ['list_dashboards'],
  reply: Type.Array(TeamDashboard),
})

/** Pins a dashboard to the home page of all who may see it. */
export const pinDashboard = endpoint({
  method: 'POST',
  path: '/api/dashboards/:id/pin',
  access: ['admin'],
  params: IdParams,
  reply: Type.Null(),
})

export const unpinDashboard = endpoint({
  method: 'DELETE',
  path: '/api/dashboards/:id/pin',
  access: ['admin'],
  params: IdParams,
  reply: Type.Null(),
})

/** Tags of the listed dashboards, sorted by name. */
export const listDashboardTags = endpoint({
  method: 'GET',
  path: '/api/dashboards/tags',
  access: ['list_dashboards'],
  reply: Type.Object({ tags: Type.Array(TagCount) }),
})

/** Creates a draft without widgets. The name is trimmed. */
export const createDashboard = endpoint({
  method: 'POST',
  path: '/api/dashboards',
  access: ['create_dashboard'],
  body: Type.Object({ name }),
  reply: Dashboard,
})

/** Looks up by id or, if `legacy` is present, by the stored slug. */
export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboards/:id_or_slug',
  access: ['list_dashboards'],
  params: Type.Object({ id_or_slug: Type.String({ maxLength: 140 }) }),
  query: Type.Object({ legacy: Type.Optional(Type.String()) }),
  reply: Dashboard,
  errors: ['dashboard.too_large'],
})

/** Saves the sent fields. An outdated `version` is refused; without `version` the save overwrites. */
export const saveDashboard = endpoint({
  method: 'POST',
  path: '/api/dashboards/:id',
  access: ['edit_dashboard'],
  params: IdParams,
  body: Type.Object({
    version: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
    name: Type.Optional(name),
    tags: Type.Optional(tags),
    is_draft: Type.Optional(Type.Boolean()),
    is_archived: Type.Optional(Type.Boolean()),
    dashboard_filters_enabled: Type.Optional(Type.Boolean()),
    options: Type.Optional(Nullable(SentOptions)),
    layout: Type.Optional(Type.Unknown()),
  }),
  reply: Dashboard,
  errors: ['dashboard.version_conflict'],
})

export const archiveDashboard = endpoint({
  method: 'DELETE',
  path: '/api/dashboards/:id',
  access: ['edit_dashboard'],
  params: IdParams,
  reply: Dashboard,
})

/** Creates a draft owned by the caller with all widgets, tags, filters and options (parameters, their order, tabs). */
export const forkDashboard = endpoint({
  method: 'POST',
  path: '/api/dashboards/:id/fork',
  access: ['edit_dashboard'],
  params: IdParams,
  reply: Dashboard,
  errors: ['dashboard.too_large'],
})

export const favoriteDashboard = endpoint({
  method: 'POST',
  path: '/api/dashboards/:id/favorite',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Null(),
})

export const unfavoriteDashboard = endpoint({
  method: 'DELETE',
  path: '/api/dashboards/:id/favorite',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Null(),
})

/** Creates a new token; the old one stops working. Refused while a widget has a text parameter without a static value. */
export const shareDashboard = endpoint({
  method: 'POST',
  path: '/api/dashboards/:id/share',
  access: ['edit_dashboard'],
  params: IdParams,
  reply: Type.Object({ public_url: Type.String(), api_key: Type.String() }),
  errors: ['dashboard.unsafe_parameters', 'dashboard.public_disabled'],
})

/** Revokes every token of the dashboard at once. */
export const unshareDashboard = endpoint({
  method: 'DELETE',
  path: '/api/dashboards/:id/share',
  access: ['edit_dashboard'],
  params: IdParams,
  reply: Type.Null(),
})

/**
 * Shared dashboards that withhold this query's results because visitors could fill its parameters with any text. Shown
 * after a user changes the query or adds it to a dashboard. Dashboards that the caller may not open are only counted.
 */
export const listUnsafeShares = endpoint({
  method: 'GET',
  path: '/api/queries/:id/unsafe_shares',
  access: ['edit_dashboard'],
  params: IdParams,
  reply: Type.Object({
    dashboards: Type.Array(Type.Object({ id: Id, name: Type.String(), titles: Type.Array(Type.String()) })),
    others: Type.Integer(),
  }),
})
