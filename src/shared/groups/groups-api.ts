import { type Static, Type } from 'typebox'
import { DataSource } from '../data-sources/data-sources-api.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, Timestamp } from '../http/schemas.ts'
import { User } from '../users/user.ts'

export const Group = Type.Object({
  id: Id,
  name: Type.String(),
  permissions: Type.Array(Type.String()),
  type: Type.Union([Type.Literal('builtin'), Type.Literal('regular')]),
  created_at: Timestamp,
})
export type Group = Static<typeof Group>

/** Admins get all groups of the organization; other users their own. */
export const listGroups = endpoint({
  method: 'GET',
  path: '/api/groups',
  access: 'signed-in',
  reply: Type.Array(Group),
})

const GroupBody = Type.Object({ name: Type.String({ maxLength: 100 }) })

export const createGroup = endpoint({
  method: 'POST',
  path: '/api/groups',
  access: ['admin'],
  body: GroupBody,
  reply: Group,
  errors: ['group.name_taken'],
})

/** For members of the group and admins. */
export const getGroup = endpoint({
  method: 'GET',
  path: '/api/groups/:id',
  access: 'signed-in',
  params: IdParams,
  reply: Group,
})

export const saveGroup = endpoint({
  method: 'POST',
  path: '/api/groups/:id',
  access: ['admin'],
  params: IdParams,
  body: GroupBody,
  reply: Group,
  errors: ['group.builtin_rename', 'group.name_taken', 'auth.prove_again', 'auth.session_needed'],
})

/** Removes it from its members and data sources. */
export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id',
  access: ['admin'],
  params: IdParams,
  reply: Type.Null(),
  errors: ['group.builtin_delete', 'user.last_admin', 'auth.prove_again', 'auth.session_needed'],
})

/** For members of the group and admins; ordered by name. */
export const listGroupMembers = endpoint({
  method: 'GET',
  path: '/api/groups/:id/members',
  access: ['list_users'],
  params: IdParams,
  reply: Type.Array(User),
})

/**
 * Returns the member; adding an existing member changes nothing. `links_ended`: the user became an admin, so links to
 * their account that were handed over no longer work.
 */
export const addGroupMember = endpoint({
  method: 'POST',
  path: '/api/groups/:id/members',
  access: ['admin'],
  params: IdParams,
  body: Type.Object({ user_id: Id }),
  reply: Type.Object({ ...User.properties, links_ended: Type.Optional(Type.Boolean()) }),
  errors: ['user.not_verified', 'auth.prove_again', 'auth.session_needed'],
})

export const removeGroupMember = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id/members/:user_id',
  access: ['admin'],
  params: Type.Object({ id: Id, user_id: Id }),
  reply: Type.Null(),
  errors: ['user.leave_builtin_group', 'user.last_admin', 'auth.prove_again', 'auth.session_needed'],
})

/** `view_only` is the access of the group. */
export const GroupDataSource = Type.Object({ ...DataSource.properties, view_only: Type.Boolean() })
export type GroupDataSource = Static<typeof GroupDataSource>

export const listGroupDataSources = endpoint({
  method: 'GET',
  path: '/api/groups/:id/data_sources',
  access: ['admin'],
  params: IdParams,
  reply: Type.Array(GroupDataSource),
})

/** Adds with full access; a data source that the group already has keeps its access. */
export const addGroupDataSource = endpoint({
  method: 'POST',
  path: '/api/groups/:id/data_sources',
  access: ['admin'],
  params: IdParams,
  body: Type.Object({ data_source_id: Id }),
  reply: GroupDataSource,
})

const GroupSourceParams = Type.Object({ id: Id, data_source_id: Id })

export const changeGroupDataSource = endpoint({
  method: 'POST',
  path: '/api/groups/:id/data_sources/:data_source_id',
  access: ['admin'],
  params: GroupSourceParams,
  body: Type.Object({ view_only: Type.Boolean() }),
  reply: GroupDataSource,
})

export const removeGroupDataSource = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id/data_sources/:data_source_id',
  access: ['admin'],
  params: GroupSourceParams,
  reply: Type.Null(),
})
