import { hasScope, type KeyLimits } from './key-scope.ts'
import type { Permission } from './permission.ts'

/**
 * The actor of a request. `user`: a session or the user's own API key. `query_key`: the bearer of one query's API key,
 * whose access is that of the groups of that query's data source (docs/reference/api-access.md#key-actors).
 * `dashboard_token`: a viewer of a shared dashboard; the routes that take its token decide by the dashboard's widgets.
 */
export interface Actor {
  kind: 'user' | 'query_key' | 'dashboard_token'
  org_id: number
  /** null for key actors */
  user_id: number | null
  /** email of the user, `ApiKey: Query {id}` or `ApiKey: Dashboard {id}` */
  name: string
  group_ids: readonly number[]
  permissions: readonly Permission[]
  /** the query whose key was used; null for users */
  query_id: number | null
  /** works for the git sync: may change what comes from git */
  is_git_sync?: true
  /** set for an API key with scopes: `permissions` are already those of the key */
  key?: KeyLimits
}

/**
 * Whether an admin may change these permissions, or the account of a user with them. Only a super admin may create a
 * super admin or access the account of one.
 */
export function mayGovern(actor: Actor, held: readonly string[]): boolean {
  return hasPermission(actor, 'super_admin') || !held.includes('super_admin')
}

/** Who may use the data source of an object. Of a dashboard: the data sources of all its widgets. */
export interface GroupAccess {
  readonly source_ids: readonly number[]
  /** group id -> whether view-only */
  readonly view_only: Readonly<Record<number, boolean>>
}

/** Of something without a data source. */
export const noGroups: GroupAccess = { source_ids: [], view_only: {} }

export type AccessLevel = 'none' | 'view' | 'full'

/**
 * Something that belongs to a data source: the source itself, a result, or a query (which also has an owner). A
 * dashboard belongs to the data sources of all its widgets.
 */
export interface Subject {
  groups: GroupAccess
  /** owner of the object; omit for data sources and results */
  owner_id?: number | null
  /** ids of the users with a `modify` grant */
  modifier_ids?: readonly number[]
  /** id of the query when the subject is a query */
  query_id?: number
  /** set for a dashboard; its widgets are checked one by one */
  dashboard?: { is_draft: boolean }
  /** a git sync has brought it: it is changed in the repository only */
  is_from_git?: boolean
}

export type Action =
  /** read a query, a result, a schema, a dashboard */
  | 'view'
  /** run free text, create a query, move a query to the data source, fork */
  | 'use_fully'
  /** edit a query and its visualizations, or a dashboard; a grant counts only for users who may view the object */
  | 'modify'
  /** the same, except that content from git cannot be changed here */
  | 'change'
  /** archive, regenerate keys, manage permissions */
  | 'own'

export function hasPermission(actor: Actor, permission: Permission): boolean {
  return actor.permissions.includes(permission)
}

/** Profiles, keys and sessions are for their user and for admins. */
export function isSelfOrAdmin(actor: Actor, userId: number): boolean {
  return actor.user_id === userId || hasPermission(actor, 'admin')
}

/**
 * Access level for a data source: `view` if all matching groups are view-only
 * (docs/reference/api-access.md#data-sources).
 */
export function accessLevel(actor: Actor, { source_ids, view_only }: GroupAccess): AccessLevel {
  const limit = actor.key?.data_source_ids ?? null
  if (limit !== null && !source_ids.some((id) => limit.includes(id))) return 'none'
  if (hasPermission(actor, 'admin')) return 'full'
  const matching = actor.group_ids.filter((id) => view_only[id] !== undefined)
  if (matching.length === 0) return 'none'
  return matching.every((id) => view_only[id]) ? 'view' : 'full'
}

/**
 * Whether the key of the request, if it has scopes, is for changes of this. What also shows other data sources than the
 * key's must not be changed with it: sharing it would open them.
 */
function mayChangeWithKey({ key }: Actor, { groups }: Subject): boolean {
  if (key === undefined) return true
  const { data_source_ids: limit } = key
  return hasScope(key, 'edit') && (limit === null || groups.source_ids.every((id) => limit.includes(id)))
}

/**
 * Whether this actor may do this to this subject: the only place that decides. Permission strings are checked per
 * endpoint.
 */
export function can(actor: Actor, action: Action, subject: Subject): boolean {
  if (actor.kind === 'dashboard_token') return false
  if (actor.kind === 'query_key') {
    if (action !== 'view' || subject.dashboard !== undefined) return false
    if (subject.query_id !== undefined) return subject.query_id === actor.query_id
    return accessLevel(actor, subject.groups) !== 'none'
  }
  if ((action === 'modify' || action === 'own') && !mayChangeWithKey(actor, subject)) return false
  const admin = hasPermission(actor, 'admin')
  const owner =
    subject.owner_id !== undefined && subject.owner_id !== null && subject.owner_id === actor.user_id
  const reaches = accessLevel(actor, subject.groups) !== 'none'
  switch (action) {
    case 'view':
      return subject.dashboard === undefined
        ? reaches
        : owner || isModifier(actor, subject) || (reaches && (admin || !subject.dashboard.is_draft))
    case 'use_fully':
      return accessLevel(actor, subject.groups) === 'full'
    case 'modify':
      // a grant opens a dashboard but not its widgets, which are checked by their queries
      return admin || owner || (isModifier(actor, subject) && (reaches || subject.dashboard !== undefined))
    case 'change':
      return !isHeldByGit(actor, subject) && can(actor, 'modify', subject)
    case 'own':
      return admin || owner
  }
}

/** Whether only the repository may change it. */
export function isHeldByGit(actor: Actor, { is_from_git }: Pick<Subject, 'is_from_git'>): boolean {
  return is_from_git === true && actor.is_git_sync !== true
}

function isModifier(actor: Actor, subject: Subject): boolean {
  return actor.user_id !== null && (subject.modifier_ids ?? []).includes(actor.user_id)
}
