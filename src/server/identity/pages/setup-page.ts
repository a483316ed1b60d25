import { escapeHtml, type FormField, renderField, renderPage } from '#server/http/index.ts'
import type { SetUpFaults, SetUpForm } from '#shared/session/set-up-form.ts'

const fields = [
  { name: 'name', label: 'Name', type: 'text', autocomplete: 'name', maxLength: 320 },
  { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', maxLength: 255 },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 6 characters.',
    minLength: 6,
    maxLength: 1000,
  },
  {
    name: 'org_name',
    label: 'Organization name',
    type: 'text',
    autocomplete: 'organization',
    hint: 'Shown to everyone who uses this instance.',
    maxLength: 255,
  },
] as const satisfies readonly FormField[]

/** The first-run form; a password is never sent back in it. */
export function renderSetupPage({ form, errors }: { form: SetUpForm; errors: SetUpFaults }): string {
  const wrong = fields.filter(({ name }) => errors[name] !== undefined)
  const focused = (wrong[0] ?? fields[0]).name
  return renderPage({
    title: 'Set up',
    content: `<h1>Welcome to Sextant</h1>
<p class="lead">Create the first account. It can do everything, and invite others later.</p>
${wrong.length === 0 ? '' : renderSummary(wrong, errors)}
<form method="post" action="/setup">
${fields
  .map((field) =>
    renderField({
      ...field,
      value: field.name === 'password' ? '' : form[field.name],
      error: errors[field.name],
      autofocus: field.name === focused,
    }),
  )
  .join('\n')}
<button type="submit">Create account and start</button>
</form>`,
  })
}

function renderSummary(
  wrong: readonly { name: keyof SetUpForm; label: string }[],
  errors: SetUpFaults,
): string {
  const items = wrong.map(
    ({ name, label }) =>
      `<li><a href="#${name}">${escapeHtml(label)}</a>: ${escapeHtml(errors[name] ?? '')}</li>`,
  )
  return `<div class="summary" role="alert"><p>Please check these fields:</p><ul>${items.join('')}</ul></div>`
}
