import { findDestinationType } from '#destinations/registry.ts'
import type { Secrets } from '#server/kernel/index.ts'
import { maskSecrets } from '#shared/config-form/validate-options.ts'
import type { DestinationDetail, DestinationSummary } from '#shared/destinations/destinations-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { StoredDestination } from './destination-store.ts'

/** null when its type is no longer supported. */
export function presentDestination({
  id,
  name,
  type,
}: Pick<StoredDestination, 'id' | 'name' | 'type'>): DestinationSummary | null {
  const found = findDestinationType(type)
  return found === undefined ? null : { id, name, type, icon: found.icon }
}

/** With options; secrets are masked. Throws destination.unknown_type. */
export function presentDestinationDetail(secrets: Secrets, stored: StoredDestination): DestinationDetail {
  const { id, name, type } = stored
  const found = findDestinationType(type)
  if (found === undefined) throw refuse('destination.unknown_type', { type })
  const options = maskSecrets(found.configurationSchema, secrets.unseal(stored.encrypted_options))
  return { id, name, type, icon: found.icon, options }
}
