import type { RunEstimate } from '#shared/results/run-estimate-api.ts'
import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import type { AnswerLimit } from '../answer.ts'
import { QueryFailed } from '../connector-errors.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'

/** It plans the statement and runs nothing. */
const prefix = 'EXPLAIN (TYPE IO, FORMAT JSON) '
const readingWords = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', '('])

/** Tables whose names are told; a view may have thousands below it. */
const maxTables = 100

export const planLimit: AnswerLimit = {
  length: 16_000_000,
  rows: 1_000_000,
  message: 'The plan of the statement is larger than 16 MB.',
}

export interface ExplainedText {
  text: string
  start: number
  end: number
  /** an error with its place in the text as it was before */
  restored(error: unknown): unknown
}

/** The text with its only statement explained. Throws QueryFailed if there is another number of statements, or one that does not read. */
export function explainedText(text: string, statements: readonly ReadStatement[]): ExplainedText {
  const [statement] = statements
  if (statement === undefined) throw new QueryFailed('Query is empty')
  if (statements.length > 1) throw new QueryFailed('Only one statement can be estimated: select it.')
  if (!readingWords.has(statement.first))
    throw new QueryFailed(`A statement that begins with ${statement.first} cannot be estimated.`)
  const { start, end } = statement
  const longer = text.slice(0, start) + prefix + text.slice(start)
  return {
    text: longer,
    start,
    end: end + prefix.length,
    restored(error) {
      if (!(error instanceof QueryFailed) || error.position === null) return error
      const offset = offsetAt(longer, error.position)
      const before = offset < start ? offset : Math.max(start, offset - prefix.length)
      return new QueryFailed(error.message, { position: positionAt(text, before), cause: error })
    },
  }
}

/**
 * What the plan tells: the tables, and by their statistics how many rows and bytes of them would be read. Where a
 * connector has no statistics, the numbers are NaN.
 */
export function estimateOf(plan: string): RunEstimate {
  const tables = new Set<string>()
  let rows = 0
  let bytes = 0
  for (const item of cutList(cutObject(plan).get('inputTableColumnInfos') ?? '[]')) {
    const table = cutObject(item)
    tables.add(nameOf(cutObject(table.get('table') ?? '{}')))
    const numbers = cutObject(table.get('estimate') ?? '{}')
    rows += numberIn(numbers, 'outputRowCount')
    bytes += numberIn(numbers, 'outputSizeInBytes')
  }
  return {
    bytes: Number.isFinite(bytes) ? Math.round(bytes) : null,
    ...(Number.isFinite(rows) ? { rows: Math.round(rows) } : {}),
    precision: 'by_statistics',
    tables: [...tables].sort().slice(0, maxTables),
    notes: [],
  }
}

function nameOf(table: ReadonlyMap<string, string>): string {
  const inSchema = cutObject(table.get('schemaTable') ?? '{}')
  const parts = [table.get('catalog'), inSchema.get('schema'), inSchema.get('table')]
  return parts.map((part) => readString(part ?? '') ?? '').join('.')
}

/** Infinity and NaN come as texts. */
function numberIn(members: ReadonlyMap<string, string>, name: string): number {
  const json = members.get(name)
  return json === undefined ? Number.NaN : Number(readString(json) ?? json)
}
