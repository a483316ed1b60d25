import type { DuckDBConnection } from '@duckdb/node-api'
import { isSignificant, scanSql } from '#shared/sql/scan-sql.ts'
import { type Statement, splitStatements } from '#shared/sql/split-statements.ts'
import { positionAt } from '#shared/sql/text-position.ts'
import { EngineError } from '../engine-child.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { findErrorPosition } from './error-position.ts'

const reading = new Set([
  ...[
    'SELECT',
    'WITH',
    'FROM',
    'VALUES',
    'TABLE',
    'PIVOT',
    'UNPIVOT',
    'SUMMARIZE',
    'DESCRIBE',
    'SHOW',
    'EXPLAIN',
  ],
])
/** What CREATE may create; they are gone with the run. */
const creatable = new Set(['TABLE', 'VIEW', 'MACRO'])
const beforeCreatable = new Set(['OR', 'REPLACE', 'TEMP', 'TEMPORARY'])

const refusal =
  'only reads: a statement begins with SELECT, WITH, FROM, VALUES, TABLE, PIVOT, UNPIVOT, SUMMARIZE, DESCRIBE, SHOW or EXPLAIN, or creates a table, a view or a macro for the statements after it.'

/**
 * Refuses a text that DuckDB cannot parse, before the queries run that it reads, and statements that could write files:
 * the folder for what does not fit into memory is open to them.
 */
export async function requireReadable(
  connection: DuckDBConnection,
  text: string,
  reader: string,
): Promise<void> {
  const statements = splitStatements(text, duckdbDialect)
  for (const statement of statements) {
    if (!isReading(statement))
      throw new EngineError(`${reader} ${refusal}`, positionAt(text, statement.start))
    try {
      await connection.extractStatements(statement.text)
    } catch (error) {
      const { message } = error as Error
      throw new EngineError(message, findErrorPosition(text, statement, message))
    }
  }
}

function isReading({ text }: Statement): boolean {
  const words: string[] = []
  for (const { kind, start, end } of scanSql(text, duckdbDialect).filter(isSignificant)) {
    // the options of EXPLAIN, and queries in parentheses
    const piece = text.slice(start, end)
    if (piece === '(' && words.length === 0) continue
    words.push(kind === 'word' ? piece.toUpperCase() : piece)
  }
  const [first, ...rest] = words
  if (first === 'EXPLAIN') return isExplained(rest)
  if (first !== 'CREATE') return reading.has(first ?? '')
  const what = rest.find((word) => !beforeCreatable.has(word))
  return creatable.has(what ?? '')
}

/** EXPLAIN ANALYZE executes what follows. */
function isExplained(words: readonly string[]): boolean {
  const rest = words[0] === 'ANALYZE' ? words.slice(1) : words
  if (rest[0] !== '(') return rest[0] !== 'EXPLAIN' && reading.has(rest[0] ?? '')
  // `explain (format json) select`, or a query in parentheses
  const next = rest[1] ?? ''
  return reading.has(next) || reading.has(rest[rest.indexOf(')') + 1] ?? '')
}
