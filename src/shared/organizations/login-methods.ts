import type { OrganizationSettings } from './organization-settings.ts'

/** Which ways to log in the operator has set up; SAML is set up by admins, in the settings of the organisation. */
export interface ConfiguredLogins {
  google: boolean
  openid: boolean
}

/** Is SAML on, and does it say all that a login needs? */
export function isSamlOpen(settings: OrganizationSettings): boolean {
  if (!settings.auth_saml_enabled) return false
  if (settings.auth_saml_type !== 'static') return settings.auth_saml_metadata_url !== ''
  return (
    settings.auth_saml_sso_url !== '' &&
    settings.auth_saml_entity_id !== '' &&
    settings.auth_saml_x509_cert !== ''
  )
}

/** May password login be switched off: is there another way in that works? */
export function hasOtherLogin(settings: OrganizationSettings, configured: ConfiguredLogins): boolean {
  return Object.values(configured).some(Boolean) || isSamlOpen(settings)
}

/** Nobody is locked out: what the setting says holds only while there is another way in. */
export function isPasswordLoginOpen(settings: OrganizationSettings, configured: ConfiguredLogins): boolean {
  return settings.auth_password_login_enabled || !hasOtherLogin(settings, configured)
}
