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

/** Admins: all groups of the organisation; others: their own. */
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

/** Its members, and admins. */
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
  errors: ['group.builtin_rename', 'group.name_taken'],
})

/** Takes it from its members and its data sources. */
export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id',
  access: ['admin'],
  params: IdParams,
  reply: Type.Null(),
  errors: ['group.builtin_delete', 'user.last_admin'],
})

/** For its members and admins, ordered by name. */
export const listGroupMembers = endpoint({
  method: 'GET',
  path: '/api/groups/:id/members',
  access: ['list_users'],
  params: IdParams,
  reply: Type.Array(User),
})

/** Answers the new member; somebody who is in the group stays there. */
export const addGroupMember = endpoint({
  method: 'POST',
  path: '/api/groups/:id/members',
  access: ['admin'],
  params: IdParams,
  body: Type.Object({ user_id: Id }),
  reply: User,
  errors: ['auth.prove_again', 'auth.session_needed'],
})

export const removeGroupMember = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id/members/:user_id',
  access: ['admin'],
  params: Type.Object({ id: Id, user_id: Id }),
  reply: Type.Null(),
  errors: ['user.leave_builtin_group', 'user.last_admin'],
})

/** `view_only` is what the group may do. */
export const GroupDataSource = Type.Object({ ...DataSource.properties, view_only: Type.Boolean() })
export type GroupDataSource = Static<typeof GroupDataSource>

export const listGroupDataSources = endpoint({
  method: 'GET',
  path: '/api/groups/:id/data_sources',
  access: ['admin'],
  params: IdParams,
  reply: Type.Array(GroupDataSource),
})

/** With full access; a data source that the group has already keeps the access it has. */
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
