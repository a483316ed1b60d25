import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from '../errors/error-codes.ts'
import type { Permission } from '../permissions/permission.ts'

/**
 * Who may call: `anyone`; `signed-in` (a user or a key actor); or one of the listed permission strings.
 * Finer questions (this data source? this query?) are for `can(...)` in the use case.
 */
export type EndpointAccess = 'anyone' | 'signed-in' | readonly Permission[]

export interface EndpointSpec {
  method: 'GET' | 'POST' | 'DELETE'
  /** Fastify path, for example `/api/queries/:id` */
  path: string
  access: EndpointAccess
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Shape of the answer. Rows of results bypass it: they are streamed as stored. */
  reply: TSchema
  /** Unknown keys of the body are dropped unless the endpoint refuses them (where Redash answered 500). */
  unknownKeys?: 'refuse'
  /** true when a missing or malformed body counts as `{}` */
  bodyOptional?: boolean
  /** the key of a query (`?api_key=`) is accepted; the path then names that query as `:id` or `:query_id` */
  acceptsQueryKey?: boolean
  /** refusals this endpoint may answer besides the general ones */
  errors?: readonly ErrorCode[]
}

export type Endpoint<S extends EndpointSpec = EndpointSpec> = S

/** Declares an endpoint once: the server binds it (`serve`), the web calls it (`call`), tests walk it. */
export function endpoint<const S extends EndpointSpec>(spec: S): Endpoint<S> {
  return spec
}

type StaticOf<T> = T extends TSchema ? Static<T> : undefined
export type ParamsOf<E extends EndpointSpec> = StaticOf<E['params']>
export type QueryOf<E extends EndpointSpec> = StaticOf<E['query']>
export type BodyOf<E extends EndpointSpec> = StaticOf<E['body']>
export type ReplyOf<E extends EndpointSpec> = Static<E['reply']>
