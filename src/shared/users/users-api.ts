import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Paged, PagingQuery } from '../http/paging.ts'
import { Id, IdParams } from '../http/schemas.ts'
import { User } from './user.ts'

/** A user as he himself and admins see him. */
export const UserDetail = Type.Object({ ...User.properties, api_key: Type.Optional(Type.String()) })
export type UserDetail = Static<typeof UserDetail>

/** Oneself, or anyone with `list_users`; `api_key` only for oneself and admins. */
export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  access: 'signed-in',
  params: IdParams,
  reply: UserDetail,
})

/** Oneself, or an admin. */
export const regenerateUserApiKey = endpoint({
  method: 'POST',
  path: '/api/users/:id/regenerate_api_key',
  access: 'signed-in',
  params: IdParams,
  reply: UserDetail,
})

/** A user in the list of users: the only place where groups come with their names (reference-api 5.11). */
export const UserInList = Type.Object({
  ...User.properties,
  groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})
export type UserInList = Static<typeof UserInList>

/**
 * People of the organisation; `q` is part of a name or e-mail address in any case (reference-api 4.4). `disabled`
 * (default: no) and `pending` (default: both) are yes, true, on, 1 or no, false, off, 0, none.
 */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  access: ['list_users'],
  query: Type.Object({
    page: PagingQuery.page,
    page_size: PagingQuery.page_size,
    order: PagingQuery.order,
    q: PagingQuery.q,
    disabled: Type.Optional(Type.String()),
    pending: Type.Optional(Type.String()),
  }),
  reply: Paged(UserInList),
})
