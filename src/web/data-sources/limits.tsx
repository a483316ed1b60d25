import { t } from '#shared/messages/translate.ts'
import { ConfigInput } from '#web/config-form/config-input.tsx'
import type { ConfigFormState } from '#web/config-form/use-config-form.ts'
import classes from './limits.module.css'

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
