import { type Phrase, phrase } from '../messages/phrase.ts'
import type { ConfigurationSchema } from './configuration-schema.ts'
import { titleOf } from './form-fields.ts'
import { flatOptions, groupedOptions, type Options } from './option-groups.ts'

/** Where the worker finds a secret that is not stored: `${env:SEXTANT_SECRET_NAME}` or `${file:name}`. */
export interface SecretReference {
  kind: 'env' | 'file'
  name: string
}

const form = /^\$\{(env|file):([^{}]*)\}$/
const environmentName = /^SEXTANT_SECRET_\w+$/
/** the secret key of the instance, and what may be named after it */
const instanceKey = /^SEXTANT_SECRET_KEY(_|$)/
/** no folders, and no hidden files */
const fileName = /^\w[\w.-]*$/

/** The reference, or what is wrong with it; null: the value is the secret itself. */
export function readReference(value: unknown): SecretReference | Phrase | null {
  const match = typeof value === 'string' ? form.exec(value.trim()) : null
  if (match === null) return null
  const [, kind, name = ''] = match
  if (kind === 'file') {
    return fileName.test(name)
      ? { kind, name }
      : phrase('the name of the file may contain letters, digits, dots and dashes only.')
  }
  return environmentName.test(name) && !instanceKey.test(name)
    ? { kind: 'env', name }
    : phrase('the environment variable must be called SEXTANT_SECRET_…, and not SEXTANT_SECRET_KEY.')
}

/** The first secret that is a wrong reference. */
export function referenceFault(
  schema: ConfigurationSchema,
  options: Options,
): { field: string; reason: Phrase } | null {
  const flat = flatOptions(schema, options)
  for (const field of schema.secret ?? []) {
    const reference = readReference(flat[field])
    if (reference !== null && !('kind' in reference)) return { field, reason: reference }
  }
  return null
}

/** Masked options, in which references are shown: they are no secrets. */
export function withReferences(schema: ConfigurationSchema, masked: Options, stored: Options): Options {
  const shown = flatOptions(schema, masked)
  for (const [name, value] of Object.entries(flatOptions(schema, stored))) {
    if (schema.secret?.includes(name) && readReference(value) !== null) shown[name] = value
  }
  return groupedOptions(shown)
}

/**
 * The options with the secrets that they refer to. `read` returns the secret, or says why there is none, which is thrown
 * with the title of the option.
 */
export async function resolveReferences(
  schema: ConfigurationSchema,
  options: Options,
  read: (reference: SecretReference) => Promise<{ secret: string } | { fault: string }>,
  failure: (message: string) => Error,
): Promise<Options> {
  const flat = flatOptions(schema, options)
  for (const field of schema.secret ?? []) {
    const reference = readReference(flat[field])
    if (reference === null) continue
    const found = 'kind' in reference ? await read(reference) : { fault: String(reference) }
    if ('fault' in found) throw failure(`${titleOf(schema, field)}: ${found.fault}`)
    flat[field] = found.secret
  }
  return groupedOptions(flat)
}
