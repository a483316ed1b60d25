import type { SqlStyle } from '../data-sources/data-sources-api.ts'
import { readTags } from '../parameters/condense-template.ts'
import { firstSignificant, type SqlDialect, tokenAt } from '../sql/scan-sql.ts'
import { type Statement, splitStatements } from '../sql/split-statements.ts'

/** A statement in the text of a query. */
export interface StatementAtCursor {
  text: string
  /** start of it in the whole text */
  from: number
  /** the text has no other one */
  isOnly: boolean
}

const standard: SqlDialect = {
  backslashEscapes: false,
  dollarQuotes: false,
  hashComments: false,
  backtickNames: false,
  variableSigns: '',
}
const mysql: SqlDialect = { ...standard, backslashEscapes: true, hashComments: true, backtickNames: true }

const dialects: Readonly<Record<SqlStyle['dialect'], SqlDialect>> = {
  standard,
  postgresql: { ...standard, dollarQuotes: true },
  mysql,
  mssql: { ...standard, bracketNames: 'doubled', nestedComments: true },
  sqlite: { ...standard, backtickNames: true, bracketNames: true },
  cassandra: { ...standard, heredocs: true, slashLines: true },
  hive: { ...standard, backslashEscapes: true, backtickNames: true, returnEndsLine: true },
  clickhouse: {
    ...standard,
    backslashEscapes: true,
    backtickNames: true,
    ...{ hashLines: true, nestedComments: true, backtickEscapes: true, heredocs: true },
  },
  bigquery: {
    ...standard,
    backslashEscapes: true,
    backtickNames: true,
    hashLines: true,
    escapedQuotes: true,
  },
  snowflake: { ...standard, backslashEscapes: true, heredocs: true, slashLines: true },
  oracle: { ...standard, quoteOperator: true },
}

/**
 * The statement at a place of a text (UTF-16 units from 0): the one that holds it. Between two statements it is the one
 * whose semicolon comes later or that ends on the same line, else the next one, else the last. null: the text has none.
 */
export function statementAt(
  text: string,
  cursor: number,
  dialect: SqlStyle['dialect'] = 'standard',
): StatementAtCursor | null {
  const rules = dialects[dialect]
  const plain = withoutPlaceholders(text)
  const statements = splitStatements(plain, rules)
  const found = chosen(plain, statements, cursor, rules)
  if (found === undefined) return null
  const { start, end } = found
  return { text: text.slice(start, end), from: start, isOnly: statements.length === 1 }
}

function chosen(
  text: string,
  statements: readonly Statement[],
  cursor: number,
  rules: SqlDialect,
): Statement | undefined {
  const next = statements.findIndex(({ end }) => cursor <= end)
  if (next === -1) return statements.at(-1)
  const [before, found] = [statements[next - 1], statements[next]]
  if (before === undefined || found === undefined) return found
  // a comment behind a statement is read as the beginning of the next one
  const code = found.start + (firstSignificant(found.text, rules)?.start ?? 0)
  const isBehind = cursor < code && cursor !== found.start && !text.slice(before.end, cursor).includes('\n')
  return isBehind || cursor <= semicolonAfter(text, before, rules) ? before : found
}

/** The place of the semicolon that ends a statement; comments may stand before it. */
function semicolonAfter(text: string, { end }: Statement, rules: SqlDialect): number {
  let at = end
  while (at < text.length && text[at] !== ';') at = tokenAt(text, at, rules).end
  return at
}

/**
 * The same text with words in place of the placeholders, whose quotes and semicolons are no SQL. A section stays in one
 * statement: without its end it could not be run.
 */
function withoutPlaceholders(text: string): string {
  if (!text.includes('{{')) return text
  const parts: string[] = []
  let at = 0
  let depth = 0
  const keep = (to: number) => {
    const part = text.slice(at, to)
    parts.push(depth > 0 ? part.replaceAll(';', ',') : part)
    at = to
  }
  for (const { start, end, inside, closing } of readTags(text)) {
    // one that is not closed yet is no placeholder
    if (closing === text.length) continue
    keep(start)
    const sign = text[inside]
    if (sign === '#' || sign === '^') depth++
    if (sign === '/') depth = Math.max(0, depth - 1)
    parts.push('x'.repeat(end - start))
    at = end
  }
  keep(text.length)
  return parts.join('')
}
