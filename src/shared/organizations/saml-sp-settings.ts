import { type Phrase, phrase } from '../messages/phrase.ts'

/** Settings of this instance as a service provider in `auth_saml_sp_settings`, with Redash's names. */
export interface SpSettings {
  /** the entity id of this instance at the identity provider; null: the callback address */
  entityid: string | null
  want_assertions_signed: boolean
  want_response_signed: boolean
  force_authn: boolean
  /** whether users may start at the provider's list of applications */
  allow_unsolicited: boolean
  /** max clock difference in seconds */
  accepted_time_diff: number
}

const defaults: SpSettings = {
  entityid: null,
  want_assertions_signed: true,
  want_response_signed: false,
  force_authn: false,
  allow_unsolicited: true,
  accepted_time_diff: 60,
}

/** What is wrong with the value of a setting; null: nothing. */
type Check = (key: string, value: unknown) => Phrase | null

const aBoolean: Check = (key, value) =>
  typeof value === 'boolean' ? null : phrase('"{key}" must be true or false', { key })
const checks: Record<keyof SpSettings, Check> = {
  entityid: (key, value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= 1000
      ? null
      : phrase('"{key}" must be a text', { key }),
  want_assertions_signed: aBoolean,
  want_response_signed: aBoolean,
  force_authn: aBoolean,
  allow_unsolicited: aBoolean,
  accepted_time_diff: (key, value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 600
      ? null
      : phrase('"{key}" must be a whole number of seconds from 0 to 600', { key }),
}

type Read = { ok: true; settings: SpSettings } | { ok: false; reason: Phrase }

/** Reads the JSON text, with its keys at the top level or in `service.sp`. `reason` completes the field's name. */
export function readSpSettings(text: string): Read {
  if (text.trim() === '') return { ok: true, settings: defaults }
  const given = parseObject(text)
  if (given === null) return { ok: false, reason: phrase('must be a JSON object') }
  const { service, ...top } = given
  const inner = service === undefined ? {} : readService(service)
  if (inner === null) {
    return { ok: false, reason: phrase('"service" must be an object that contains only "sp", an object') }
  }
  const settings: Record<string, unknown> = { ...defaults }
  for (const [key, value] of Object.entries({ ...top, ...inner })) {
    const check = Object.hasOwn(checks, key) ? checks[key as keyof SpSettings] : null
    if (check === null) {
      const keys = Object.keys(checks).join(', ')
      return {
        ok: false,
        reason: phrase('"{key}" is not known; the known settings are {keys}', { key, keys }),
      }
    }
    const reason = check(key, value)
    if (reason !== null) return { ok: false, reason }
    settings[key] = value
  }
  return { ok: true, settings: settings as unknown as SpSettings }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function readService(service: unknown): Record<string, unknown> | null {
  if (!isObject(service)) return null
  const { sp = {}, ...others } = service
  return isObject(sp) && Object.keys(others).length === 0 ? sp : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
