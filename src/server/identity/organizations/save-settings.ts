import type { Config, Db, ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { changeSettings } from '#shared/organizations/change-settings.ts'
import {
  allowedIntervals,
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
    ...(consent === null ? {} : { beacon_consent: consent }),
  }
}

/**
 * Changes the given settings, all or none; concurrent changes both take effect. Answers the resulting settings.
 * `requireMay` throws for a change of the present settings that the actor may not make: it is called while they are
 * locked. Absent for the operator.
 */
export async function saveSettings(
  { db, config }: Pick<ServerContext, 'db' | 'config'>,
  actor: Actor,
  change: StoredSettings,
  requireMay?: (tx: Db, present: SettingsInForce) => Promise<void>,
): Promise<SettingsInForce> {
  const changed = (current: StoredSettings) => judged(config, current, change)
  const { settings } = await currentOrganization({ db })
  // checks that need the network run before the settings are locked
  await requireUsableSaml(config, change, organizationSettings(changed(settings)))
  const stored = await replaceSettings(db, actor.org_id, async (current, tx) => {
    await requireMay?.(tx, settingsInForce(current))
    return changed(current)
  })
  return settingsInForce(stored)
}

function judged(config: Config, current: StoredSettings, change: StoredSettings): Record<string, unknown> {
  const changed = changeSettings(current, change, configuredLogins(config))
  if (changed.ok) return changed.stored
  const { field, reason } = changed.fault
  throw refuse('request.invalid', { field, reason: phrase('{field}: {reason}.', { field, reason }) })
}
