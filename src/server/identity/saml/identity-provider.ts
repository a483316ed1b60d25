import { type Config, createOutboundFetch, limitReply, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { OrganizationSettings, StoredSettings } from '#shared/organizations/organization-settings.ts'
import { SignInFailed } from '../sign-in/person.ts'
import { checkMetadata } from './check-in-thread.ts'
import type { IdentityProvider } from './read-metadata.ts'
import { readCertificates } from './read-metadata.ts'

const timeoutMilliseconds = 10_000
const maxMegabytes = 5

/** The provider from the settings, or from the metadata they refer to. Throws SignInFailed. */
export async function findIdentityProvider(
  config: Config,
  settings: OrganizationSettings,
): Promise<IdentityProvider> {
  const { auth_saml_entity_id: entity_id, auth_saml_sso_url: sso_url } = settings
  if (settings.auth_saml_type !== 'static') {
    return await checkMetadata(await fetchMetadata(config, settings.auth_saml_metadata_url), entity_id)
  }
  const certificates = readCertificates(settings.auth_saml_x509_cert)
  if (certificates === null) throw new SignInFailed('The SAML certificate of the settings cannot be read.')
  return { entity_id, sso_url, certificates }
}

async function fetchMetadata(config: Config, url: string): Promise<string> {
  const { allowedPrivateHosts, version } = config
  // a redirect, perhaps without TLS, must not decide whose signatures count
  const fetch = createOutboundFetch({ allowedPrivateHosts, version, followsRedirects: false })
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds)
    const reply = await fetch(url, { headers: { accept: 'application/samlmetadata+xml, */*' } }, signal)
    if (reply.status !== 200) {
      await reply.body?.cancel()
      throw new SignInFailed(
        `The SAML metadata cannot be read: ${new URL(url).host} answers ${reply.status}.`,
      )
    }
    return await limitReply(reply, maxMegabytes).text()
  } catch (error) {
    if (error instanceof SignInFailed) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new SignInFailed(`The SAML metadata cannot be read: ${reason}`, error)
  }
}

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

/**
 * Refuses SAML settings that cannot work: an empty field, an invalid certificate, or metadata that is unreachable,
 * without TLS, or describes no provider. `next`: the settings after the change. Throws request.invalid.
 */
export async function requireUsableSaml(
  config: Config,
  change: StoredSettings,
  next: OrganizationSettings,
): Promise<void> {
  const { auth_saml_x509_cert: certificate, auth_saml_metadata_url: url } = next
  const isNamed = (field: keyof OrganizationSettings) => Object.hasOwn(change, field)
  if (isNamed('auth_saml_x509_cert') && certificate !== '' && readCertificates(certificate) === null)
    throw fault('auth_saml_x509_cert', phrase('must be a certificate in PEM or base64 form.'))
  if (change['auth_saml_enabled'] === true && config.publicUrl === null)
    throw fault(
      'auth_saml_enabled',
      phrase('needs an address that is fixed: SEXTANT_URL has to be set first.'),
    )
  const isTurnedOn = change['auth_saml_enabled'] === true && next.auth_saml_type !== 'static'
  if (url !== '' && (isNamed('auth_saml_metadata_url') || isTurnedOn)) await requireMetadata(config, next)
  const missing = missingField(next)
  if (missing !== null && Object.keys(change).some((field) => field.startsWith('auth_saml_')))
    throw fault(missing, phrase('must not be empty while SAML is enabled.'))
}

/** Throws request.invalid. */
async function requireMetadata(config: Config, next: OrganizationSettings): Promise<void> {
  const { protocol, hostname } = new URL(next.auth_saml_metadata_url)
  if (protocol !== 'https:' && !config.allowedPrivateHosts.includes(hostname))
    throw fault('auth_saml_metadata_url', phrase('must be an https address: it says whose signatures count.'))
  try {
    await findIdentityProvider(config, { ...next, auth_saml_type: 'dynamic' })
  } catch (error) {
    if (error instanceof SignInFailed) throw fault('auth_saml_metadata_url', error.message)
    throw error
  }
}

/** The first field that enabled SAML needs and that is empty. */
function missingField(settings: OrganizationSettings): keyof OrganizationSettings | null {
  if (!settings.auth_saml_enabled) return null
  const needed =
    settings.auth_saml_type === 'static'
      ? (['auth_saml_sso_url', 'auth_saml_entity_id', 'auth_saml_x509_cert'] as const)
      : (['auth_saml_metadata_url'] as const)
  return needed.find((field) => settings[field].trim() === '') ?? null
}

function fault(field: keyof OrganizationSettings, reason: string | Phrase) {
  return refuse('request.invalid', { field, reason: phrase('{field}: {reason}', { field, reason }) })
}
