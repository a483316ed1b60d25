import { type Config, createOutboundFetch, limitReply } from '#server/kernel/index.ts'
import type { OrganizationSettings } from '#shared/organizations/organization-settings.ts'
import { SignInFailed } from '../sign-in/sign-in-failed.ts'
import { checkMetadata } from './check-in-thread.ts'
import type { IdentityProvider } from './read-metadata.ts'
import { readCertificates } from './saml-certificates.ts'

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
