import { type Static, Type } from 'typebox'
import { FromGit } from '../content/from-git.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, JsonObject, Nullable, sized, Timestamp } from '../http/schemas.ts'
import { QueryWithoutVisualizations } from '../queries/queries-api.ts'
import { User } from '../users/user.ts'
import { alertOperators, alertSelectors, alertStates } from './alert-rules.ts'

const State = Type.Enum([...alertStates])

/** A condition on the results of a query (docs/reference/api-alerts.md#routes). */
export const Alert = Type.Object({
  id: Id,
  name: Type.String(),
  options: JsonObject,
  state: State,
  last_triggered_at: Nullable(Timestamp),
  updated_at: Timestamp,
  created_at: Timestamp,
  rearm: Nullable(Type.Integer()),
  query: QueryWithoutVisualizations,
  user: User,
  /** absent: it is not from git */
  from_git: Type.Optional(FromGit),
  /** whether the caller may change, mute, evaluate and delete it */
  can_edit: Type.Boolean(),
})
export type Alert = Static<typeof Alert>

/** blank: the default name, made of the query and the condition */
const name = Type.String({ maxLength: 255 })
const template = Nullable(Type.String({ maxLength: 50_000 }))
/** Unknown fields are stored unchanged. */
const options = sized(
  Type.Object({
    selector: Type.Optional(Type.Enum([...alertSelectors])),
    column: Type.Optional(Type.String({ maxLength: 1000 })),
    // older clients send the words
    op: Type.Optional(Type.Enum([...alertOperators, 'greater than', 'less than', 'equals'])),
    value: Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 1000 }), Type.Boolean()])),
    muted: Type.Optional(Type.Boolean()),
    custom_subject: Type.Optional(template),
    custom_body: Type.Optional(template),
    /** old name of custom_body */
    template: Type.Optional(template),
  }),
)
export type AlertOptions = Static<typeof options>
/** Seconds; 0: once until the state is ok again; 1: at every evaluation. */
const rearm = Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))

/** Alerts on queries of data sources of the caller's groups, newest first. */
export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts',
  access: ['list_alerts'],
  reply: Type.Array(Alert),
})

/**
 * For users who may view the query, which must have no parameters and be neither archived nor a draft. A blank name is
 * replaced by the default name.
 */
export const createAlert = endpoint({
  method: 'POST',
  path: '/api/alerts',
  access: 'signed-in',
  body: Type.Object({ name, options, query_id: Id, rearm: Type.Optional(rearm) }),
  reply: Alert,
  errors: ['alert.query_with_parameters', 'alert.query_archived', 'alert.query_draft'],
})

export const getAlert = endpoint({
  method: 'GET',
  path: '/api/alerts/:id',
  access: 'signed-in',
  params: IdParams,
  reply: Alert,
})

/** Any of the fields; options are replaced as a whole. For the owner and admins. */
export const saveAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/:id',
  access: 'signed-in',
  params: IdParams,
  body: Type.Object({
    name: Type.Optional(name),
    options: Type.Optional(options),
    query_id: Type.Optional(Id),
    rearm: Type.Optional(rearm),
  }),
  reply: Alert,
  errors: ['alert.query_with_parameters', 'alert.query_archived', 'alert.query_draft', 'auth.not_owner'],
})

export const deleteAlert = endpoint({
  method: 'DELETE',
  path: '/api/alerts/:id',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Null(),
  errors: ['auth.not_owner'],
})

export const muteAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/:id/mute',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Null(),
  errors: ['auth.not_owner'],
})

export const unmuteAlert = endpoint({
  method: 'DELETE',
  path: '/api/alerts/:id/mute',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Null(),
  errors: ['auth.not_owner'],
})

/**
 * Evaluates the newest stored result and sends messages to the subscribers, unless the alert is muted. Limited per
 * hour.
 */
export const evaluateAlertNow = endpoint({
  method: 'POST',
  path: '/api/alerts/:id/eval',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Null(),
  errors: ['auth.not_owner', 'request.rate_limited'],
})
