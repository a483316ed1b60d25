import { escapeHtml } from './page.ts'

export interface FormField {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  value?: string
  autocomplete: string
  /** the on-screen keyboard of phones */
  inputMode?: 'numeric'
  hint?: string
  error?: string | undefined
  autofocus?: boolean
  isReadOnly?: boolean
  minLength?: number
  maxLength: number
}

/** A labeled input; assistive technology reads its hint and its error with it. */
export function renderField(field: FormField): string {
  const { name, label, type, value = '', autocomplete, hint, error, autofocus, minLength, maxLength } = field
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${maxLength}" required`,
    value === '' ? '' : `value="${escapeHtml(value)}"`,
    minLength === undefined ? '' : `minlength="${minLength}"`,
    describedBy === '' ? '' : `aria-describedby="${describedBy}"`,
    error ? 'aria-invalid="true"' : '',
    autofocus ? 'autofocus' : '',
    field.isReadOnly ? 'readonly' : '',
    field.inputMode === undefined ? '' : `inputmode="${field.inputMode}"`,
  ]
  return `<div class="field">
<label for="${name}">${escapeHtml(label)}</label>
<input ${attributes.filter(Boolean).join(' ')}>
${hint ? `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>` : ''}
${error ? `<p class="error" id="${name}-error">${escapeHtml(error)}</p>` : ''}
</div>`
}
