import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import {
  type AlertOperator,
  type AlertSelector,
  alertOperators,
  alertSelectors,
} from '#shared/alerts/alert-rules.ts'
import { type RearmKind, type RearmUnit, rearmKinds, unitsFor, withUnit } from '#shared/alerts/rearm.ts'
import { t } from '#shared/messages/translate.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'
import { MailWarning } from '#web/notices/mail-warning.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { criteriaOf } from './alert-draft.ts'
import classes from './alert-form.module.css'
import { AlertsLink } from './alert-page-parts.tsx'
import { QueryPicker } from './query-picker.tsx'
import type { AlertForm } from './use-alert-form.ts'
import { CurrentValue, QuerySchedule } from './watched-query.tsx'

/** Lazy: it stands below the condition. */
const TemplateFields = lazy(() =>
  import('./template-fields.tsx').then((module) => ({ default: module.TemplateFields })),
)

const selectorWords: Readonly<Record<AlertSelector, string>> = {
  first: t('First row'),
  min: t('Minimum'),
  max: t('Maximum'),
}

const operatorWords: Readonly<Record<AlertOperator, string>> = {
  '>': t('> greater than'),
  '>=': t('>= greater than or equals'),
  '<': t('< less than'),
  '<=': t('<= less than or equals'),
  '==': t('== equals'),
  '!=': t('!= not equal to'),
}

const kindWords: Readonly<Record<RearmKind, string>> = {
  once: t('Just once until back to normal'),
  each: t('Each time alert is evaluated until back to normal'),
  interval: t('At most every'),
}

const unitWords: Readonly<Record<RearmUnit, string>> = {
  seconds: t('Seconds'),
  minutes: t('Minutes'),
  hours: t('Hours'),
  days: t('Days'),
  weeks: t('Weeks'),
}

interface AlertEditorProps {
  form: AlertForm
  title: string
  submitLabel: string
  /** buttons before the Save button */
  actions?: ReactNode
  /** who is notified */
  destinations: ReactNode
}

/** The form of a new or an edited alert. */
export function AlertEditor({ form, title, submitLabel, actions, destinations }: AlertEditorProps) {
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
        {query !== null && (
          <>
            <ChosenFields form={form} takesFocus={wasChosen} />
            <section className={classes.destinations} aria-label={t('Destinations')}>
              {destinations}
            </section>
          </>
        )}
        <div className={classes.foot}>
          {actions}
          <Button type="submit" loading={isSaving} disabled={query === null}>
            {submitLabel}
          </Button>
        </div>
      </form>
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
        <Suspense fallback={<FormSkeleton fields={1} />}>
          <TemplateFields form={form} />
        </Suspense>
      </section>
    </>
  )
}

/** The watched value and its threshold (docs/reference/screens-administration.md#alert-page). */
function CriteriaFields({ form }: { form: AlertForm }) {
  const { draft, change, problems, result } = form
  const columns = [...new Set(result.data.columns.map(({ name }) => name))]
  return (
    <div className={classes.criteria}>
      <Select
        label={t('Selector')}
        allowDeselect={false}
        withCheckIcon={false}
        data={alertSelectors.map((value) => ({ value, label: selectorWords[value] }))}
        value={draft.selector}
        onChange={(value) => change({ selector: alertSelectors.find((one) => one === value) ?? 'first' })}
      />
      <Select
        label={t('Value column')}
        allowDeselect={false}
        withCheckIcon={false}
        searchable={columns.length > 10}
        nothingFoundMessage={t('No column is called so')}
        placeholder={t('No columns yet')}
        data={draft.column === '' || columns.includes(draft.column) ? columns : [...columns, draft.column]}
        value={draft.column === '' ? null : draft.column}
        error={problems.column}
        onChange={(value) => value !== null && change({ column: value })}
      />
      <Select
        label={t('Operator')}
        allowDeselect={false}
        withCheckIcon={false}
        data={alertOperators.map((value) => ({ value, label: operatorWords[value] }))}
        value={draft.op}
        error={problems.op}
        onChange={(value) => change({ op: operatorOf(value) })}
      />
      <TextInput
        label={t('Threshold')}
        maxLength={1000}
        value={draft.threshold}
        error={problems.threshold}
        onChange={(event) => change({ threshold: event.currentTarget.value })}
      />
    </div>
  )
}

function operatorOf(value: string | null): AlertOperator | null {
  return alertOperators.find((one) => one === value) ?? null
}

/** How often a lasting state is notified (docs/reference/api-alerts.md#rearm). */
function RearmFields({ form }: { form: AlertForm }) {
  const { draft, change } = form
  return (
    <div className={classes.rearm}>
      <Select
        label={t('When triggered, send notification')}
        allowDeselect={false}
        withCheckIcon={false}
        className={classes.rearmKind}
        data={rearmKinds.map((value) => ({ value, label: kindWords[value] }))}
        value={draft.rearm}
        onChange={(value) => change({ rearm: rearmKinds.find((one) => one === value) ?? 'once' })}
      />
      {draft.rearm === 'interval' && <IntervalFields form={form} />}
    </div>
  )
}

function IntervalFields({ form: { draft, change, problems } }: { form: AlertForm }) {
  const { count, unit } = draft.interval
  const interval = { count: count ?? 1, unit }
  const units = unitsFor(interval)
  return (
    <>
      <NumberInput
        label={t('Interval')}
        className={classes.count}
        allowDecimal={false}
        allowNegative={false}
        value={count ?? ''}
        error={problems.interval}
        onChange={(value) => change({ interval: { unit, count: typeof value === 'number' ? value : null } })}
      />
      <Select
        label={t('Unit')}
        className={classes.unit}
        allowDeselect={false}
        withCheckIcon={false}
        data={units.map((value) => ({ value, label: unitWords[value] }))}
        value={unit}
        onChange={(value) => {
          const next = units.find((one) => one === value)
          if (next) change({ interval: withUnit(interval, next) })
        }}
      />
    </>
  )
}
