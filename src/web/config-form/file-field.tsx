import { FileInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormField } from '#shared/config-form/form-fields.ts'
import { t } from '#shared/messages/translate.ts'
import { readAsBase64 } from './read-as-base64.ts'
import type { ConfigFormState } from './use-config-form.ts'

interface FileFieldProps {
  field: FormField
  form: ConfigFormState
  disabled: boolean
}

/** A file whose content becomes the value, such as the key of a service account. */
export function FileField({ field, form, disabled }: FileFieldProps) {
  const [file, setFile] = useState<File | null>(null)
  const [failed, setFailed] = useState(false)
  const value = form.values[field.name] ?? ''
  const stored = value !== '' && file === null

  const choose = async (chosen: File | null) => {
    setFailed(false)
    setFile(chosen)
    if (chosen === null) {
      form.setValue(field.name, '')
      return
    }
    try {
      form.setValue(field.name, await readAsBase64(chosen))
    } catch {
      setFile(null)
      setFailed(true)
    }
  }

  return (
    <FileInput
      id={form.inputId(field.name)}
      label={field.label}
      required={field.required}
      disabled={disabled}
      clearable
      value={file}
      placeholder={stored ? t('A file is stored. Choose another to replace it.') : t('Choose a file')}
      leftSection={<IconUpload size={16} />}
      clearButtonProps={{ 'aria-label': t('Remove the file of {label}', { label: field.label }) }}
      error={failed ? t('The file could not be read.') : form.errors[field.name]}
      onBlur={() => form.touch(field.name)}
      onChange={(chosen) => form.awaitValue(choose(chosen))}
    />
  )
}
