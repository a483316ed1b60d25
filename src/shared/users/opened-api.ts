import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams } from '../http/schemas.ts'

/** What happens to one kind of things that a user has opened to others when the user leaves. */
export const OpenedChoice = Type.Union([
  Type.Literal('keep'),
  Type.Literal('hand_over'),
  Type.Literal('revoke'),
  /** what a group owns is kept, the rest is revoked */
  Type.Literal('keep_of_groups'),
])
export type OpenedChoice = Static<typeof OpenedChoice>

/** Absent fields get `defaultChoices`. */
export const OpenedChoices = Type.Object({
  /** keys of the user's queries, which open embeds and results */
  query_keys: Type.Optional(OpenedChoice),
  /** public addresses of the user's dashboards */
  shared_dashboards: Type.Optional(OpenedChoice),
  schedules: Type.Optional(OpenedChoice),
  alerts: Type.Optional(OpenedChoice),
  /** the new owner of what is handed over */
  hand_over_to: Type.Optional(Id),
})
export type OpenedChoices = Static<typeof OpenedChoices>

export const defaultChoices = {
  query_keys: 'revoke',
  shared_dashboards: 'keep_of_groups',
  schedules: 'keep_of_groups',
  alerts: 'keep_of_groups',
} as const satisfies Omit<OpenedChoices, 'hand_over_to'>

const Opened = Type.Object({
  id: Id,
  name: Type.String(),
  /** whether another active user can change or run it too */
  is_of_group: Type.Boolean(),
})
export type Opened = Static<typeof Opened>

const OpenedThings = Type.Object({
  query_keys: Type.Array(Opened),
  shared_dashboards: Type.Array(Opened),
  schedules: Type.Array(Opened),
  alerts: Type.Array(Opened),
})
export type OpenedThings = Static<typeof OpenedThings>

/** What keeps working when this user is disabled, unless it is revoked. */
export const listOpened = endpoint({
  method: 'GET',
  path: '/api/users/:id/opened',
  access: ['admin'],
  params: IdParams,
  reply: OpenedThings,
})
