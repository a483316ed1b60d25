import { compareDecimalTexts, isDecimalText } from '../format/decimal.ts'
import { type AlertCell, isNumberText, type WatchedColumn } from './watched-column.ts'

export const alertStates = ['unknown', 'ok', 'triggered'] as const
export type AlertState = (typeof alertStates)[number]

export const alertSelectors = ['first', 'min', 'max'] as const
export type AlertSelector = (typeof alertSelectors)[number]

export const alertOperators = ['>', '>=', '<', '<=', '==', '!='] as const
export type AlertOperator = (typeof alertOperators)[number]

/** What an alert watches and compares with: the options that decide its state. */
export interface AlertCriteria {
  selector: AlertSelector
  /** '' if none has been chosen */
  column: string
  /** null: an unknown operator, so the condition never holds */
  op: AlertOperator | null
  value: string | number
}

const operatorWords: Readonly<Record<string, AlertOperator>> = {
  'greater than': '>',
  'less than': '<',
  equals: '==',
}

/** The operator of a stored option; old names are mapped to symbols (docs/reference/api-alerts.md#judging-a-result). */
export function readOperator(stored: unknown): AlertOperator | null {
  if (stored === undefined || stored === null) return '>'
  const word = typeof stored === 'string' ? (operatorWords[stored] ?? stored) : ''
  return alertOperators.find((operator) => operator === word) ?? null
}

/**
 * Reads stored options of any age; missing ones get the defaults of a new alert
 * (docs/reference/api-alerts.md#alert-defaults).
 */
export function readCriteria(options: Readonly<Record<string, unknown>>): AlertCriteria {
  const { selector, column, op, value } = options
  return {
    selector: alertSelectors.find((known) => known === selector) ?? 'first',
    column: typeof column === 'string' ? column : '',
    op: readOperator(op),
    value: readThreshold(value),
  }
}

function readThreshold(value: unknown): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value
  return value === undefined || value === null ? 1 : String(value)
}

/** The watched columns of a result. */
export interface WatchedResult {
  row_count: number
  /** undefined: the result has no column of this name */
  column(name: string): WatchedColumn | undefined
}

/** Why an alert is in its state. */
export const evaluationReasons = [
  'holds',
  'does_not_hold',
  'no_result',
  'no_rows',
  'no_column',
  'empty_cell',
  'not_a_number',
  'threshold_not_a_number',
  'not_comparable',
] as const
export type EvaluationReason = (typeof evaluationReasons)[number]

export interface Evaluated {
  state: AlertState
  /** as the database printed it; null: no value */
  value: string | null
  why: EvaluationReason
}

/**
 * Evaluates a result (docs/reference/api-alerts.md#judging-a-result). An empty cell or a missing column leaves the
 * state unknown; for `min` and `max`, an empty cell in any row does. Texts are compared as texts; one that is neither
 * greater nor less leaves it unknown.
 */
export function evaluateAlert(criteria: AlertCriteria, result: WatchedResult | null): Evaluated {
  if (result === null) return unknown('no_result')
  if (result.row_count === 0) return unknown('no_rows')
  const column = result.column(criteria.column)
  if (column === undefined) return unknown('no_column')
  const watched = watchedValue(criteria.selector, column)
  if (typeof watched !== 'object') return unknown(watched)
  const { value } = watched
  if (typeof value === 'boolean') return compareTexts(criteria, String(value))
  if (!isNumberText(value)) return compareTexts(criteria, value)
  const threshold = String(criteria.value).trim()
  if (!isDecimalText(threshold)) return { ...unknown('threshold_not_a_number'), value }
  const order = compareDecimalTexts(value.trim(), threshold)
  return judged(isTrue(criteria.op, order), value)
}

/** The cell that a selector chooses, or why there is no value. */
export function watchedValue(
  selector: AlertSelector,
  column: WatchedColumn,
): { value: Exclude<AlertCell, null> } | EvaluationReason {
  if (selector === 'first') return column.first === null ? 'empty_cell' : { value: column.first }
  const { extremes } = column
  if (extremes === null) throw new Error('The extremes of a watched column have not been looked for.')
  if (extremes.kind !== 'found') return extremes.kind
  return { value: extremes[selector] }
}

function unknown(why: EvaluationReason): Evaluated {
  return { state: 'unknown', value: null, why }
}

function judged(holds: boolean, value: string): Evaluated {
  return holds ? { state: 'triggered', value, why: 'holds' } : { state: 'ok', value, why: 'does_not_hold' }
}

function compareTexts({ op, value: threshold }: AlertCriteria, value: string): Evaluated {
  if (op === '==' || op === '!=') {
    const same = typeof threshold === 'string' && value === threshold
    return judged(op === '==' ? same : !same, value)
  }
  const holds =
    typeof threshold === 'string' && isTrue(op, value < threshold ? -1 : value > threshold ? 1 : 0)
  return holds ? judged(true, value) : { ...unknown('not_comparable'), value }
}

function isTrue(op: AlertOperator | null, order: number): boolean {
  switch (op) {
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    default:
      return false
  }
}

/** The stored state of an alert and its notification settings. */
export interface AlertMemory {
  state: AlertState
  last_triggered_at: Date | null
  /** seconds; 0 and null: once until the state is ok again; 1: at every evaluation */
  rearm: number | null
  muted: boolean
}

/** Why an evaluation sends messages, or none. */
export const noticeReasons = [
  'changed',
  'repeated',
  'asked',
  'unchanged',
  'first_ok',
  'told_once',
  'told_lately',
  'muted',
  'nobody',
  'on_its_way',
] as const
export type NoticeReason = (typeof noticeReasons)[number]

export interface AlertStep {
  state: AlertState
  last_triggered_at: Date | null
  notify: boolean
  why: NoticeReason
}

const everyEvaluation = 1

/**
 * Decides what follows from an evaluation (docs/reference/api-alerts.md#telling). A change of state sends messages,
 * except when the first state is ok; a lasting `triggered` state sends again according to `rearm`. `last_triggered_at`
 * changes with every change of state and whenever `triggered` is due to send, even while muted. A manual evaluation
 * always sends messages; a muted alert never does.
 */
export function stepAlert(
  memory: AlertMemory,
  evaluated: Pick<Evaluated, 'state'>,
  now: Date,
  { isManual = false } = {},
): AlertStep {
  const { state } = evaluated
  const why = reasonToTell(memory, state, now, isManual)
  const isDue = why === 'changed' || why === 'repeated' || why === 'asked'
  const moves = state !== memory.state || (isDue && state === 'triggered')
  return {
    state,
    last_triggered_at: moves ? now : memory.last_triggered_at,
    notify: isDue && !memory.muted,
    why: isDue && memory.muted ? 'muted' : why,
  }
}

function reasonToTell(memory: AlertMemory, state: AlertState, now: Date, isManual: boolean): NoticeReason {
  if (isManual) return 'asked'
  if (state !== memory.state) return memory.state === 'unknown' && state === 'ok' ? 'first_ok' : 'changed'
  if (state !== 'triggered') return 'unchanged'
  const rearm = memory.rearm ?? 0
  if (rearm === 0) return 'told_once'
  if (rearm === everyEvaluation || memory.last_triggered_at === null) return 'repeated'
  const due = memory.last_triggered_at.getTime() + rearm * 1000
  return now.getTime() >= due ? 'repeated' : 'told_lately'
}
