import { type Phrase, phrase } from '../messages/phrase.ts'
import { type ConfiguredLogins, hasOtherLogin } from './login-methods.ts'
import {
  dateFormatsFor,
  type OrganizationSettings,
  organizationSettings,
  type StoredSettings,
  timeFormatsFor,
} from './organization-settings.ts'
import { readSpSettings } from './saml-sp-settings.ts'

/** An invalid value: `reason` completes the name of the field. */
export interface SettingFault {
  field: keyof OrganizationSettings
  reason: Phrase
}

type Changed = { ok: true; stored: Record<string, unknown> } | { ok: false; fault: SettingFault }

/**
 * The stored settings after a change: null resets a setting to its default. While no other login method works, password
 * login stays on, whatever the change says, so that no user is locked out
 * (docs/reference/api-administration.md#login-stays-open).
 */
export function changeSettings(
  stored: StoredSettings,
  change: StoredSettings,
  configured: ConfiguredLogins,
): Changed {
  const kept = Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null)
  const next: Record<string, unknown> = Object.fromEntries(kept)
  const fault = findFault(organizationSettings(next), organizationSettings(stored), change)
  if (fault !== null) return { ok: false, fault }
  if (!hasOtherLogin(organizationSettings(next), configured)) delete next['auth_password_login_enabled']
  return { ok: true, stored: next }
}

type Rule = (next: OrganizationSettings, current: OrganizationSettings) => Phrase | null

/** Rules beyond the types: each returns the problem, or null. Only fields of the change are checked. */
const rules: Partial<Record<keyof OrganizationSettings, Rule>> = {
  date_format: (next, current) => oneOf(next.date_format, dateFormatsFor(current.date_format)),
  time_format: (next, current) => oneOf(next.time_format, timeFormatsFor(current.time_format)),
  integer_format: (next) => numberFormat(next.integer_format),
  float_format: (next) => numberFormat(next.float_format),
  thousands_separator: (next) => separator(next.thousands_separator) ?? differ(next),
  decimal_separator: (next) =>
    next.decimal_separator === ''
      ? phrase('must not be empty')
      : (separator(next.decimal_separator) ?? differ(next)),
  time_zone: (next) =>
    isTimeZone(next.time_zone) ? null : phrase('must be the name of a time zone, such as Europe/Berlin'),
  auth_google_apps_domains: (next) =>
    next.auth_google_apps_domains.every(isDomain) ? null : phrase('must contain domains such as example.com'),
  auth_saml_type: (next) => oneOf(next.auth_saml_type, ['', 'static', 'dynamic']),
  auth_saml_metadata_url: (next) => webAddress(next.auth_saml_metadata_url),
  auth_saml_sso_url: (next) => webAddress(next.auth_saml_sso_url),
  auth_saml_x509_cert: (next) => certificate(next.auth_saml_x509_cert),
  auth_saml_sp_settings: (next) => {
    const read = readSpSettings(next.auth_saml_sp_settings)
    return read.ok ? null : read.reason
  },
  auth_jwt_auth_public_certs_url: (next) => webAddress(next.auth_jwt_auth_public_certs_url),
  auth_jwt_auth_algorithms: (next) =>
    next.auth_jwt_auth_algorithms.length > 0 ? null : phrase('must name at least one algorithm'),
  auth_jwt_auth_cookie_name: (next) => headerToken(next.auth_jwt_auth_cookie_name),
  auth_jwt_auth_header_name: (next) => headerToken(next.auth_jwt_auth_header_name),
}

function findFault(
  next: OrganizationSettings,
  current: OrganizationSettings,
  change: StoredSettings,
): SettingFault | null {
  for (const [field, rule] of Object.entries(rules) as [keyof OrganizationSettings, Rule][]) {
    if (!Object.hasOwn(change, field)) continue
    const reason = rule(next, current)
    if (reason !== null) return { field, reason }
  }
  return null
}

function oneOf(value: string, choices: readonly string[]): Phrase | null {
  if (choices.includes(value)) return null
  return phrase('must be one of {choices}', { choices: choices.map((choice) => `"${choice}"`).join(', ') })
}

function numberFormat(format: string): Phrase | null {
  return /^[^\p{Cc}]*0[^\p{Cc}]*$/u.test(format) ? null : phrase('must be a number format such as 0,0.00')
}

/** A separator between digits: one character that is neither a digit nor a minus, or spaces of any width. */
function separator(text: string): Phrase | null {
  return /[\p{Cc}\p{N}+-]/u.test(text) ? phrase('must contain neither digits nor signs of numbers') : null
}

function differ({ thousands_separator, decimal_separator }: OrganizationSettings): Phrase | null {
  return thousands_separator === decimal_separator
    ? phrase('must differ: one separator cannot stand for thousands and for decimals')
    : null
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

function isDomain(text: string): boolean {
  return /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i.test(
    text,
  )
}

function webAddress(text: string): Phrase | null {
  if (text === '') return null
  const parsed = URL.canParse(text) ? new URL(text) : null
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  return isWeb && parsed.username === '' && parsed.password === ''
    ? null
    : phrase('must be a web address such as https://login.example.com/metadata')
}

/** PEM, or its base64 alone: a certificate is a DER sequence, whose base64 starts with MI. */
function certificate(text: string): Phrase | null {
  if (text === '') return null
  const base64 = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  return /^MI[A-Za-z0-9+/]{50,}={0,2}$/.test(base64)
    ? null
    : phrase('must be a certificate in PEM or base64 form')
}

/** Names of cookies and headers (RFC 9110, token). */
function headerToken(text: string): Phrase | null {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/.test(text)
    ? null
    : phrase('must be a name of letters, digits and signs such as - and _')
}
