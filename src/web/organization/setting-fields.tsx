import { Checkbox, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { SettingsInForce } from '#shared/organizations/organizations-api.ts'
import { fieldId, type SettingsForm } from './use-settings-form.ts'

type FieldsOf<T> = {
  [K in keyof SettingsInForce]-?: SettingsInForce[K] extends T ? K : never
}[keyof SettingsInForce]

interface CheckProps {
  form: SettingsForm
  field: FieldsOf<boolean | undefined>
  label: string
  description?: string
  /** read-only for now; the description says why */
  isLocked?: boolean
}

export function SettingCheck({ form, field, label, description, isLocked = false }: CheckProps) {
  return (
    <Checkbox
      id={fieldId(field)}
      label={label}
      description={description}
      disabled={form.isSaving || isLocked}
      checked={form.values[field] === true}
      error={form.faultOf(field)}
      onChange={(event) => form.change({ [field]: event.currentTarget.checked })}
    />
  )
}

interface TextProps {
  form: SettingsForm
  field: FieldsOf<string>
  label: string
  description?: string
  placeholder?: string
  maxLength: number
}

export function SettingText({ form, field, ...input }: TextProps) {
  return (
    <TextInput
      {...input}
      id={fieldId(field)}
      disabled={form.isSaving}
      value={form.values[field]}
      error={form.faultOf(field)}
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
    />
  )
}

/** A multi-line text for machines, such as a certificate. */
export function SettingLines({ form, field, ...input }: TextProps) {
  return (
    <Textarea
      {...input}
      id={fieldId(field)}
      autosize
      minRows={3}
      maxRows={12}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      disabled={form.isSaving}
      value={form.values[field]}
      error={form.faultOf(field)}
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
    />
  )
}

interface NumberProps {
  form: SettingsForm
  field: FieldsOf<number | null>
  label: string
  description?: string
  placeholder?: string
}

/** A whole number, or nothing: an empty field is null. The server says which numbers it takes. */
export function SettingNumber({ form, field, ...input }: NumberProps) {
  return (
    <NumberInput
      {...input}
      id={fieldId(field)}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      maxLength={9}
      mt="lg"
      styles={{ wrapper: { maxWidth: 320 } }}
      disabled={form.isSaving}
      value={form.values[field] ?? ''}
      error={form.faultOf(field)}
      onChange={(value) => form.change({ [field]: value === '' ? null : Number(value) })}
    />
  )
}

interface ListProps {
  form: SettingsForm
  field: FieldsOf<string[]>
  label: string
  description?: string
  placeholder?: string
}

/** A list of texts, entered one by one. */
export function SettingList({ form, field, ...input }: ListProps) {
  return (
    <TagsInput
      {...input}
      id={fieldId(field)}
      acceptValueOnBlur
      splitChars={[',', ' ']}
      disabled={form.isSaving}
      value={form.values[field]}
      error={form.faultOf(field)}
      onChange={(value) => form.change({ [field]: value })}
    />
  )
}
