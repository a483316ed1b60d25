import {
  type ConfigurationProperty,
  type ConfigurationSchema,
  secretPlaceholder,
} from './configuration-schema.ts'

export type Options = Record<string, unknown>

/** Options that passed, or the option that did not and why. */
export type ValidatedOptions = { ok: true; options: Options } | { ok: false; field: string; reason: string }

/**
 * Checks options against the schema of their type. Nulls are dropped, and so are keys that the schema does not know:
 * nothing reads them, and nobody could tell whether one of them is a secret that must not be shown.
 */
export function validateOptions(schema: ConfigurationSchema, given: Options): ValidatedOptions {
  const options = knownOptions(schema, given)
  for (const field of schema.required ?? []) {
    if (options[field] === undefined || options[field] === '') {
      return { ok: false, field, reason: 'this option is required.' }
    }
  }
  for (const [field, property] of Object.entries(schema.properties)) {
    const value = options[field]
    if (value === undefined) continue
    const reason = findFault(property, value)
    if (reason !== null) return { ok: false, field, reason }
  }
  return { ok: true, options }
}

/** Names of options that are dropped because the schema does not know them. */
export function unknownOptions(schema: ConfigurationSchema, given: Options): string[] {
  return Object.keys(given).filter((name) => !Object.hasOwn(schema.properties, name))
}

/** What the schema knows of options that were stored or sent, without nulls. */
export function knownOptions(schema: ConfigurationSchema, given: Options): Options {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== null && Object.hasOwn(schema.properties, name)),
  )
}

/** Longest text option: a certificate chain with its key fits many times over. */
const maxTextLength = 200_000

function findFault(property: ConfigurationProperty, value: unknown): string | null {
  if (typeof value !== property.type)
    return `must be a ${property.type === 'boolean' ? 'true or false value' : property.type}.`
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must be a finite number.'
  if (typeof value === 'string' && value.length > maxTextLength)
    return `must not be longer than ${maxTextLength} characters.`
  const choices = property.extendedEnum?.map((choice) => choice.value) ?? property.enum
  if (choices !== undefined && !choices.includes(String(value)))
    return `must be one of ${choices.join(', ')}.`
  return null
}

/**
 * Options as admins may see them: those of the schema alone, and each stored secret shows as the placeholder
 * (docs/reference/connectors.md#secrets).
 */
export function maskSecrets(schema: ConfigurationSchema, options: Options): Options {
  const masked = knownOptions(schema, options)
  for (const secret of schema.secret ?? []) {
    if (masked[secret] !== undefined && masked[secret] !== '') masked[secret] = secretPlaceholder
  }
  return masked
}

/** Options with their secrets, or the secret that cannot be kept: never stored, or meant for another address. */
type KeptSecrets = { ok: true; options: Options } | { ok: false; field: string; why: 'not_stored' | 'moved' }

/**
 * Puts the stored value where a submitted secret is exactly the placeholder. Nobody learns a secret by sending it to
 * an address of his own: where the address of a secret changes, it has to be entered again.
 */
export function keepSecrets(schema: ConfigurationSchema, given: Options, stored: Options): KeptSecrets {
  const options = { ...given }
  const kept = (schema.secret ?? []).filter((secret) => options[secret] === secretPlaceholder)
  for (const secret of kept) {
    if (stored[secret] === undefined) return { ok: false, field: secret, why: 'not_stored' }
    options[secret] = stored[secret]
  }
  const address = (of: Options, name: string) =>
    String(of[name] ?? '').trim() || String(schema.properties[name]?.default ?? '')
  const moved = kept.find((secret) =>
    schema.sent_to?.[secret]?.some((name) => address(options, name) !== address(stored, name)),
  )
  return moved === undefined ? { ok: true, options } : { ok: false, field: moved, why: 'moved' }
}
