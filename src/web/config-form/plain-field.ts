import type { FieldType, FieldValue, FormField } from '#shared/config-form/form-fields.ts'

/** A required field of a form without a schema. */
export function plainField(
  name: string,
  label: string,
  type: FieldType = 'text',
  initial: FieldValue = '',
): FormField {
  return {
    name,
    label,
    type,
    initial,
    required: true,
    extra: false,
    secret: false,
    placeholder: '',
    options: [],
  }
}
