import { NumberInput, Select } from '@mantine/core'
import { type RearmKind, type RearmUnit, rearmKinds, unitsFor, withUnit } from '#shared/alerts/rearm.ts'
import { t } from '#shared/messages/translate.ts'
import classes from './alert-form.module.css'
import type { AlertForm } from './use-alert-form.ts'

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

/** How often a lasting state is notified (docs/reference/api-alerts.md#rearm). */
export function RearmFields({ form }: { form: AlertForm }) {
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
