import type { Destination, OptionFault } from '#destinations/destination.ts'
import { findDestinationType } from '#destinations/registry.ts'
import type { Db, Secrets } from '#server/kernel/index.ts'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { titleOf } from '#shared/config-form/form-fields.ts'
import { keepSecrets, type Options, validateOptions } from '#shared/config-form/validate-options.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import {
  deleteDestination,
  findDestination,
  insertDestination,
  listSubscribedAlerts,
  type StoredDestination,
  updateDestination,
} from './destination-store.ts'

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
export async function createDestination(
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
export async function changeDestination(
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
export async function removeDestination(
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
  throw refuse('destination.in_use', { alerts: rest > 0 ? `${alerts} and ${rest} more` : alerts })
}

/** The destination of the actor's organization with this id. Throws not_found. */
export async function requireDestination(db: Db, actor: Actor, id: number): Promise<StoredDestination> {
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
