import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'
import { MailWarning } from '#web/notices/mail-warning.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { criteriaOf } from './alert-draft.ts'
import classes from './alert-form.module.css'
import { AlertsLink } from './alerts-link.tsx'
import { CriteriaFields } from './criteria-fields.tsx'
import { CurrentValue } from './current-value.tsx'
import { QueryPicker } from './query-picker.tsx'
import { QuerySchedule } from './query-schedule.tsx'
import { RearmFields } from './rearm-fields.tsx'
import { TemplateFields } from './template-fields.tsx'
import type { AlertForm } from './use-alert-form.ts'

interface AlertEditorProps {
  form: AlertForm
  title: string
  submitLabel: string
  /** buttons before the Save button */
  actions?: ReactNode
  /** below the form */
  children?: ReactNode
}

/** The form of a new or an edited alert. */
export function AlertEditor({ form, title, submitLabel, actions, children }: AlertEditorProps) {
  const element = useRef<HTMLFormElement>(null)
  const { query, isSaving } = form
  // choosing a query removes the search field that had the focus
  const [wasChosen, setWasChosen] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.submit()) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <>
      <PageHeader above={<AlertsLink />} title={title} />
      <MailWarning>
        {t('Mails about alerts are not sent until it is (SEXTANT_MAIL_…). Other destinations work.')}
      </MailWarning>
      <form ref={element} onSubmit={submit} noValidate className={classes.form}>
        <section aria-labelledby="alert-query">
          <h2 id="alert-query" className={classes.heading}>
            {t('Query')}
          </h2>
          {query === null && (
            <p className={classes.hint}>{t('Choose the query whose results the alert is to watch.')}</p>
          )}
          <QueryPicker
            query={query}
            onChoose={(chosen) => {
              setWasChosen(chosen !== null)
              form.setQuery(chosen)
            }}
          />
          {query !== null && <QuerySchedule query={query} />}
        </section>
        {query !== null && <ChosenFields form={form} takesFocus={wasChosen} />}
        <div className={classes.foot}>
          {actions}
          <Button type="submit" loading={isSaving} disabled={query === null}>
            {submitLabel}
          </Button>
        </div>
      </form>
      {children}
    </>
  )
}

function ChosenFields({ form, takesFocus }: { form: AlertForm; takesFocus: boolean }) {
  const { draft, change, query } = form
  return (
    <>
      <TextInput
        label={t('Name')}
        autoFocus={takesFocus}
        maxLength={255}
        placeholder={form.defaultName}
        className={classes.name}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <section aria-labelledby="alert-criteria">
        <div className={classes.headingWithHelp}>
          <h2 id="alert-criteria">{t('Trigger when')}</h2>
          <HelpTrigger page="alerts" label={t('Help on alerts')} size={26} />
        </div>
        <CriteriaFields form={form} />
        {query !== null && <CurrentValue query={query} criteria={criteriaOf(draft)} result={form.result} />}
      </section>
      <section aria-labelledby="alert-notifications" className={classes.stack}>
        <h2 id="alert-notifications" className={classes.heading}>
          {t('Notifications')}
        </h2>
        <RearmFields form={form} />
        <TemplateFields form={form} />
      </section>
    </>
  )
}
