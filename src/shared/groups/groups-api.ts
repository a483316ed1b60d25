import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, Timestamp } from '../http/schemas.ts'

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
