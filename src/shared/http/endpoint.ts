import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from '../errors/error-codes.ts'
import type { KeyScope } from '../permissions/key-scope.ts'
import type { Permission } from '../permissions/permission.ts'

/**
 * Who may call: `anyone`; `signed-in` (a user or a key actor); or actors with one of the listed permissions. Access to
 * a particular object is checked with `can(...)` in the use case.
 */
export type EndpointAccess = 'anyone' | 'signed-in' | readonly Permission[]

export interface EndpointSpec {
  method: 'GET' | 'POST' | 'DELETE'
  /** Fastify path, for example `/api/queries/:id` */
  path: string
  access: EndpointAccess
  /** the scope that an API key needs, if `scopeOf` does not tell it: `admin` for what only admins may call, else by method */
  scope?: KeyScope
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Shape of the reply. Result rows bypass it: they are streamed as stored. */
  reply: TSchema
  /** media types of the reply, if it is not only JSON: files */
  replyMedia?: readonly string[]
  /** 204: the reply has no body */
  replyStatus?: 200 | 204
  /** Unknown keys of the body are dropped unless the endpoint refuses them (where Redash replies 500). */
  unknownKeys?: 'refuse'
  /** true when a missing or malformed body counts as `{}` */
  bodyOptional?: boolean
  /** media type of a body that is not JSON and that the handler reads itself */
  bodyMedia?: string
  /** a query's key (`?api_key=`) is accepted; `:id` or `:query_id` in the path is that query */
  acceptsQueryKey?: boolean
  /** the token of a shared dashboard is accepted like a key; `:id` or `:query_id` is a query that the dashboard shows */
  acceptsDashboardToken?: boolean
  /** what users need to set up a second factor that their organization requires: open to them without one */
  isForEnrolment?: boolean
  /** refusals of this endpoint besides the general ones */
  errors?: readonly ErrorCode[]
}

export type Endpoint<S extends EndpointSpec = EndpointSpec> = S

/** Declares an endpoint: the server implements it (`serve`), the web calls it (`call`), tests enumerate it. */
export function endpoint<const S extends EndpointSpec>(spec: S): Endpoint<S> {
  return spec
}

type StaticOf<T> = T extends TSchema ? Static<T> : undefined
export type ParamsOf<E extends EndpointSpec> = StaticOf<E['params']>
export type QueryOf<E extends EndpointSpec> = StaticOf<E['query']>
export type BodyOf<E extends EndpointSpec> = StaticOf<E['body']>
export type ReplyOf<E extends EndpointSpec> = Static<E['reply']>
