import type { ConfiguredLogins } from '../organizations/login-methods.ts'
import {
  allowedIntervals,
  beaconConsent,
  dateFormatsFor,
  organizationSettings,
  type StoredSettings,
  timeFormatsFor,
} from '../organizations/organization-settings.ts'
import type { ClientConfig } from './session-api.ts'

/** Settings of the operator for this instance. */
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
  logins: ConfiguredLogins
  /** null: the instance sends no mail */
  mailDefaultSender: string | null
}

/** The caller, for facts that not every caller may see. */
export interface Viewer {
  isAdmin: boolean
  /** a release newer than the running one; null: none known */
  newestVersion: string | null
}

/**
 * The complete `client_config` (docs/reference/api-conventions.md#client-config). `viewer`: null for anonymous callers
 * and key actors.
 */
export function clientConfig(
  facts: InstanceFacts,
  stored: StoredSettings,
  basePath: string,
  viewer: Viewer | null,
): ClientConfig {
  const settings = organizationSettings(stored)
  const consentOpen = viewer?.isAdmin === true && beaconConsent(stored) === null
  return {
    ...(viewer === null ? {} : versions(facts, viewer)),
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
    queryRefreshIntervals: offeredIntervals(facts.queryRefreshIntervals, allowedIntervals(stored)),
    refreshesQueries: facts.refreshesQueries,
    googleLoginEnabled: facts.logins.google,
    openidLoginEnabled: facts.logins.openid,
    ldapLoginEnabled: facts.logins.ldap,
    remoteUserLoginEnabled: facts.logins.remote_user,
    jwtLoginEnabled: facts.logins.jwt,
    pageSize: facts.pageSize,
    pageSizeOptions: [...facts.pageSizeOptions],
    tableCellMaxJSONSize: facts.tableCellMaxJsonSize,
    basePath,
    dateFormat: settings.date_format,
    dateFormatList: dateFormatsFor(settings.date_format),
    timeFormatList: timeFormatsFor(settings.time_format),
    dateTimeFormat: `${settings.date_format} ${settings.time_format}`,
    integerFormat: settings.integer_format,
    floatFormat: settings.float_format,
    thousandsSeparator: settings.thousands_separator,
    decimalSeparator: settings.decimal_separator,
    nullValue: settings.null_value,
    renewApiKeyWithPassword: settings.renew_api_key_with_password,
    timeZone: settings.time_zone,
  }
}

function versions({ version }: InstanceFacts, { newestVersion }: Viewer): Partial<ClientConfig> {
  if (newestVersion === null) return { newVersionAvailable: false, version }
  return { newVersionAvailable: true, newestVersion, version }
}

/**
 * The intervals of the instance that the organization allows, if it restricts them
 * (docs/reference/screens.md#schedule-dialog).
 */
function offeredIntervals(configured: readonly number[], allowed: readonly number[] | null): number[] {
  return configured.filter((seconds) => allowed?.includes(seconds) ?? true)
}
