import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeBug, type ServerContext } from '#server/kernel/index.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { NewEvent } from './event-store.ts'
import type { Told } from './recorded-event.ts'
import { failedSignIn } from './recorded-event.ts'
import { recordedEvents } from './recorded-events.ts'

const maxAgentLength = 500
const maxIdLength = 255

/** Records successful requests after their answer, by the table `recordedEvents`, and failed sign-ins. */
export function recordRequests(
  app: FastifyInstance,
  { db, log, clock }: Pick<ServerContext, 'db' | 'log' | 'clock'>,
  recorder: EventRecorder,
): void {
  const table = new Map(recordedEvents.map((each) => [each.route, each.describe]))
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const hasFailed = request.failedSignIn !== undefined
    const describe = hasFailed ? failedSignIn : table.get(`${method} ${routeOptions.url ?? ''}`)
    if (describe === undefined || (reply.statusCode >= 400 && !hasFailed)) return
    const told: Told = {
      ...(request.served ?? { params: request.params, query: request.query, body: null, answer: null }),
      request,
      actor: request.actor,
      db,
    }
    try {
      const facts = await describe(told)
      const org_id = facts?.org_id ?? request.actor?.org_id
      if (facts === null || org_id === undefined) return
      const { action, object_type, object_id = null, properties = {} } = facts
      recorder.record({
        ...actorOf(request),
        ...(facts.person === undefined ? {} : facts.person),
        org_id,
        action,
        object_type,
        additional_properties: properties,
        object_id: object_id === null ? null : String(object_id).slice(0, maxIdLength),
        is_reported: false,
        created_at: clock(),
      })
    } catch (error) {
      log.warn({ bug: describeBug(error) }, 'An event could not be described.')
    }
  })
}

/** The user and client of a request. */
export function actorOf({
  actor,
  headers,
  ip,
}: FastifyRequest): Pick<NewEvent, 'user_id' | 'actor_name' | 'user_agent' | 'ip'> {
  return {
    user_id: actor?.user_id ?? null,
    actor_name: actor?.name ?? null,
    user_agent: headers['user-agent']?.slice(0, maxAgentLength) ?? null,
    // undefined once the caller has disconnected, whatever the type says
    ip: (ip as string | undefined)?.slice(0, 45) ?? null,
  }
}
