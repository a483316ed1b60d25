import { type Static, Type } from 'typebox'
import { ConfigurationSchema } from '../config-form/configuration-schema.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, JsonObject } from '../http/schemas.ts'

const base = { id: Id, name: Type.String(), type: Type.String(), icon: Type.String() }

/** What all users see, because all may choose it for an alert. */
export const DestinationSummary = Type.Object(base)
export type DestinationSummary = Static<typeof DestinationSummary>

/** What admins see. Secrets in `options` are masked with `secretPlaceholder`. */
export const DestinationDetail = Type.Object({
  ...base,
  options: JsonObject,
  /** only in the reply to a save: options that were not stored because they are not in the schema */
  dropped_options: Type.Optional(Type.Array(Type.String())),
})
export type DestinationDetail = Static<typeof DestinationDetail>

/** With the alerts that use it: the first ones and the total count. */
const DestinationPage = Type.Object({
  ...base,
  options: JsonObject,
  alerts: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  alert_count: Type.Integer(),
})
export type DestinationPage = Static<typeof DestinationPage>

export const DestinationType = Type.Object({
  name: Type.String(),
  type: Type.String(),
  icon: Type.String(),
  configuration_schema: ConfigurationSchema,
  deprecated: Type.Optional(Type.Boolean()),
})
export type DestinationType = Static<typeof DestinationType>

const DestinationBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  type: Type.String({ minLength: 1, maxLength: 255 }),
  options: JsonObject,
})

/** By id. */
export const listDestinations = endpoint({
  method: 'GET',
  path: '/api/destinations',
  access: 'signed-in',
  reply: Type.Array(DestinationSummary),
})

export const listDestinationTypes = endpoint({
  method: 'GET',
  path: '/api/destinations/types',
  access: ['admin'],
  reply: Type.Array(DestinationType),
})

export const createDestination = endpoint({
  method: 'POST',
  path: '/api/destinations',
  access: ['admin'],
  body: DestinationBody,
  reply: DestinationDetail,
  errors: ['destination.unknown_type', 'destination.invalid_options', 'destination.name_taken'],
})

export const getDestination = endpoint({
  method: 'GET',
  path: '/api/destinations/:id',
  access: ['admin'],
  params: IdParams,
  reply: DestinationPage,
})

export const saveDestination = endpoint({
  method: 'POST',
  path: '/api/destinations/:id',
  access: ['admin'],
  params: IdParams,
  body: DestinationBody,
  reply: DestinationDetail,
  errors: [
    'destination.unknown_type',
    'destination.invalid_options',
    'destination.secret_placeholder',
    'destination.secret_moved',
    'destination.name_taken',
  ],
})

/** Answers 204 without a body. Refused while alerts use it, unless `unsubscribe` says to remove it from them. */
export const deleteDestination = endpoint({
  method: 'DELETE',
  path: '/api/destinations/:id',
  access: ['admin'],
  params: IdParams,
  query: Type.Object({ unsubscribe: Type.Optional(Type.Literal('true')) }),
  reply: Type.Null(),
  replyStatus: 204,
  errors: ['destination.in_use'],
})

/** Has a worker send a test message, without retries, and returns the outcome. */
export const testDestination = endpoint({
  method: 'POST',
  path: '/api/destinations/:id/test',
  access: ['admin'],
  params: IdParams,
  reply: Type.Object({ ok: Type.Boolean(), message: Type.String() }),
})
