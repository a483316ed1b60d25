import type { FastifyInstance } from 'fastify'
import type { Destination, OptionFault } from '#destinations/destination.ts'
import { destinations, findDestinationType } from '#destinations/registry.ts'
import { publicAddress, replied, serve } from '#server/http/index.ts'
import type { Db, Secrets, ServerContext } from '#server/kernel/index.ts'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { titleOf } from '#shared/config-form/form-fields.ts'
import {
  keepSecrets,
  maskSecrets,
  type Options,
  unknownOptions,
  validateOptions,
} from '#shared/config-form/validate-options.ts'
import * as api from '#shared/destinations/destinations-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { testDelivery } from '../deliveries/test-delivery.ts'
import {
  deleteDestination,
  findDestination,
  insertDestination,
  listDestinations,
  listSubscribedAlerts,
  type StoredDestination,
  updateDestination,
} from './destination-store.ts'

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
}: Pick<StoredDestination, 'id' | 'name' | 'type'>): api.DestinationSummary | null {
  const found = findDestinationType(type)
  return found === undefined ? null : { id, name, type, icon: found.icon }
}

/** With options; secrets are masked. Throws destination.unknown_type. */
function presentDestinationDetail(secrets: Secrets, stored: StoredDestination): api.DestinationDetail {
  const { id, name, type } = stored
  const found = findDestinationType(type)
  if (found === undefined) throw refuse('destination.unknown_type', { type })
  const options = maskSecrets(found.configurationSchema, secrets.unseal(stored.encrypted_options))
  return { id, name, type, icon: found.icon, options }
}

interface Needs {
  db: Db
  secrets: Secrets
}

interface DestinationRequest {
  name: string
  type: string
  options: Options
}

/** Throws destination.unknown_type, destination.invalid_options and destination.name_taken. */
async function createDestination(
  { db, secrets }: Needs,
  { org_id, user_id }: Actor,
  request: DestinationRequest,
): Promise<StoredDestination> {
  const type = requireType(request.type)
  const name = requireName(request.name)
  const options = requireOptions(type, request.options)
  const values = { name, type: type.type, encrypted_options: secrets.seal(options) }
  const stored = await insertDestination(db, { org_id, user_id }, values)
  if (stored === null) throw refuse('destination.name_taken', { name, field: 'name' })
  return stored
}

const secretRefusals = {
  not_stored: 'destination.secret_placeholder',
  moved: 'destination.secret_moved',
} as const

/**
 * Replaces name, type and options; a secret sent as its placeholder keeps the stored value as long as its address does
 * not change. Throws not_found, destination.unknown_type, destination.invalid_options, destination.secret_placeholder,
 * destination.secret_moved and destination.name_taken.
 */
async function changeDestination(
  { db, secrets }: Needs,
  actor: Actor,
  id: number,
  request: DestinationRequest,
): Promise<StoredDestination> {
  const stored = await requireDestination(db, actor, id)
  const type = requireType(request.type)
  const name = requireName(request.name)
  // never pass one vendor's secrets to another vendor
  const known = stored.type === type.type ? secrets.unseal(stored.encrypted_options) : {}
  const kept = keepSecrets(type.configurationSchema, request.options, known)
  if (!kept.ok) throw refuse(secretRefusals[kept.why], { field: `options.${kept.field}` })
  const options = requireOptions(type, kept.options)
  const values = { name, type: type.type, encrypted_options: secrets.seal(options) }
  const changed = await updateDestination(db, stored.id, values)
  if (changed === 'gone') throw refuse('not_found')
  if (changed === 'name_taken') throw refuse('destination.name_taken', { name, field: 'name' })
  return changed
}

const maxNamed = 5

/** Throws not_found and destination.in_use, so that subscribers do not silently stop getting messages. */
async function removeDestination(
  { db }: Pick<Needs, 'db'>,
  actor: Actor,
  id: number,
  options: { unsubscribe: boolean },
): Promise<void> {
  const outcome = await deleteDestination(db, actor.org_id, id, options)
  if (outcome === 'gone') throw refuse('not_found')
  if (outcome === 'deleted') return
  const { alerts: first, count } = await listSubscribedAlerts(db, id, maxNamed)
  const rest = count - first.length
  const alerts = first.map(({ name }) => `"${name}"`).join(', ')
  throw refuse('destination.in_use', {
    alerts: rest > 0 ? phrase('{alerts} and {rest} more', { alerts, rest }) : alerts,
  })
}

/** The destination of the actor's organization with this id. Throws not_found. */
async function requireDestination(db: Db, actor: Actor, id: number): Promise<StoredDestination> {
  const stored = await findDestination(db, actor.org_id, id)
  if (stored === null) throw refuse('not_found')
  return stored
}

function requireType(type: string): Destination {
  const found = findDestinationType(type)
  if (found === undefined) throw refuse('destination.unknown_type', { type })
  return found
}

function requireName(name: string): string {
  const trimmed = name.trim()
  if (trimmed !== '') return trimmed
  throw refuse('request.invalid', {
    reason: phrase('{field}: this field is required.', { field: 'name' }),
    field: 'name',
  })
}

function requireOptions(type: Destination, given: Options): Options {
  const { configurationSchema, validate } = type
  const validated = validateOptions(configurationSchema, given)
  if (!validated.ok) throw invalidOption(configurationSchema, validated)
  const fault = validate?.(validated.options) ?? null
  if (fault !== null) throw invalidOption(configurationSchema, fault)
  return validated.options
}

function invalidOption(schema: ConfigurationSchema, { field, reason }: OptionFault) {
  const title = titleOf(schema, field)
  return refuse('destination.invalid_options', {
    field: `options.${field}`,
    reason: phrase('{title} (options.{field}): {reason}', { title, field, reason }),
  })
}
