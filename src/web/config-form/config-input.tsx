import { Checkbox, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { secretPlaceholder } from '#shared/config-form/configuration-schema.ts'
import { type FormField, isKeptSecret } from '#shared/config-form/form-fields.ts'
import { t } from '#shared/messages/translate.ts'
import { lazy } from '#web/ui/lazy.tsx'
import type { ConfigFormState } from './use-config-form.ts'

/** Lazy, because few types have files. */
const FileField = lazy(() => import('./file-field.tsx').then((module) => ({ default: module.FileField })))

interface ConfigInputProps {
  field: FormField
  form: ConfigFormState
  disabled: boolean
  /** takes the focus when the dialog opens */
  autoFocus?: boolean
}

/** One field of the generic form, by its type. */
export function ConfigInput({ field, form, disabled, autoFocus = false }: ConfigInputProps) {
  const value = form.values[field.name] ?? ''
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const common = {
    id: form.inputId(field.name),
    label: field.label,
    disabled,
    error: form.errors[field.name],
    onBlur: () => form.touch(field.name),
    ...(autoFocus && { 'data-autofocus': true }),
  }
  const typed = { ...common, required: field.required, placeholder: field.placeholder, value: text }
  const setText = (event: { currentTarget: { value: string } }) =>
    form.setValue(field.name, event.currentTarget.value)

  switch (field.type) {
    case 'checkbox':
      return (
        <Checkbox
          {...common}
          checked={value === true}
          onChange={(event) => form.setValue(field.name, event.currentTarget.checked)}
        />
      )
    case 'select':
      return (
        <Select
          {...typed}
          data={field.options.map((option) => ({ ...option }))}
          allowDeselect={false}
          searchable={field.options.length > 10}
          value={text}
          onChange={(chosen) => form.setValue(field.name, chosen)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...typed}
          value={typeof value === 'number' ? value : ''}
          hideControls
          inputMode="numeric"
          onChange={(entered) => form.setValue(field.name, typeof entered === 'number' ? entered : '')}
        />
      )
    case 'file':
      return (
        <Suspense fallback={null}>
          <FileField field={field} form={form} disabled={disabled} />
        </Suspense>
      )
    case 'password':
      return <SecretField field={field} form={form} disabled={disabled} />
    case 'textarea':
      return <Textarea {...typed} autosize minRows={3} onChange={setText} />
    case 'email':
      return <TextInput {...typed} type="email" onChange={setText} />
    case 'text':
      return <TextInput {...typed} onChange={setText} />
  }
}

function SecretField({ field, form, disabled }: ConfigInputProps) {
  const value = form.values[field.name] ?? ''
  const text = typeof value === 'string' ? value : ''
  return (
    <PasswordInput
      id={form.inputId(field.name)}
      label={field.label}
      required={field.required}
      disabled={disabled}
      placeholder={field.placeholder}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('Show or hide {label}', { label: field.label }) }}
      description={isKeptSecret(field, value) ? t('Stored. Type to replace it.') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={form.errors[field.name]}
      value={text}
      onBlur={() => form.touch(field.name)}
      onFocus={(event) => isKeptSecret(field, value) && event.currentTarget.select()}
      onChange={(event) => form.setValue(field.name, withoutPlaceholder(event.currentTarget.value, text))}
    />
  )
}

/** Text typed after the untouched placeholder replaces it, so the placeholder does not become part of the secret. */
function withoutPlaceholder(entered: string, before: string): string {
  if (before !== secretPlaceholder || entered === before) return entered
  return entered.startsWith(secretPlaceholder) ? entered.slice(secretPlaceholder.length) : entered
}
