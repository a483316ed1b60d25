import { t } from '../messages/translate.ts'
import type { AlertCriteria, EvaluationReason, NoticeReason } from './alert-rules.ts'

/** The facts of an evaluation that its explanation needs. */
export interface ExplainedEvaluation {
  value: string | null
  criteria: AlertCriteria
  why: EvaluationReason
  notice: NoticeReason
}

/**
 * Explains in two sentences why the alert is in its state and why messages were sent or not. It covers the decision
 * only; what became of the messages is in their deliveries.
 */
export function explainEvaluation(evaluation: ExplainedEvaluation): string {
  return `${explainState(evaluation)} ${explainNotice(evaluation)}`
}

/** Explains why the alert is in its state. */
export function explainState({ value, criteria, why }: Omit<ExplainedEvaluation, 'notice'>): string {
  const facts = {
    value: value ?? '',
    column: criteria.column,
    op: criteria.op ?? '?',
    threshold: criteria.value,
  }
  switch (why) {
    case 'holds':
      return t('The condition holds: {value} {op} {threshold}.', facts)
    case 'does_not_hold':
      return t('The condition does not hold: {value} {op} {threshold}.', facts)
    case 'no_result':
      return t('The query has no result.')
    case 'no_rows':
      return t('The result has no rows.')
    case 'no_column':
      return t('The result has no column "{column}".', facts)
    case 'empty_cell':
      return criteria.selector === 'first'
        ? t('The first row of the column "{column}" is empty.', facts)
        : t('A cell of the column "{column}" is empty.', facts)
    case 'not_a_number':
      return t('The column "{column}" contains something that is not a number.', facts)
    case 'threshold_not_a_number':
      return t('The value {value} is a number, but the threshold "{threshold}" is not.', facts)
    case 'not_comparable':
      return t('The text "{value}" cannot be compared by {op} with {threshold}.', facts)
  }
}

function explainNotice({ notice }: ExplainedEvaluation): string {
  switch (notice) {
    case 'changed':
      return t('The state has changed, so the subscribers are notified.')
    case 'repeated':
      return t('The alert is still triggered, so the subscribers are notified once more.')
    case 'asked':
      return t('A user evaluated the alert by hand, so the subscribers are notified.')
    case 'unchanged':
      return t('The state has not changed, so nobody was notified.')
    case 'first_ok':
      return t('The first evaluation found no problem, so nobody was notified.')
    case 'told_once':
      return t('The subscribers are notified once, and then when it is back to normal.')
    case 'told_lately':
      return t('It is too early to notify the subscribers once more.')
    case 'muted':
      return t('Notifications are muted, so nobody was notified.')
    case 'nobody':
      return t('This alert has no subscriber who could be notified.')
    case 'on_its_way':
      return t('Earlier messages with the same content are still being sent, so no others were sent.')
  }
}
