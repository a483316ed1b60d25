import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { ColumnType } from '#shared/results/results-api.ts'
import { type BoundValue, type SentStatement, sentStatement, valuesWithin } from '#shared/sql/bound-value.ts'
import { type Statement, splitStatements } from '#shared/sql/split-statements.ts'
import { positionAt } from '#shared/sql/text-position.ts'
import { encodeValue } from '../encode-cell.ts'
import { EngineError, type EngineRun } from '../engine-child.ts'
import type { EngineCell } from '../engine-protocol.ts'
import { rowBatch } from '../row-batch.ts'
import { sqliteBinding, sqliteDialect } from './sqlite-dialect.ts'

export interface SqliteRun extends EngineRun {
  batches: Iterable<EngineCell[][]>
}

/** Runs all statements; the last one's rows are the result. */
export function runSqlite(database: DatabaseSync, text: string, values: readonly BoundValue[]): SqliteRun {
  const statements = splitStatements(text, sqliteDialect)
  const last = statements.at(-1)
  if (last === undefined) throw new EngineError('Query is empty', null)
  for (const statement of statements.slice(0, -1)) {
    const { prepared, bound } = prepare(database, text, statement, values)
    prepared.all(...bound)
  }
  const { prepared, bound } = prepare(database, text, last, values)
  if (prepared.columns().length === 0) {
    prepared.all(...bound)
    return { columns: null, batches: [] }
  }
  // the first step may compile the statement again, for tables that others have changed; from then on they cannot change
  const rows = prepared.iterate(...bound) as Iterator<unknown>
  const first = rows.next()
  const columns = prepared.columns()
  const texts = textWatch(columns.map((column) => column.name))
  return {
    columns: columns.map((column) => ({ name: column.name, type: columnType(column.type) })),
    batches: readBatches(rows, first, texts.encode),
    notes: texts.notes,
  }
}

interface Prepared {
  prepared: StatementSync
  bound: SQLInputValue[]
}

/** Uses placeholders where SQLite accepts them, else the literals of the text. */
function prepare(
  database: DatabaseSync,
  text: string,
  statement: Statement,
  values: readonly BoundValue[],
): Prepared {
  const sent = sentStatement(statement.text, valuesWithin(values, statement), sqliteBinding)
  const prepared = sent === null ? null : prepareSent(database, sent)
  if (prepared !== null) return prepared
  try {
    return { prepared: readable(database.prepare(statement.text)), bound: [] }
  } catch (error) {
    const message = (error as Error).message
    throw new EngineError(message, findPosition(text, statement.text, statement.start, message))
  }
}

function prepareSent(database: DatabaseSync, sent: SentStatement): Prepared | null {
  try {
    const prepared = readable(database.prepare(sent.text))
    return {
      prepared,
      bound: sent.values.map(({ value, type }) => (type === 'text' ? value : BigInt(value))),
    }
  } catch {
    // compiling has no effect, so the text with literals can report the error
    return null
  }
}

function readable(prepared: StatementSync): StatementSync {
  prepared.setReturnArrays(true)
  prepared.setReadBigInts(true)
  return prepared
}

/** SQLite names the wrong word; if it occurs once in the statement, its position is known. */
function findPosition(text: string, statement: string, start: number, message: string) {
  const word =
    /^near "(.+)": syntax error/.exec(message)?.[1] ??
    /^no such (?:column|table|function): (?:\w+\.)?(\w+)/.exec(message)?.[1]
  if (word === undefined) return null
  const offset = statement.indexOf(word)
  if (offset === -1 || statement.indexOf(word, offset + 1) !== -1) return null
  return positionAt(text, start + offset)
}

function* readBatches(
  rows: Iterator<unknown>,
  first: IteratorResult<unknown>,
  encode: (cell: unknown, column: number) => EngineCell,
): Iterable<EngineCell[][]> {
  const batch = rowBatch()
  for (let row = first; !row.done; row = rows.next()) {
    const full = batch.add((row.value as unknown[]).map(encode))
    if (full !== null) yield full
  }
  const rest = batch.rest()
  if (rest.length > 0) yield rest
}

/** What SQLite's binding for Node puts in the place of bytes that are no UTF-8. */
const replacement = '\ufffd'

/** Encodes cells, and notes each column with texts that may not be those of the file. */
function textWatch(names: readonly string[]) {
  const seen = new Set<number>()
  let notes: string[] = []
  return {
    encode(cell: unknown, column: number): EngineCell {
      if (cell === null) return null
      if (typeof cell === 'string' && cell.includes(replacement) && !seen.has(column)) {
        seen.add(column)
        notes.push(
          `Column ${JSON.stringify(names[column])}: some texts contain ${replacement} (U+FFFD), probably because they are not valid UTF-8 in the file. hex(…) shows their bytes.`,
        )
      }
      return encodeValue(cell)
    },
    notes(): string[] {
      const taken = notes
      notes = []
      return taken
    },
  }
}

/** SQLite columns may contain any type. Only declared numbers are trusted; other columns are typed by their values. */
function columnType(declared: string | null): ColumnType | null {
  const type = declared?.toUpperCase() ?? ''
  if (/INT/.test(type)) return 'integer'
  if (/REAL|FLOA|DOUB|NUMERIC|DECIMAL/.test(type)) return 'float'
  return null
}
