import type { Connector } from '#connectors/connector.ts'
import { optionsSchema } from '#connectors/options-schema.ts'
import { findConnector } from '#connectors/registry.ts'
import { claimName, type Db, type Secrets } from '#server/kernel/index.ts'
import { titleOf } from '#shared/config-form/form-fields.ts'
import { readHttpProxy, tunnelAndProxy } from '#shared/config-form/http-proxy.ts'
import { referenceFault } from '#shared/config-form/secret-reference.ts'
import { readSshTunnel } from '#shared/config-form/ssh-tunnel.ts'
import { keepSecrets, type Options, validateOptions } from '#shared/config-form/validate-options.ts'
import type { DataSourceLimits } from '#shared/data-sources/data-sources-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { isPhrase, type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import {
  deleteDataSource,
  findDataSource,
  forgetSchema,
  insertDataSource,
  type StoredDataSource,
  updateDataSource,
} from './data-source-store.ts'

interface Needs {
  db: Db
  secrets: Secrets
}

export interface DataSourceRequest {
  name: string
  type: string
  options: Options
  limits?: DataSourceLimits | undefined
}

/**
 * Creates a data source. New names must be unique within the organization; existing duplicates stay. Throws
 * data_source.unknown_type, data_source.invalid_options and data_source.name_taken.
 */
export async function createDataSource(
  needs: Needs,
  actor: Actor,
  request: DataSourceRequest,
): Promise<StoredDataSource> {
  const connector = requireConnector(request.type)
  const options = requireOptions(connector, request.options)
  const name = requireName(request.name)
  const id = await needs.db.transaction().execute(async (tx) => {
    await requireFreeName(tx, actor, name)
    return await insertDataSource(tx, actor.org_id, {
      name,
      type: connector.type,
      encrypted_options: needs.secrets.seal(options),
      limits: request.limits,
    })
  })
  return await requireDataSource(needs.db, actor, id)
}

/** Type and options that could be saved. Throws data_source.unknown_type and data_source.invalid_options. */
export function readOptions({ type, options }: Pick<DataSourceRequest, 'type' | 'options'>): {
  type: string
  options: Options
} {
  const connector = requireConnector(type)
  return { type: connector.type, options: requireOptions(connector, options) }
}

const secretRefusals = {
  not_stored: 'data_source.secret_placeholder',
  moved: 'data_source.secret_moved',
} as const

/**
 * Replaces name, type and options of a data source; a secret sent as its placeholder keeps the stored value as long as
 * its address does not change. Throws not_found, data_source.unknown_type, data_source.invalid_options,
 * data_source.name_taken, data_source.secret_placeholder and data_source.secret_moved.
 */
export async function changeDataSource(
  needs: Needs,
  actor: Actor,
  id: number,
  request: DataSourceRequest,
): Promise<StoredDataSource> {
  const stored = await requireDataSource(needs.db, actor, id)
  const connector = requireConnector(request.type)
  // never pass one kind of server's secrets to another kind
  const known = stored.type === connector.type ? needs.secrets.unseal(stored.encrypted_options) : {}
  const kept = keepSecrets(optionsSchema(connector), request.options, known)
  if (!kept.ok) throw refuse(secretRefusals[kept.why], { field: `options.${kept.field}` })
  const options = requireOptions(connector, kept.options)
  const name = requireName(request.name)
  await needs.db.transaction().execute(async (tx) => {
    if (name !== stored.name) await requireFreeName(tx, actor, name)
    await updateDataSource(tx, id, {
      name,
      type: connector.type,
      encrypted_options: needs.secrets.seal(options),
      limits: request.limits,
    })
  })
  await forgetSchema(needs.db, id)
  return await requireDataSource(needs.db, actor, id)
}

/** Deletes a data source with its results; its queries stay, detached. Throws not_found. */
export async function removeDataSource(db: Db, actor: Actor, id: number): Promise<void> {
  if (!(await deleteDataSource(db, actor.org_id, id))) throw refuse('not_found')
}

/** The data source of the actor's organization with this id. Throws not_found. */
export async function requireDataSource(db: Db, actor: Actor, id: number): Promise<StoredDataSource> {
  const stored = await findDataSource(db, actor.org_id, id)
  if (stored === null) throw refuse('not_found')
  return stored
}

async function requireFreeName(tx: Db, { org_id }: Actor, name: string): Promise<void> {
  if (!(await claimName(tx, 'data_sources', org_id, name)))
    throw refuse('data_source.name_taken', { name, field: 'name' })
}

function requireConnector(type: string): Connector {
  const connector = findConnector(type)
  if (connector === undefined) throw refuse('data_source.unknown_type', { type })
  return connector
}

function requireName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '')
    throw refuse('request.invalid', {
      reason: phrase('{field}: this field is required.', { field: 'name' }),
      field: 'name',
    })
  return trimmed
}

function requireOptions(connector: Connector, given: Options): Options {
  const schema = optionsSchema(connector)
  const validated = validateOptions(schema, given)
  const wrong = validated.ok ? referenceFault(schema, validated.options) : validated
  if (!validated.ok || wrong !== null) {
    const { field, reason } = wrong as { field: string; reason: Phrase }
    throw refuse('data_source.invalid_options', {
      field: `options.${field}`,
      reason: phrase('{title} (options.{field}): {reason}', {
        title: titleOf(schema, field),
        ...{ field, reason },
      }),
    })
  }
  const fault = connector.validate?.(validated.options) ?? wayFault(validated.options)
  if (fault !== null) throw refuse('data_source.invalid_options', { reason: fault, field: 'options' })
  return validated.options
}

function wayFault(options: Options): Phrase | null {
  const tunnel = readSshTunnel(options)
  const proxy = readHttpProxy(options)
  if (isPhrase(tunnel)) return tunnel
  if (isPhrase(proxy)) return proxy
  return tunnel !== null && proxy !== null ? tunnelAndProxy : null
}
