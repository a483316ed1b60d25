import type { FastifyInstance } from 'fastify'
import { destinations, findDestinationType } from '#destinations/registry.ts'
import { publicAddress, replied, serve } from '#server/http/index.ts'
import type { Secrets, ServerContext } from '#server/kernel/index.ts'
import { maskSecrets, type Options, unknownOptions } from '#shared/config-form/validate-options.ts'
import type { DestinationDetail, DestinationSummary } from '#shared/destinations/destinations-api.ts'
import * as api from '#shared/destinations/destinations-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { testDelivery } from '../deliveries/test-delivery.ts'
import { listDestinations, listSubscribedAlerts, type StoredDestination } from './destination-store.ts'
import {
  changeDestination,
  createDestination,
  removeDestination,
  requireDestination,
} from './save-destination.ts'

/** Max alerts named on the page of a destination. */
const maxAlerts = 50

export function registerDestinationRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, secrets } = context

  serve(
    app,
    api.listDestinations,
  )(async ({ actor }) => {
    const stored = await listDestinations(db, actor.org_id)
    return stored.map(presentDestination).filter((destination) => destination !== null)
  })

  serve(app, api.listDestinationTypes)(() => listTypes())

  serve(
    app,
    api.createDestination,
  )(async ({ actor, body }) =>
    withNote(body, presentDestinationDetail(secrets, await createDestination(context, actor, body))),
  )

  serve(
    app,
    api.getDestination,
  )(async ({ actor, params }) => {
    const stored = await requireDestination(db, actor, params.id)
    const { alerts, count } = await listSubscribedAlerts(db, stored.id, maxAlerts)
    return { ...presentDestinationDetail(secrets, stored), alerts, alert_count: count }
  })

  serve(
    app,
    api.saveDestination,
  )(async ({ actor, params, body }) =>
    withNote(
      body,
      presentDestinationDetail(secrets, await changeDestination(context, actor, params.id, body)),
    ),
  )

  serve(
    app,
    api.deleteDestination,
  )(async ({ actor, params, query, reply }) => {
    await removeDestination(context, actor, params.id, { unsubscribe: query.unsubscribe === 'true' })
    reply.code(204).send()
    return replied
  })

  serve(
    app,
    api.testDestination,
  )(async ({ actor, params, request }) => {
    const stored = await requireDestination(db, actor, params.id)
    return await testDelivery(context, actor, stored, publicAddress(context.config, request))
  })
}

/** Adds a note to the reply to a save if some sent options are not stored. */
function withNote(
  { type, options }: { type: string; options: Options },
  detail: api.DestinationDetail,
): api.DestinationDetail {
  const schema = findDestinationType(type)?.configurationSchema
  const dropped = schema === undefined ? [] : unknownOptions(schema, options)
  return dropped.length === 0 ? detail : { ...detail, dropped_options: dropped }
}

function listTypes() {
  return destinations.map(({ name, type, icon, configurationSchema, deprecated }) => ({
    name,
    type,
    icon,
    configuration_schema: configurationSchema,
    ...(deprecated === true ? { deprecated } : {}),
  }))
}

/** null when its type is no longer supported. */
function presentDestination({
  id,
  name,
  type,
}: Pick<StoredDestination, 'id' | 'name' | 'type'>): DestinationSummary | null {
  const found = findDestinationType(type)
  return found === undefined ? null : { id, name, type, icon: found.icon }
}

/** With options; secrets are masked. Throws destination.unknown_type. */
function presentDestinationDetail(secrets: Secrets, stored: StoredDestination): DestinationDetail {
  const { id, name, type } = stored
  const found = findDestinationType(type)
  if (found === undefined) throw refuse('destination.unknown_type', { type })
  const options = maskSecrets(found.configurationSchema, secrets.unseal(stored.encrypted_options))
  return { id, name, type, icon: found.icon, options }
}
