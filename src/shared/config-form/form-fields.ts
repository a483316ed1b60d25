import { listedPhrase, type Phrase } from '../messages/phrase.ts'
import { t, translatePhrase } from '../messages/translate.ts'
import {
  type ConfigurationProperty,
  type ConfigurationSchema,
  secretPlaceholder,
} from './configuration-schema.ts'

export type FieldType = 'text' | 'textarea' | 'email' | 'password' | 'number' | 'checkbox' | 'file' | 'select'

export interface FieldOption {
  value: string
  label: string
}

/**
 * One field of the generic form (docs/reference/screens-administration.md#generic-form,
 * docs/reference/connectors.md#configuration-schema).
 */
export interface FormField {
  name: string
  label: string
  type: FieldType
  required: boolean
  /** true: under the Additional Settings toggle */
  extra: boolean
  /** shown as `--------` and kept unless it is changed */
  secret: boolean
  initial: FieldValue
  placeholder: string
  /** shown only while each of these fields has one of the values */
  onlyWith?: Readonly<Record<string, readonly string[]>> | undefined
  /** choices of a select; empty for other types */
  options: readonly FieldOption[]
  minLength?: number
}

/** `''` and null: empty. Files are base64 text without a data: prefix. */
export type FieldValue = string | number | boolean | null
export type FieldValues = Readonly<Record<string, FieldValue>>

export const fieldMessages = {
  required: t('This field is required.'),
  tooShort: t('This field is too short.'),
  email: t('This field must be a valid email.'),
} as const

/**
 * The fields of a type's schema, in the order of the form. `stored`: options of an existing data source; null for a new
 * one, whose checkboxes and selects then start with their defaults.
 */
export function formFields(
  schema: ConfigurationSchema,
  stored: Readonly<Record<string, unknown>> | null,
): FormField[] {
  return fieldOrder(schema).flatMap((name) => {
    const property = schema.properties[name]
    return property === undefined ? [] : [toField(name, property, schema, stored)]
  })
}

function fieldOrder(schema: ConfigurationSchema): string[] {
  return [...new Set([...(schema.order ?? []), ...Object.keys(schema.properties)])]
}

function toField(
  name: string,
  property: ConfigurationProperty,
  schema: ConfigurationSchema,
  stored: Readonly<Record<string, unknown>> | null,
): FormField {
  const secret = schema.secret?.includes(name) ?? false
  const type = fieldType(name, property, secret)
  const options = optionsOf(property)
  return {
    name,
    label: translatePhrase(titleOf(schema, name)),
    type,
    required: schema.required?.includes(name) ?? false,
    extra: schema.extra_options?.includes(name) ?? false,
    secret,
    initial: initialValue(type, property, options, stored?.[name], stored === null),
    placeholder: placeholderOf(type, property),
    onlyWith: schema.only_with?.[name],
    options,
  }
}

/** How the form calls an option, in English until it is translated. */
export function titleOf(schema: ConfigurationSchema, name: string): Phrase {
  return listedPhrase(schema.properties[name]?.title ?? derivedTitle(name))
}

/** All texts of the form of a type. */
export function textsOf(schema: ConfigurationSchema): string[] {
  return Object.entries(schema.properties).flatMap(([name, property]) => [
    String(titleOf(schema, name)),
    ...(property.extendedEnum ?? []).map((choice) => choice.name),
  ])
}

/** `use_ssl` -> `Use Ssl` (docs/reference/connectors.md#configuration-schema). */
export function derivedTitle(name: string): string {
  return name.replaceAll('_', ' ').replace(/(^|\s)(\S)/g, (_, space: string, letter: string) => {
    return space + letter.toUpperCase()
  })
}

function fieldType(name: string, property: ConfigurationProperty, secret: boolean): FieldType {
  if (optionsOf(property).length > 0) return 'select'
  if (property.type === 'boolean') return 'checkbox'
  if (property.type === 'number') return 'number'
  if (name.endsWith('File')) return 'file'
  return secret || name === 'password' || name === 'passwd' ? 'password' : 'text'
}

function optionsOf(property: ConfigurationProperty): FieldOption[] {
  if (property.extendedEnum !== undefined) {
    return property.extendedEnum.map(({ value, name }) => ({
      value,
      label: translatePhrase(listedPhrase(name)),
    }))
  }
  return (property.enum ?? []).map((value) => ({ value, label: value }))
}

function placeholderOf(type: FieldType, property: ConfigurationProperty): string {
  if (type === 'checkbox' || type === 'select' || property.default === undefined) return ''
  return String(property.default)
}

function initialValue(
  type: FieldType,
  property: ConfigurationProperty,
  options: readonly FieldOption[],
  stored: unknown,
  creating: boolean,
): FieldValue {
  if (type === 'checkbox') {
    if (typeof stored === 'boolean') return stored
    return creating && property.default === true
  }
  if (type === 'select') {
    const valid = (value: unknown) => options.some((option) => option.value === value)
    const chosen = [stored, property.default].find(valid)
    return typeof chosen === 'string' ? chosen : (options[0]?.value ?? '')
  }
  if (typeof stored === 'string' || typeof stored === 'number') return stored
  return ''
}

export function initialValues(fields: readonly FormField[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, field.initial]))
}

/** Whether a field means something with these values. Its own value is kept while it is not shown. */
export function isShown({ onlyWith = {} }: FormField, values: FieldValues): boolean {
  return Object.entries(onlyWith).every(([name, wanted]) => wanted.includes(String(values[name] ?? '')))
}

/** The error of a value, worded as in docs/reference/screens-administration.md#generic-form; null if there is none. */
export function fieldError(field: FormField, value: FieldValue): string | null {
  if (field.type === 'checkbox') return null
  if (isEmpty(value)) return field.required ? fieldMessages.required : null
  const text = String(value)
  const measured = field.type === 'text' || field.type === 'email' || field.type === 'password'
  if (measured && field.minLength !== undefined && [...text].length < field.minLength) {
    return fieldMessages.tooShort
  }
  if (field.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return fieldMessages.email
  return null
}

/** Errors by field name, in the order of the form. */
export function formErrors(
  fields: readonly FormField[],
  values: FieldValues,
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const error = fieldError(field, values[field.name] ?? null)
    if (error !== null) errors[field.name] = error
  }
  return errors
}

/** The `options` to send. A field that was and is empty is null. */
export function toOptions(fields: readonly FormField[], values: FieldValues): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, sentValue(field, values[field.name] ?? null)]))
}

function sentValue(field: FormField, value: FieldValue): FieldValue {
  if (!isEmpty(value)) return value
  // a number has no empty text, so clearing it always sends null
  return isEmpty(field.initial) || field.type === 'number' ? null : ''
}

function isEmpty(value: FieldValue): boolean {
  return value === null || value === ''
}

/** True if the field contains a stored secret that was not edited. */
export function isKeptSecret(field: FormField, value: FieldValue): boolean {
  return field.secret && value === secretPlaceholder
}
