const none: readonly string[] = []

/** Defaults of settings that the organization has not stored (docs/reference/api-administration.md#settings). */
export const organizationDefaults = {
  date_format: 'YYYY-MM-DD',
  time_format: 'HH:mm',
  integer_format: '0,0',
  float_format: '0,0.00',
  thousands_separator: ',',
  decimal_separator: '.',
  null_value: 'null',
  // dynamic dates are resolved in this zone
  time_zone: 'UTC',
  multi_byte_search_enabled: false,
  feature_show_permissions_control: false,
  send_email_on_failed_scheduled_queries: false,
  hide_plotly_mode_bar: false,
  disable_public_urls: false,
  // would break programs that use the key, so admins opt in
  renew_api_key_with_password: false,
  auth_password_login_enabled: true,
  auth_second_factor_required: false,
  auth_google_apps_domains: none,
  auth_saml_enabled: false,
  auth_saml_type: '',
  auth_saml_entity_id: '',
  auth_saml_metadata_url: '',
  auth_saml_nameid_format: '',
  auth_saml_sso_url: '',
  auth_saml_x509_cert: '',
  auth_saml_sp_settings: '',
  auth_jwt_login_enabled: false,
  auth_jwt_auth_issuer: '',
  auth_jwt_auth_public_certs_url: '',
  auth_jwt_auth_audience: '',
  auth_jwt_auth_algorithms: ['HS256', 'RS256', 'ES256'] as readonly string[],
  auth_jwt_auth_cookie_name: '',
  auth_jwt_auth_header_name: '',
}
export type OrganizationSettings = typeof organizationDefaults

/** The stored settings of an organization: only those that were set. */
export type StoredSettings = Readonly<Record<string, unknown>>

/** Merges stored settings and defaults; a stored null or a value of another type counts as absent. */
export function organizationSettings(stored: StoredSettings): OrganizationSettings {
  const entries = Object.entries(organizationDefaults).map(([key, fallback]) => {
    const value = Object.hasOwn(stored, key) ? stored[key] : undefined
    return [key, isLike(value, fallback) ? value : fallback]
  })
  return Object.fromEntries(entries)
}

function isLike(value: unknown, fallback: unknown): boolean {
  if (!Array.isArray(fallback)) return typeof value === typeof fallback
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** Formats that the settings offer, always including the current one. */
export function dateFormatsFor(current: string): string[] {
  return offering(current, ['DD/MM/YY', 'MM/DD/YY', 'YYYY-MM-DD'])
}

export function timeFormatsFor(current: string): string[] {
  return offering(current, ['HH:mm', 'HH:mm:ss', 'HH:mm:ss.SSS'])
}

function offering(current: string, offered: string[]): string[] {
  return offered.includes(current) ? offered : [...offered, current]
}

/** Whether an admin allows sending usage data; null: not answered yet. */
export function beaconConsent(stored: StoredSettings): boolean | null {
  const { beacon_consent: consent } = stored
  return typeof consent === 'boolean' ? consent : null
}

/** Each new API key with scopes must expire within this many days; null: it need not. */
export function apiKeyDays(stored: StoredSettings): number | null {
  const { api_key_max_days: days } = stored
  return typeof days === 'number' ? days : null
}

/** Refresh intervals that the organization allows, in seconds; null: all that the instance offers. */
export function allowedIntervals(stored: StoredSettings): number[] | null {
  const { query_refresh_intervals: allowed } = stored
  return Array.isArray(allowed) ? allowed.filter((seconds) => typeof seconds === 'number') : null
}
