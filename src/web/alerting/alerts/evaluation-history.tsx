import { IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { AlertEvaluation } from '#shared/alerts/alert-evaluations-api.ts'
import { readCriteria, readOperator } from '#shared/alerts/alert-rules.ts'
import { explainEvaluation } from '#shared/alerts/explain-evaluation.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LogRows } from '#web/ui/log-page.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import type { Paging } from '#web/ui/search-params.ts'
import { StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { evaluationsQuery, firstEvaluations } from './alert-queries.ts'
import { AlertStateLabel } from './alert-state-label.tsx'
import classes from './evaluation-history.module.css'

const sizes = [10, 25, 50]

/** What each evaluation found, its consequences, and why. */
export function EvaluationHistory({ alertId }: { alertId: number }) {
  const [place, setPlace] = useState(firstEvaluations)
  const list = useQuery({
    ...evaluationsQuery(alertId, place.page, place.pageSize),
    placeholderData: keepPreviousData,
  })
  return (
    <HistorySection
      title={t('Evaluations')}
      list={list}
      nothing={
        <EmptyState size="compact" title={t('Not evaluated yet')}>
          {t('The alert is evaluated with the next result of its query.')}
        </EmptyState>
      }
      place={place}
      onPlace={setPlace}
    >
      {(evaluations) => <EvaluationsTable evaluations={evaluations} dimmed={list.isPlaceholderData} />}
    </HistorySection>
  )
}

interface EvaluationsTableProps {
  evaluations: readonly AlertEvaluation[]
  dimmed: boolean
}

function EvaluationsTable({ evaluations, dimmed }: EvaluationsTableProps) {
  return (
    <RowsTable
      columns={columns}
      rows={evaluations}
      keyOf={({ id }) => id}
      minWidth={680}
      dimmed={dimmed}
      isLog
      scrolledAs={t('Evaluations')}
    />
  )
}

const columns: readonly RowsColumn<AlertEvaluation>[] = [
  {
    ...{ key: 'at', label: t('Time'), className: classes.time },
    cell: ({ at }) => <TimeAgo date={at} />,
  },
  {
    ...{ key: 'state', label: t('State'), className: classes.states },
    cell: (evaluation) => <States evaluation={evaluation} />,
  },
  {
    ...{ key: 'value', label: t('Value'), className: classes.value },
    cell: ({ value }) => value ?? '–',
  },
  {
    ...{ key: 'why', label: t('Why'), className: classes.why, isLine: true },
    cell: (evaluation) => (
      <>
        {explain(evaluation)} {evaluation.is_manual && <StateLabel>{t('By hand')}</StateLabel>}
      </>
    ),
  },
  {
    ...{ key: 'told', label: t('Notifications'), className: classes.told },
    cell: (evaluation) => <Notifications evaluation={evaluation} />,
  },
]

/** A change also shows the previous state. */
function States({ evaluation: { state_before, state } }: { evaluation: AlertEvaluation }) {
  if (state_before === state) return <AlertStateLabel state={state} />
  return (
    <span className={classes.change}>
      <AlertStateLabel state={state_before} />
      <IconArrowRight size={14} role="img" aria-label={t('then')} />
      <AlertStateLabel state={state} />
    </span>
  )
}

function explain(evaluation: AlertEvaluation): string {
  const { op } = evaluation.criteria
  const criteria = { ...readCriteria(evaluation.criteria), op: op === null ? null : readOperator(op) }
  return explainEvaluation({ ...evaluation, criteria })
}

/** The deliveries of an evaluation. Deliveries are deleted after a month, evaluations later. */
function Notifications({ evaluation: { notified, deliveries } }: { evaluation: AlertEvaluation }) {
  const { queued, sent, superseded, failed } = deliveries
  if (queued + sent + superseded + failed === 0) {
    return notified ? <span className={classes.time}>{t('No longer known')}</span> : '–'
  }
  return (
    <span className={classes.counts}>
      {sent > 0 && (
        <StateLabel kind="ok">{plural(sent, { one: '{count} sent', other: '{count} sent' })}</StateLabel>
      )}
      {queued > 0 && (
        <StateLabel kind="warning">
          {plural(queued, { one: '{count} waiting', other: '{count} waiting' })}
        </StateLabel>
      )}
      {superseded > 0 && (
        <StateLabel>
          {plural(superseded, { one: '{count} superseded', other: '{count} superseded' })}
        </StateLabel>
      )}
      {failed > 0 && (
        <StateLabel kind="error">
          {plural(failed, { one: '{count} failed', other: '{count} failed' })}
        </StateLabel>
      )}
    </span>
  )
}

interface HistorySectionProps<Row> {
  title: string
  list: UseQueryResult<{ count: number; results: Row[] }>
  /** shown if the log is empty */
  nothing: ReactNode
  place: Paging
  onPlace: (place: Paging) => void
  children: (rows: readonly Row[]) => ReactNode
}

/** A log of an alert as a section of its page. */
export function HistorySection<Row>({ title, ...log }: HistorySectionProps<Row>) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <LogRows {...log} sizes={sizes} hiddenUpTo={10} skeleton={{ rows: 4, rowHeight: 44 }} />
    </section>
  )
}
