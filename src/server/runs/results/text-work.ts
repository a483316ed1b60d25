import { findConnector } from '#connectors/registry.ts'
import type { ErrorCode } from '#shared/errors/error-codes.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import { affixesOf } from '#shared/parameters/list-items.ts'
import { isSafeQuery } from '#shared/sql/is-safe.ts'
import { prepareText } from '#shared/sql/prepare-text.ts'
import { type PreparedRun, prepareRunNow, type Template } from './prepare-run.ts'
import { queryHash } from './query-hash.ts'
import { type Filling, renderQuery } from './render-query.ts'

/** Work on the text of a query that grows with its length: the SQL is scanned several times. */
export type TextTask =
  | { kind: 'run'; sourceType: string; template: Template }
  | { kind: 'safety'; sourceType: string | null; text: string; options: Readonly<Record<string, unknown>> }
  | {
      kind: 'hash'
      sourceType: string | null
      text: string
      limit: number | null
      /** null: the text has no parameters, or no valid values for them */
      filling: Omit<Filling, 'rules'> | null
    }

export type TextOutcome =
  | { kind: 'run'; run: PreparedRun; free: readonly string[] }
  | { kind: 'safety'; isSafe: boolean }
  | { kind: 'hash'; hash: string }
  | { kind: 'refused'; code: ErrorCode; details: Record<string, unknown> }

/** A refusal is an outcome, because errors of a thread are bugs. */
export function workOnText(task: TextTask): TextOutcome {
  try {
    if (task.kind === 'run') return { kind: 'run', ...prepareRunNow(task.sourceType, task.template) }
    const connector = task.sourceType === null ? undefined : findConnector(task.sourceType)
    const rules = connector?.binds ?? null
    if (task.kind === 'safety') {
      return { kind: 'safety', isSafe: isSafeQuery(task.text, task.options, rules) }
    }
    const { text, filling, limit } = task
    const rendered = filling === null ? text : (renderOrNull(text, { ...filling, rules }) ?? text)
    const dialect = connector?.autoLimit ?? null
    const prepared = prepareText(rendered, dialect, limit)
    return { kind: 'hash', hash: queryHash(prepared.text, dialect) }
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', code: error.code, details: error.details }
    throw error
  }
}

function renderOrNull(text: string, filling: Filling): string | null {
  try {
    return renderQuery(text, filling).text
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** So much is a few milliseconds of work. */
const quickLength = 10_000

/** Is this little enough work for the event loop? An estimate from above. */
export function isQuick(task: TextTask): boolean {
  const text = task.kind === 'run' ? task.template.template : task.text
  if (task.kind === 'safety' && !text.includes('{{')) return true
  if (text.length > quickLength) return false
  const filling = task.kind === 'run' ? task.template : task.kind === 'hash' ? task.filling : null
  return filling === null || text.length + lengthOfValues(text, filling) <= quickLength
}

/** What the values add to a text at most: each placeholder may hold all of them. */
function lengthOfValues(text: string, { values, definitions }: Omit<Filling, 'rules'>): number {
  const places = text.split('{{').length - 1
  if (places === 0) return 0
  const given = Object.values(values)
  // a section repeats for each item of a list in an object, and sections nest
  if (given.some(holdsLists)) return Number.POSITIVE_INFINITY
  const affixes = definitions.map(affixesOf)
  const around = Math.max(
    0,
    ...affixes.map(({ prefix, suffix, separator }) => prefix.length + suffix.length + separator.length),
  )
  const items = given.reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0)
  return places * (JSON.stringify(given).length + items * around)
}

function holdsLists(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).some((inner) => typeof inner === 'object' && inner !== null)
}
