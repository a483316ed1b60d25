import { escapeHtml, type FormField, renderField, renderPage } from '#server/http/index.ts'
import { t, translatePhrase } from '#shared/messages/translate.ts'
import type { SetUpFaults, SetUpForm } from '#shared/session/set-up-form.ts'
import { minPasswordLength } from '#shared/users/password-rule.ts'

type SetUpField = FormField & { name: keyof SetUpForm }

function setUpFields(): readonly SetUpField[] {
  return [
    { name: 'name', label: t('Name'), type: 'text', autocomplete: 'name', maxLength: 320 },
    { name: 'email', label: t('Email'), type: 'email', autocomplete: 'username', maxLength: 255 },
    {
      name: 'password',
      label: t('Password'),
      type: 'password',
      autocomplete: 'new-password',
      hint: t('At least {count} characters.', { count: minPasswordLength }),
      minLength: minPasswordLength,
      maxLength: 1000,
    },
    {
      name: 'org_name',
      label: t('Organization name'),
      type: 'text',
      autocomplete: 'organization',
      hint: t('Shown to all users of this instance.'),
      maxLength: 255,
    },
  ]
}

/** The first-run form; a password is never sent back in it. */
export function renderSetupPage({ form, errors }: { form: SetUpForm; errors: SetUpFaults }): string {
  const fields = setUpFields().map((field) => {
    const error = errors[field.name]
    return { ...field, error: error && translatePhrase(error) }
  })
  const wrong = fields.filter(({ error }) => error !== undefined)
  const focused = (wrong[0] ?? fields[0])?.name
  return renderPage({
    title: t('Set up'),
    content: `<h1>${escapeHtml(t('Welcome to Sextant'))}</h1>
<p class="lead">${escapeHtml(t('Create the first account. It can do everything, and invite others later.'))}</p>
${wrong.length === 0 ? '' : renderSummary(wrong)}
<form method="post" action="/setup">
${fields
  .map((field) =>
    renderField({
      ...field,
      value: field.name === 'password' ? '' : form[field.name],
      autofocus: field.name === focused,
    }),
  )
  .join('\n')}
<button type="submit">${escapeHtml(t('Create account and start'))}</button>
</form>`,
  })
}

function renderSummary(wrong: readonly FormField[]): string {
  const items = wrong.map(
    ({ name, label, error = '' }) =>
      `<li><a href="#${name}">${escapeHtml(label)}</a>: ${escapeHtml(error)}</li>`,
  )
  return `<div class="summary" role="alert"><p>${escapeHtml(t('Please check these fields:'))}</p><ul>${items.join('')}</ul></div>`
}
