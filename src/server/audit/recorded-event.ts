import type { FastifyRequest } from 'fastify'
import { replied } from '#server/http/index.ts'
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { findDefaultOrganizationId, findPerson } from './event-store.ts'

/** The fields of an event besides user, time and client. */
export interface EventFacts {
  action: string
  object_type: string
  object_id?: number | string | null
  properties?: Record<string, unknown>
  /** the organization of the object, for anonymous requests */
  org_id?: number
  /** the user, when the request was not yet authenticated */
  person?: { user_id: number; actor_name: string }
}

/** A request with a successful answer. */
export interface Told {
  params: unknown
  query: unknown
  body: unknown
  answer: unknown
  request: FastifyRequest
  actor: Actor | null
  db: Parameters<typeof findPerson>[0]
}

type Described = EventFacts | null | Promise<EventFacts | null>

export interface RecordedEvent {
  /** `GET /api/queries/:id` */
  route: string
  /** null: nothing to record */
  describe(told: Told): Described
}

interface ToldOf<E extends EndpointSpec> extends Told {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** only when the handler lets `serve` send the reply */
  answer: ReplyOf<E>
  /** true: the handler has sent the reply itself */
  wasSent: boolean
}

/** The event of an endpoint. */
export function on<E extends EndpointSpec>(
  endpoint: E,
  describe: (told: ToldOf<E>) => Described,
): RecordedEvent {
  return {
    route: `${endpoint.method} ${endpoint.path}`,
    // `serve` has parsed these parts by this declaration
    describe: (told) => describe({ ...told, wasSent: told.answer === replied } as ToldOf<E>),
  }
}

/** The event of an endpoint whose path names the object as `:id`. */
export function onObject(endpoint: EndpointSpec, action: string, object_type: string): RecordedEvent {
  return on(endpoint, ({ params }) => ({ action, object_type, object_id: idIn(params) }))
}

/** The event of a page, which is not an endpoint. */
export function onPage(path: string, describe: RecordedEvent['describe']): RecordedEvent {
  return { route: `GET ${path}`, describe }
}

function idIn(params: unknown): number | null {
  const { id } = params as { id?: unknown }
  return typeof id === 'number' ? id : null
}

/** A sign-in with a provider failed: the user is unknown, so the event holds only the reason. */
export async function failedSignIn({ request, db }: Told): Promise<EventFacts | null> {
  const org_id = await findDefaultOrganizationId(db)
  if (request.failedSignIn === undefined || org_id === null) return null
  return { action: 'login_failed', object_type: 'redash', org_id, properties: { ...request.failedSignIn } }
}

/** A login page that is shown again is also a success, but without a signed-in user. */
export async function signedIn({ request, db }: Told): Promise<EventFacts | null> {
  const { signedInUser } = request
  const person = signedInUser === undefined ? null : await findPerson(db, signedInUser)
  if (signedInUser === undefined || person === null) return null
  return {
    action: 'login',
    object_type: 'redash',
    org_id: person.org_id,
    ...(request.signedInBy === undefined ? {} : { properties: { provider: request.signedInBy } }),
    person: { user_id: signedInUser, actor_name: person.email },
  }
}
