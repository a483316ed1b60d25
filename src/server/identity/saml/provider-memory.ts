import type { ServerContext } from '#server/kernel/index.ts'
import type { OrganizationSettings } from '#shared/organizations/organization-settings.ts'
import { findIdentityProvider } from './identity-provider.ts'
import type { IdentityProvider } from './read-metadata.ts'

export type FindProvider = (settings: OrganizationSettings) => Promise<IdentityProvider>

const lifetime = 5 * 60 * 1000

/** Finds the provider of the settings; its metadata is cached for five minutes. Throws SignInFailed. */
export function createProviderMemory({
  config,
  clock,
}: Pick<ServerContext, 'config' | 'clock'>): FindProvider {
  let known: { key: string; until: number; provider: IdentityProvider } | null = null
  return async (settings) => {
    const now = clock().getTime()
    const { auth_saml_type: type, auth_saml_metadata_url: url, auth_saml_entity_id: entityId } = settings
    const key = JSON.stringify([type, url, entityId])
    if (type !== 'static' && known !== null && known.key === key && known.until > now) return known.provider
    const provider = await findIdentityProvider(config, settings)
    known = { key, until: now + lifetime, provider }
    return provider
  }
}
