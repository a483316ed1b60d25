import type { OrganizationSettings } from './organization-settings.ts'

/** The login methods that the operator has configured; admins configure SAML in the settings of the organization. */
export interface ConfiguredLogins {
  google: boolean
  openid: boolean
  ldap: boolean
  remote_user: boolean
  jwt: boolean
}

/** Whether SAML is on and completely configured. */
export function isSamlOpen(settings: OrganizationSettings): boolean {
  if (!settings.auth_saml_enabled) return false
  if (settings.auth_saml_type !== 'static') return settings.auth_saml_metadata_url !== ''
  return (
    settings.auth_saml_sso_url !== '' &&
    settings.auth_saml_entity_id !== '' &&
    settings.auth_saml_x509_cert !== ''
  )
}

/** Whether another login method works, so that password login may be switched off. */
export function hasOtherLogin(settings: OrganizationSettings, configured: ConfiguredLogins): boolean {
  return Object.values(configured).some(Boolean) || isSamlOpen(settings)
}

/** Password login can only be off while another login method works, so that no user is locked out. */
export function isPasswordLoginOpen(settings: OrganizationSettings, configured: ConfiguredLogins): boolean {
  return settings.auth_password_login_enabled || !hasOtherLogin(settings, configured)
}
