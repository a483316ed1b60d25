import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Paged, PagingQuery } from '../http/paging.ts'
import { Id, IdParams } from '../http/schemas.ts'
import { OpenedChoices } from './opened-api.ts'
import { maxPasswordLength } from './password-rule.ts'
import { User } from './user.ts'

/** A user as shown to themselves and admins. */
export const UserDetail = Type.Object({ ...User.properties, api_key: Type.Optional(Type.String()) })
export type UserDetail = Static<typeof UserDetail>

/** Requires a session and a recent proof: an API key must not be enough to take over an account. */
const proofs = ['auth.prove_again', 'auth.session_needed'] as const

/**
 * For the user and callers with `list_users`. `api_key` only with a recent proof, for the user and for admins, and to
 * programs that use this key.
 */
export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  access: 'signed-in',
  params: IdParams,
  reply: UserDetail,
})

/** For the user and admins. */
export const regenerateUserApiKey = endpoint({
  method: 'POST',
  path: '/api/users/:id/regenerate_api_key',
  access: 'signed-in',
  scope: 'admin',
  params: IdParams,
  reply: UserDetail,
  errors: proofs,
})

/** A user in the list of users: only here, groups have names (docs/reference/api-administration.md#user-list). */
export const UserInList = Type.Object({
  ...User.properties,
  groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})
export type UserInList = Static<typeof UserInList>

/**
 * Users of the organization; `q` is a part of a name or email address, case-insensitive
 * (docs/reference/api-conventions.md#plain-search). `disabled` (default: no) and `pending` (default: both) are yes,
 * true, on, 1 or no, false, off, 0, none.
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

const Name = Type.String({ maxLength: 320 })
const Email = Type.String({ maxLength: 255 })
const Password = Type.String({ maxLength: maxPasswordLength })

/** `invite_link`: only if no mail was sent; the admin must pass it on. */
export const InvitedUser = Type.Object({
  ...UserDetail.properties,
  invite_link: Type.Optional(Type.String()),
})
export type InvitedUser = Static<typeof InvitedUser>

/** Invites a user, who joins the group `default`. With `no_invite` no mail is sent, and the address stays unverified. */
export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  access: ['admin'],
  query: Type.Object({ no_invite: Type.Optional(Type.String()) }),
  body: Type.Object({ name: Name, email: Email }),
  reply: InvitedUser,
  errors: ['user.bad_email', 'user.email_taken', 'request.rate_limited'],
})

/**
 * For the user and admins; absent fields do not change. Only admins change groups, only the user changes the password.
 * A new address or password ends all sessions except the one of this request, which gets new cookies. Changing an address, a password or the
 * membership of admins requires a session; if its login is older than ten minutes, `old_password` is the proof.
 * `links_ended`: the user became an admin, so links to their account that were handed over no longer work.
 */
export const saveUser = endpoint({
  method: 'POST',
  path: '/api/users/:id',
  access: 'signed-in',
  scope: 'admin',
  params: IdParams,
  body: Type.Object({
    name: Type.Optional(Name),
    email: Type.Optional(Email),
    password: Type.Optional(Password),
    old_password: Type.Optional(Password),
    group_ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    /** with a new password: also create a new API key */
    renew_api_key: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ ...UserDetail.properties, links_ended: Type.Optional(Type.Boolean()) }),
  errors: [
    'user.bad_email',
    'user.email_taken',
    'user.password_needed',
    'user.wrong_password',
    'user.password_of_other',
    'user.groups_by_admin',
    'user.unknown_group',
    'user.leave_builtin_group',
    'user.last_admin',
    'user.not_verified',
    'request.rate_limited',
    ...proofs,
  ],
})

/** Withdraws an invitation; users who have logged in are disabled instead. */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  access: ['admin'],
  params: IdParams,
  reply: UserDetail,
  errors: ['user.delete_self', 'user.delete_active', 'user.delete_owner', ...proofs],
})

/**
 * Ends all sessions, the API key and open links of a user at once. The body says what happens to what the user has
 * opened to others; without it, keys of queries are revoked, and what a group owns is kept.
 */
export const disableUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/disable',
  access: ['admin'],
  params: IdParams,
  bodyOptional: true,
  body: OpenedChoices,
  reply: UserDetail,
  errors: ['user.disable_self', 'user.last_admin', 'user.hand_over_whom', 'user.hand_over_hidden', ...proofs],
})

export const enableUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/disable',
  access: ['admin'],
  params: IdParams,
  reply: UserDetail,
  errors: [...proofs],
})

/** Invites again; earlier invitation links no longer work. */
export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/invite',
  access: ['admin'],
  params: IdParams,
  reply: InvitedUser,
  errors: ['user.no_invitation', 'request.rate_limited', ...proofs],
})

/** `reset_link`: only if mail cannot be sent or the address is not verified. */
export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/users/:id/reset_password',
  access: ['admin'],
  params: IdParams,
  reply: Type.Object({ reset_link: Type.Optional(Type.String()) }),
  errors: proofs,
})
