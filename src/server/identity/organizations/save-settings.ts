import type { Config, Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { changeSettings } from '#shared/organizations/change-settings.ts'
import {
  allowedIntervals,
  apiKeyDays,
  beaconConsent,
  organizationSettings,
  type StoredSettings,
} from '#shared/organizations/organization-settings.ts'
import type { SettingsInForce } from '#shared/organizations/organizations-api.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { requireUsableSaml } from '../saml/identity-provider.ts'
import { configuredLogins } from '../sign-in/sign-in-methods.ts'
import { currentOrganization, replaceSettings } from './organization-store.ts'

/** The stored settings over the defaults, as admins see them. */
export function settingsInForce(stored: StoredSettings): SettingsInForce {
  const {
    auth_google_apps_domains: domains,
    auth_jwt_auth_algorithms: algorithms,
    ...settings
  } = organizationSettings(stored)
  const consent = beaconConsent(stored)
  return {
    ...settings,
    auth_google_apps_domains: [...domains],
    auth_jwt_auth_algorithms: [...algorithms],
    query_refresh_intervals: allowedIntervals(stored),
    api_key_max_days: apiKeyDays(stored),
    ...(consent === null ? {} : { beacon_consent: consent }),
  }
}

/** Absent for the operator. */
interface Guard {
  /** locks the account of the actor, in the transaction of the change; throws when their session or key has ended */
  hold: (tx: Db) => Promise<void>
  /** throws when the actor may not change these settings as they are now, locked */
  requireMay: (present: SettingsInForce) => void
}

/**
 * Changes the given settings, all or none; concurrent changes both take effect. Answers the resulting settings.
 */
export async function saveSettings(
  { db, config }: Pick<ServerContext, 'db' | 'config'>,
  actor: Actor,
  change: StoredSettings,
  guard?: Guard,
): Promise<SettingsInForce> {
  const changed = (current: StoredSettings) => judged(config, current, change)
  const { settings } = await currentOrganization({ db })
  // checks that need the network run before the settings are locked
  await requireUsableSaml(config, change, organizationSettings(changed(settings)))
  const replace = (current: StoredSettings) => {
    guard?.requireMay(settingsInForce(current))
    return changed(current)
  }
  const stored = await replaceSettings(db, actor.org_id, replace, guard?.hold)
  return settingsInForce(stored)
}

function judged(config: Config, current: StoredSettings, change: StoredSettings): Record<string, unknown> {
  const changed = changeSettings(current, change, configuredLogins(config))
  if (changed.ok) return changed.stored
  const { field, reason } = changed.fault
  throw refuse('request.invalid', { field, reason: phrase('{field}: {reason}.', { field, reason }) })
}
