import { Table } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertEvaluation } from '#shared/alerts/alert-evaluations-api.ts'
import { readCriteria, readOperator } from '#shared/alerts/alert-rules.ts'
import { explainEvaluation } from '#shared/alerts/explain-evaluation.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LogTable } from '#web/ui/log-table.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './alert-history.module.css'
import { evaluationsQuery } from './alert-queries.ts'
import { AlertStateLabel } from './alert-state-label.tsx'
import { HistorySection } from './history-section.tsx'

/** What each evaluation found, what followed from it, and why. */
export function EvaluationHistory({ alertId }: { alertId: number }) {
  const [place, setPlace] = useState({ page: 1, pageSize: 10 })
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
    <LogTable
      columns={[t('Time'), t('State'), t('Value'), t('Why'), t('Notifications')]}
      minWidth={680}
      dimmed={dimmed}
      scrolledAs={t('Evaluations')}
    >
      {evaluations.map((evaluation) => (
        <Table.Tr key={evaluation.id}>
          <Table.Td className={classes.time}>
            <TimeAgo date={evaluation.at} />
          </Table.Td>
          <Table.Td className={classes.states}>
            <States evaluation={evaluation} />
          </Table.Td>
          <Table.Td className={classes.value}>{evaluation.value ?? '–'}</Table.Td>
          <Table.Td className={classes.why}>
            {explain(evaluation)} {evaluation.is_manual && <StateLabel>{t('By hand')}</StateLabel>}
          </Table.Td>
          <Table.Td className={classes.told}>
            <Told deliveries={evaluation.deliveries} />
          </Table.Td>
        </Table.Tr>
      ))}
    </LogTable>
  )
}

/** A change shows where it came from. */
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

function Told({ deliveries: { queued, sent, failed } }: Pick<AlertEvaluation, 'deliveries'>) {
  if (queued + sent + failed === 0) return '–'
  return (
    <span className={classes.counts}>
      {sent > 0 && (
        <StateLabel kind="ok">{plural(sent, { one: '{count} sent', other: '{count} sent' })}</StateLabel>
      )}
      {queued > 0 && (
        <StateLabel>{plural(queued, { one: '{count} waiting', other: '{count} waiting' })}</StateLabel>
      )}
      {failed > 0 && (
        <StateLabel kind="error">
          {plural(failed, { one: '{count} failed', other: '{count} failed' })}
        </StateLabel>
      )}
    </span>
  )
}
