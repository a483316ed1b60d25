import { Checkbox, TextInput } from '@mantine/core'
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
  /** cannot be changed at the moment; the description says why */
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
  maxLength: number
}

export function SettingText({ form, field, label, description, maxLength }: TextProps) {
  return (
    <TextInput
      id={fieldId(field)}
      label={label}
      description={description}
      maxLength={maxLength}
      disabled={form.isSaving}
      value={form.values[field]}
      error={form.faultOf(field)}
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
    />
  )
}
