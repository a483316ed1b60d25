import { createHash } from 'node:crypto'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { findReferences, type QueryReference, readPairs } from '#shared/sql/query-references.ts'
import type { WantedQuery } from '../connector.ts'
import { resultsDialect } from './duckdb-dialect.ts'

/** A text of Query Results as DuckDB takes it, and the queries that it reads. */
export interface ResultsText {
  text: string
  values: BoundValue[]
  /** each once, by the name of its table */
  tables: ReadonlyMap<string, WantedQuery>
  /** maps an offset in `text` to the original one */
  originalOffset(offset: number): number
}

/** Puts the name of a table in the place of `param_query_12_{…}`; the other references are names already. */
export function readResultsText(text: string, values: readonly BoundValue[]): ResultsText {
  const references = findReferences(text, resultsDialect)
  const tables = new Map<string, WantedQuery>()
  const steps: { sent: number; original: number; length: number }[] = []
  const moved: BoundValue[] = []
  let sent = ''
  let at = 0
  const copy = (to: number) => {
    const shift = sent.length - at
    for (const value of values) {
      if (value.start >= at && value.end <= to)
        moved.push({ ...value, start: value.start + shift, end: value.end + shift })
    }
    steps.push({ sent: sent.length, original: at, length: to - at })
    sent += text.slice(at, to)
    at = to
  }
  for (const reference of references) {
    const name = tableName(reference)
    const { kind, id, pairs, start, end } = reference
    const given = pairs === null ? {} : readPairs(pairs)
    if (!tables.has(name)) tables.set(name, { kind, id, values: given })
    if (kind !== 'param') continue
    copy(start)
    steps.push({ sent: sent.length, original: start, length: 0 })
    sent += name
    at = end
  }
  copy(text.length)
  return {
    ...{ text: sent, values: moved, tables },
    originalOffset(offset) {
      const step = steps.findLast((candidate) => candidate.sent <= offset)
      return step === undefined ? 0 : step.original + Math.min(offset - step.sent, step.length)
    },
  }
}

/** As Redash names the table of a query with values, because texts may name it so. */
function tableName({ kind, written, pairs }: QueryReference): string {
  if (kind !== 'param') return written.toLowerCase()
  const query = written.slice('param_'.length, -1).toLowerCase()
  return `${query}_${createHash('md5').update(`${query}_${pairs}`).digest('hex')}`
}
