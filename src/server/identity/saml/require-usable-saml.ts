import type { Config } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { OrganizationSettings, StoredSettings } from '#shared/organizations/organization-settings.ts'
import { SignInFailed } from '../sign-in/sign-in-failed.ts'
import { findIdentityProvider } from './identity-provider.ts'
import { readCertificates } from './saml-certificates.ts'

/**
 * Refuses SAML settings that cannot work: an invalid certificate, or metadata that is unreachable, without TLS, or
 * describes no provider. `next`: the settings after the change. Throws request.invalid.
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
  if (url === '' || !(isNamed('auth_saml_metadata_url') || isTurnedOn)) return
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !config.allowedPrivateHosts.includes(hostname))
    throw fault('auth_saml_metadata_url', phrase('must be an https address: it says whose signatures count.'))
  try {
    await findIdentityProvider(config, { ...next, auth_saml_type: 'dynamic' })
  } catch (error) {
    if (error instanceof SignInFailed) throw fault('auth_saml_metadata_url', error.message)
    throw error
  }
}

function fault(field: keyof OrganizationSettings, reason: string | Phrase) {
  return refuse('request.invalid', { field, reason: phrase('{field}: {reason}', { field, reason }) })
}
