import type { FieldValues, FormField } from '#shared/config-form/form-fields.ts'
import type { DataSourceLimits } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ConfigInput } from '#web/config-form/config-input.tsx'
import type { ConfigFormState } from '#web/config-form/use-config-form.ts'
import classes from './limits.module.css'

const limitLabels: readonly [LimitName, string][] = [
  ['max_rows', t('Rows per result')],
  ['max_bytes', t('Bytes per result')],
  ['max_seconds', t('Seconds per run')],
  ['max_runs', t('Runs at once')],
]

/** The maximum size and duration of a run. */
export function Limits({ form, disabled }: { form: ConfigFormState; disabled: boolean }) {
  return (
    <fieldset className={classes.limits}>
      <legend className={classes.legend}>{t('Limits')}</legend>
      <p className={classes.hint}>{t('An empty field takes the default of this instance.')}</p>
      <div className={classes.grid}>
        {form.fields.map((field) => (
          <ConfigInput key={field.name} field={field} form={form} disabled={disabled} />
        ))}
      </div>
    </fieldset>
  )
}

type LimitName = keyof DataSourceLimits

/** Limits as fields of the generic form; empty means the instance's default. */
export function limitFields(stored: DataSourceLimits | undefined): FormField[] {
  return limitLabels.map(([name, label]) => ({
    name,
    label,
    type: 'number',
    required: false,
    extra: true,
    secret: false,
    initial: stored?.[name] ?? '',
    placeholder: t('Default'),
    options: [],
  }))
}

export function toLimits(values: FieldValues): DataSourceLimits {
  const read = (name: LimitName) => {
    const value = values[name]
    return typeof value === 'number' ? Math.trunc(value) : null
  }
  return {
    max_rows: read('max_rows'),
    max_bytes: read('max_bytes'),
    max_seconds: read('max_seconds'),
    max_runs: read('max_runs'),
  }
}
