import { useEffect, useMemo } from 'react'
import { type FormField, formFields, toOptions } from '#shared/config-form/form-fields.ts'
import type {
  DataSourceDetail,
  DataSourceLimits,
  DataSourceType,
} from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ConfigFields } from '#web/config-form/config-fields.tsx'
import { ConfigInput } from '#web/config-form/config-input.tsx'
import { type ConfigFormState, scrollToFirstError, useConfigForm } from '#web/config-form/use-config-form.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'
import classes from './data-source-form.module.css'
import { limitFields, toLimits } from './limit-fields.ts'

export interface DataSourceFormValues {
  name: string
  options: Record<string, unknown>
  limits: DataSourceLimits
}

interface DataSourceFormProps {
  /** id of the form element, for submit buttons outside of it */
  id: string
  type: DataSourceType
  /** null: a new one */
  stored: DataSourceDetail | null
  disabled: boolean
  autoFocus?: boolean
  onDirty: (dirty: boolean) => void
  onSubmit: (values: DataSourceFormValues) => Promise<void>
}

const nameKey = 'name'

/** Name, the options of the type, and (for an existing one) its limits. */
export function DataSourceForm(props: DataSourceFormProps) {
  const { id, type, stored, disabled, autoFocus = false, onDirty, onSubmit } = props
  const parts = useMemo(() => fieldsOf(type, stored), [type, stored])
  const all = useMemo(() => [parts.name, ...parts.options, ...parts.limits], [parts])
  const form = useConfigForm(all)
  const { dirty } = form

  useEffect(() => onDirty(dirty), [dirty, onDirty])
  useEffect(() => {
    if (autoFocus) document.getElementById(`${form.inputId(prefixed(nameKey, 'name'))}`)?.focus()
  }, [autoFocus, form.inputId])

  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!form.validate()) {
      scrollToFirstError(form)
      return
    }
    const given = (prefix: string, fields: readonly FormField[]) =>
      Object.fromEntries(
        fields.map((field) => [unprefixed(prefix, field.name), form.values[field.name] ?? null]),
      )
    void onSubmit({
      name: String(form.values[parts.name.name] ?? '').trim(),
      options: toOptions(
        parts.options.map((field) => ({ ...field, name: unprefixed('option', field.name) })),
        given('option', parts.options),
        stored?.options ?? {},
      ),
      limits: toLimits(given('limit', parts.limits)),
    })
  }

  const optionForm = { ...form, fields: parts.options }
  const limitsSet = parts.limits.some((field) => field.initial !== '')
  return (
    <form id={id} onSubmit={submit} noValidate>
      <div className={classes.name}>
        <ConfigInput field={parts.name} form={form} disabled={disabled} />
        <div className={classes.help}>
          <HelpTrigger page="data-sources" label={t('Help on data sources')} size={26} />
        </div>
      </div>
      <ConfigFields
        form={optionForm}
        disabled={disabled}
        additionalOpen={limitsSet}
        additional={
          parts.limits.length === 0 ? undefined : (
            <Limits fields={parts.limits} form={form} disabled={disabled} />
          )
        }
      />
    </form>
  )
}

interface LimitsProps {
  fields: readonly FormField[]
  form: ConfigFormState
  disabled: boolean
}

function Limits({ fields, form, disabled }: LimitsProps) {
  return (
    <fieldset className={classes.limits}>
      <legend className={classes.legend}>{t('Limits')}</legend>
      <p className={classes.hint}>{t('An empty field takes the default of this instance.')}</p>
      <div className={classes.grid}>
        {fields.map((field) => (
          <ConfigInput key={field.name} field={field} form={form} disabled={disabled} />
        ))}
      </div>
    </fieldset>
  )
}

/** Options, name and limits share one form; prefixes keep an option called `name` apart from the name. */
function fieldsOf(type: DataSourceType, stored: DataSourceDetail | null) {
  const name: FormField = {
    name: prefixed(nameKey, 'name'),
    label: t('Name'),
    type: 'text',
    required: true,
    extra: false,
    secret: false,
    initial: stored?.name ?? '',
    placeholder: t('My {name}', { name: type.name }),
    options: [],
  }
  const options = formFields(type.configuration_schema, stored === null ? null : (stored.options ?? {}))
  return {
    name,
    options: options.map((field) => ({ ...field, name: prefixed('option', field.name) })),
    limits:
      stored === null
        ? []
        : limitFields(stored.limits).map((field) => ({ ...field, name: prefixed('limit', field.name) })),
  }
}

function prefixed(prefix: string, name: string): string {
  return `${prefix}.${name}`
}

function unprefixed(prefix: string, name: string): string {
  return name.slice(prefix.length + 1)
}
