import type { Permission } from './permission.ts'

/**
 * Who is asking. `user`: a person (session or API key of their own). `query_key`: the bearer of one query's API key,
 * judged by the groups of that query's data source (docs/reference/api-access.md#key-actors).
 */
export interface Actor {
  kind: 'user' | 'query_key'
  org_id: number
  /** null for key actors */
  user_id: number | null
  /** e-mail of the user, or `ApiKey: Query {id}` */
  name: string
  group_ids: readonly number[]
  permissions: readonly Permission[]
  /** the query whose key was used; null for users */
  query_id: number | null
}

/**
 * May an admin give or take these permissions, or act on the account of somebody who holds them? Nobody makes a super
 * admin, or gets into the account of one, who is none himself.
 */
export function mayGovern(actor: Actor, held: readonly string[]): boolean {
  return hasPermission(actor, 'super_admin') || !held.includes('super_admin')
}

/** group id -> view only? of a data source. */
export type GroupAccess = Readonly<Record<number, boolean>>

export type AccessLevel = 'none' | 'view' | 'full'

/**
 * Something that stands on a data source: the source itself, a result, or a query (which also has an owner). A dashboard
 * stands on those of all its widgets.
 */
export interface Subject {
  groups: GroupAccess
  /** owner of the object; omit for data sources and results */
  owner_id?: number | null
  /** ids of the users who hold a `modify` grant */
  modifier_ids?: readonly number[]
  /** id of the query when the subject is a query */
  query_id?: number
  /** when the subject is a dashboard, whose widgets are judged one by one */
  dashboard?: { is_draft: boolean }
}

export type Action =
  /** read a query, a result, a schema, a dashboard */
  | 'view'
  /** run free text, create a query, move a query to the data source, fork */
  | 'use_fully'
  /** edit a query and its visualizations; a grant counts only for those who may view what it is for; edit a dashboard */
  | 'modify'
  /** archive, regenerate keys, manage permissions */
  | 'own'

export function hasPermission(actor: Actor, permission: Permission): boolean {
  return actor.permissions.includes(permission)
}

/** Profiles, keys and sessions are for their user, and for admins. */
export function isSelfOrAdmin(actor: Actor, userId: number): boolean {
  return actor.user_id === userId || hasPermission(actor, 'admin')
}

/** Level of access to a data source: `view` only if all matching groups are view only (docs/reference/api-access.md#data-sources). */
export function accessLevel(actor: Actor, groups: GroupAccess): AccessLevel {
  if (hasPermission(actor, 'admin')) return 'full'
  const matching = actor.group_ids.filter((id) => groups[id] !== undefined)
  if (matching.length === 0) return 'none'
  return matching.every((id) => groups[id]) ? 'view' : 'full'
}

/** The single judge: may this actor do this to that subject? Permission strings are checked per endpoint. */
export function can(actor: Actor, action: Action, subject: Subject): boolean {
  if (actor.kind === 'query_key') {
    if (action !== 'view' || subject.dashboard !== undefined) return false
    if (subject.query_id !== undefined) return subject.query_id === actor.query_id
    return accessLevel(actor, subject.groups) !== 'none'
  }
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
      // a grant opens a dashboard, and none of its widgets: what they show is judged by their queries
      return admin || owner || (isModifier(actor, subject) && (reaches || subject.dashboard !== undefined))
    case 'own':
      return admin || owner
  }
}

function isModifier(actor: Actor, subject: Subject): boolean {
  return actor.user_id !== null && (subject.modifier_ids ?? []).includes(actor.user_id)
}
