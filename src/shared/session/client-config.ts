import type { ClientConfig } from './session-api.ts'

/** What the instance contributes: settings of the operator. */
export interface InstanceFacts {
  version: string
  pageSize: number
  pageSizeOptions: readonly number[]
  tableCellMaxJsonSize: number
  queryRefreshIntervals: readonly number[]
  refreshesQueries: boolean
  dashboardRefreshIntervals: readonly number[]
  allowCustomJsVisualizations: boolean
  autoPublishNamedQueries: boolean
  /** null: the instance sends no mail */
  mailDefaultSender: string | null
}

/** What is in force where the organisation has stored nothing (reference-api 5.14). */
export const organizationDefaults = {
  // part 2 section 9
  date_format: 'YYYY-MM-DD',
  time_format: 'HH:mm',
  integer_format: '0,0',
  float_format: '0,0.00',
  thousands_separator: ',',
  decimal_separator: '.',
  null_value: 'null',
  // dynamic dates and days of schedules are meant on this clock
  time_zone: 'UTC',
  multi_byte_search_enabled: false,
  feature_show_permissions_control: false,
  hide_plotly_mode_bar: false,
  disable_public_urls: false,
  auth_password_login_enabled: true,
}
type OrganizationSettings = typeof organizationDefaults

/** Stored settings over the defaults; a stored null, or a value of another type, counts as absent. */
export function organizationSettings(stored: Readonly<Record<string, unknown>>): OrganizationSettings {
  const entries = Object.entries(organizationDefaults).map(([key, fallback]) => {
    const value = Object.hasOwn(stored, key) ? stored[key] : undefined
    return [key, typeof value === typeof fallback ? value : fallback]
  })
  return Object.fromEntries(entries)
}

/** The complete `client_config` (reference-api 5.1). `viewer`: null for nobody and for key actors. */
export function clientConfig(
  facts: InstanceFacts,
  stored: Readonly<Record<string, unknown>>,
  basePath: string,
  viewer: { isAdmin: boolean } | null,
): ClientConfig {
  const settings = organizationSettings(stored)
  const consentOpen = viewer?.isAdmin === true && (stored['beacon_consent'] ?? null) === null
  return {
    ...(viewer === null ? {} : { newVersionAvailable: false, version: facts.version }),
    ...(consentOpen ? { showBeaconConsentMessage: true } : {}),
    allowScriptsInUserInput: false,
    showPermissionsControl: settings.feature_show_permissions_control,
    hidePlotlyModeBar: settings.hide_plotly_mode_bar,
    disablePublicUrls: settings.disable_public_urls,
    multiByteSearchEnabled: settings.multi_byte_search_enabled,
    allowCustomJSVisualizations: facts.allowCustomJsVisualizations,
    autoPublishNamedQueries: facts.autoPublishNamedQueries,
    extendedAlertOptions: false,
    mailSettingsMissing: facts.mailDefaultSender === null,
    dashboardRefreshIntervals: [...facts.dashboardRefreshIntervals],
    queryRefreshIntervals: allowedIntervals(facts.queryRefreshIntervals, stored['query_refresh_intervals']),
    refreshesQueries: facts.refreshesQueries,
    googleLoginEnabled: false,
    ldapLoginEnabled: false,
    pageSize: facts.pageSize,
    pageSizeOptions: [...facts.pageSizeOptions],
    tableCellMaxJSONSize: facts.tableCellMaxJsonSize,
    basePath,
    dateFormat: settings.date_format,
    dateFormatList: offering(settings.date_format, ['DD/MM/YY', 'MM/DD/YY', 'YYYY-MM-DD']),
    timeFormatList: offering(settings.time_format, ['HH:mm', 'HH:mm:ss', 'HH:mm:ss.SSS']),
    dateTimeFormat: `${settings.date_format} ${settings.time_format}`,
    integerFormat: settings.integer_format,
    floatFormat: settings.float_format,
    thousandsSeparator: settings.thousands_separator,
    decimalSeparator: settings.decimal_separator,
    nullValue: settings.null_value,
    timeZone: settings.time_zone,
  }
}

/** Of the instance's intervals those that the organisation allows, where it names any (part 1 section 5). */
function allowedIntervals(configured: readonly number[], allowed: unknown): number[] {
  return Array.isArray(allowed) ? configured.filter((seconds) => allowed.includes(seconds)) : [...configured]
}

/** The format in force is always on offer. */
function offering(current: string, offered: string[]): string[] {
  return offered.includes(current) ? offered : [...offered, current]
}
