import { Select, TextInput } from '@mantine/core'
import { type AlertOperator, alertOperators, alertSelectors } from '#shared/alerts/alert-rules.ts'
import { t } from '#shared/messages/translate.ts'
import classes from './alert-form.module.css'
import { operatorWords, selectorWords } from './criteria-words.ts'
import type { AlertForm } from './use-alert-form.ts'

/** The watched value and its threshold (docs/reference/screens-administration.md#alert-page). */
export function CriteriaFields({ form }: { form: AlertForm }) {
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
