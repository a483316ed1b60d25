import { type Phrase, phrase } from '../messages/phrase.ts'
import {
  type ConfigurationProperty,
  type ConfigurationSchema,
  secretPlaceholder,
} from './configuration-schema.ts'
import { flatOptions, groupedOptions, groupsOf, type Options } from './option-groups.ts'
import { keepPasswordInUrl, maskPasswordInUrl } from './password-in-url.ts'

export type { Options } from './option-groups.ts'

/** Valid options, or the invalid option and the reason. */
export type ValidatedOptions = { ok: true; options: Options } | { ok: false; field: string; reason: Phrase }

/**
 * Checks options against the schema of their type. Drops nulls and keys that are not in the schema: nothing reads them,
 * and they might be secrets that must not be shown.
 */
export function validateOptions(schema: ConfigurationSchema, given: Options): ValidatedOptions {
  for (const group of groupsOf(schema)) {
    const value = given[group]
    if (value !== undefined && value !== null && (typeof value !== 'object' || Array.isArray(value))) {
      return { ok: false, field: group, reason: phrase('must be an object.') }
    }
  }
  const options = knownFlat(schema, given)
  for (const field of schema.required ?? []) {
    if (options[field] === undefined || options[field] === '') {
      return { ok: false, field, reason: phrase('this option is required.') }
    }
  }
  for (const [field, property] of Object.entries(schema.properties)) {
    const value = options[field]
    if (value === undefined) continue
    const reason = findFault(property, value)
    if (reason !== null) return { ok: false, field, reason }
  }
  return { ok: true, options: groupedOptions(options) }
}

/** Names of options that are dropped because they are not in the schema. */
export function unknownOptions(schema: ConfigurationSchema, given: Options): string[] {
  return Object.keys(flatOptions(schema, given)).filter((name) => {
    const isEmptyGroup = groupsOf(schema).has(name) && given[name] === null
    return !isEmptyGroup && !Object.hasOwn(schema.properties, name)
  })
}

/** The stored or sent options that are in the schema, without nulls, named as there. */
function knownFlat(schema: ConfigurationSchema, given: Options): Options {
  return Object.fromEntries(
    Object.entries(flatOptions(schema, given)).filter(
      ([name, value]) => value !== null && Object.hasOwn(schema.properties, name),
    ),
  )
}

/** Max length of a text option: enough for several certificate chains with keys. */
const maxTextLength = 200_000

const typeFaults = {
  boolean: phrase('must be a true or false value.'),
  number: phrase('must be a number.'),
  string: phrase('must be a string.'),
}

function findFault(property: ConfigurationProperty, value: unknown): Phrase | null {
  if (typeof value !== property.type) return typeFaults[property.type]
  if (typeof value === 'number' && !Number.isFinite(value)) return phrase('must be a finite number.')
  if (typeof value === 'string' && value.length > maxTextLength)
    return phrase('must not be longer than {max} characters.', { max: maxTextLength })
  const choices = property.extendedEnum?.map((choice) => choice.value) ?? property.enum
  if (choices !== undefined && !choices.includes(String(value)))
    return phrase('must be one of {choices}.', { choices: choices.join(', ') })
  return null
}

/**
 * Options as admins may see them: only those of the schema, with each stored secret replaced by the placeholder
 * (docs/reference/connectors.md#secrets).
 */
export function maskSecrets(schema: ConfigurationSchema, options: Options): Options {
  const masked = knownFlat(schema, options)
  for (const secret of schema.secret ?? []) {
    if (masked[secret] !== undefined && masked[secret] !== '') masked[secret] = secretPlaceholder
  }
  for (const name of schema.secret_in_url ?? []) {
    if (typeof masked[name] === 'string') masked[name] = maskPasswordInUrl(masked[name])
  }
  return groupedOptions(masked)
}

/** Options with their secrets, or the secret that cannot be kept: never stored, or stored for another address. */
type KeptSecrets = { ok: true; options: Options } | { ok: false; field: string; why: 'not_stored' | 'moved' }

/**
 * Replaces each placeholder by the stored secret. If the address of a secret changes, the secret must be entered again:
 * otherwise an admin could learn it by having it sent to their own server.
 */
export function keepSecrets(
  schema: ConfigurationSchema,
  given: Options,
  storedOptions: Options,
): KeptSecrets {
  const options = flatOptions(schema, given)
  const stored = flatOptions(schema, storedOptions)
  const kept = (schema.secret ?? []).filter((secret) => options[secret] === secretPlaceholder)
  for (const secret of kept) {
    if (stored[secret] === undefined) return { ok: false, field: secret, why: 'not_stored' }
    options[secret] = stored[secret]
  }
  for (const field of schema.secret_in_url ?? []) {
    const url = keepPasswordInUrl(String(options[field] ?? ''), String(stored[field] ?? ''))
    if (!url.ok) return { ok: false, field, why: url.why }
    if (url.url !== String(options[field] ?? '')) kept.push(field)
    if (options[field] !== undefined) options[field] = url.url
  }
  // another password in an address leads to the same place
  const address = (of: Options, name: string) => {
    const given = String(of[name] ?? '').trim() || String(schema.properties[name]?.default ?? '')
    return schema.secret_in_url?.includes(name) ? maskPasswordInUrl(given) : given
  }
  const moved = kept.find((secret) =>
    schema.sent_to?.[secret]?.some((name) => address(options, name) !== address(stored, name)),
  )
  return moved === undefined
    ? { ok: true, options: groupedOptions(options) }
    : { ok: false, field: moved, why: 'moved' }
}
