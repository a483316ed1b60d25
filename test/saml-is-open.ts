/** Settings of an organization with another login method than passwords. */
export const samlIsOpen = {
  auth_saml_enabled: true,
  auth_saml_type: 'dynamic',
  auth_saml_metadata_url: 'https://login.example.com/metadata',
}
