import { type AlertCriteria, readCriteria } from '#shared/alerts/alert-rules.ts'
import { templateProblem } from '#shared/alerts/alert-template.ts'
import type { Alert, AlertOptions } from '#shared/alerts/alerts-api.ts'
import { type CriteriaProblem, criteriaProblem } from '#shared/alerts/criteria-problem.ts'
import {
  intervalOf,
  intervalProblem,
  type RearmKind,
  type RearmUnit,
  rearmEach,
  rearmFirstInterval,
  rearmKind,
  rearmOnce,
  secondsOf,
} from '#shared/alerts/rearm.ts'
import { t, translatePhrase } from '#shared/messages/translate.ts'

/** An alert as edited in its form. */
export interface AlertDraft {
  name: string
  selector: AlertCriteria['selector']
  column: string
  op: AlertCriteria['op']
  /** as typed */
  threshold: string
  /** the stored threshold, possibly a number: kept unless the user types another */
  storedThreshold: AlertCriteria['value']
  rearm: RearmKind
  /** `count` null: the field contains no number */
  interval: { count: number | null; unit: RearmUnit }
  hasTemplate: boolean
  subject: string
  body: string
}

/** The fields of a stored alert that the form changes. */
export type StoredFields = Pick<Alert, 'name' | 'options' | 'rearm'>

/** null: a new alert, with the defaults of docs/reference/api-alerts.md#alert-defaults. */
export function draftOf(stored: StoredFields | null): AlertDraft {
  const options = stored?.options ?? {}
  const { selector, column, op, value } = readCriteria(options)
  const subject = textOf(options['custom_subject'])
  const body = textOf(options['custom_body'] ?? options['template'])
  const kind = rearmKind(stored?.rearm ?? null)
  return {
    ...{ name: stored?.name ?? '', selector, column, op },
    ...{ threshold: String(value), storedThreshold: value },
    rearm: kind,
    interval: intervalOf(kind === 'interval' ? (stored?.rearm ?? rearmFirstInterval) : rearmFirstInterval),
    ...{ hasTemplate: subject.trim() !== '' || body.trim() !== '', subject, body },
  }
}

/** What most alerts watch: the first column with numbers, else the first column. */
export function proposedColumn(
  columns: readonly { name: string; type?: string | null | undefined }[],
): string | null {
  const isNumber = (type: unknown) => type === 'integer' || type === 'float'
  return (columns.find(({ type }) => isNumber(type)) ?? columns[0])?.name ?? null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The criteria to evaluate. Numbers and texts compare differently. */
export function criteriaOf({ selector, column, op, threshold, storedThreshold }: AlertDraft): AlertCriteria {
  return { selector, column, op, value: threshold === String(storedThreshold) ? storedThreshold : threshold }
}

/** The fields to save. Options are replaced as a whole, so those that the form does not edit are copied. */
export function savedFields(
  draft: AlertDraft,
  stored: StoredFields | null,
): { name: string; options: AlertOptions; rearm: number } {
  const { template: _, ...kept } = (stored?.options ?? { muted: false }) as AlertOptions
  return {
    name: draft.name.trim(),
    options: {
      ...kept,
      selector: draft.selector,
      column: draft.column,
      ...(draft.op === null ? {} : { op: draft.op }),
      value: criteriaOf(draft).value,
      custom_subject: storedTemplate(draft, draft.subject),
      custom_body: storedTemplate(draft, draft.body),
    },
    rearm: rearmOf(draft),
  }
}

function storedTemplate({ hasTemplate }: AlertDraft, text: string): string | null {
  return hasTemplate && text.trim() !== '' ? text : null
}

function rearmOf({ rearm, interval: { count, unit } }: AlertDraft): number {
  if (rearm === 'once') return rearmOnce
  return rearm === 'each' || count === null ? rearmEach : secondsOf({ count, unit })
}

export function isChanged(draft: AlertDraft, before: AlertDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(before)
}

/** What is wrong with each field, in words for the user. */
export interface DraftProblems {
  column: string | null
  op: string | null
  threshold: string | null
  interval: string | null
  subject: string | null
  body: string | null
}

type Watched = Parameters<typeof criteriaProblem>[1]

export function problemsOf(draft: AlertDraft, watched: Watched): DraftProblems {
  const { op, column, hasTemplate, subject, body } = draft
  const problem = op === null ? null : criteriaProblem(criteriaOf(draft), watched)
  const of = (field: CriteriaProblem['field']) => (problem?.field === field ? problem.message : null)
  return {
    column: column === '' ? t('Choose a column.') : of('column'),
    op: op === null ? t('Choose an operator.') : null,
    threshold: of('threshold'),
    interval: draft.rearm === 'interval' ? intervalProblem(draft.interval) : null,
    subject: hasTemplate ? unreadable(subject) : null,
    body: hasTemplate ? unreadable(body) : null,
  }
}

function unreadable(template: string): string | null {
  const problem = templateProblem(template)
  return problem === null
    ? null
    : t('The template cannot be read: {problem}', { problem: translatePhrase(problem) })
}

/** Whether the draft can be saved. An invalid stored condition does not block other changes. */
export function maySave(draft: AlertDraft, before: AlertDraft, problems: DraftProblems): boolean {
  const { column, threshold, op, ...others } = problems
  const isSame = (['selector', 'column', 'op', 'threshold'] as const).every(
    (field) => draft[field] === before[field],
  )
  const ofCondition = isSame && before.column !== '' ? [] : [column, threshold, op]
  return draft.column !== '' && [...ofCondition, ...Object.values(others)].every((one) => one === null)
}
