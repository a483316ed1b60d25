import { routineBody } from './routine-body.ts'
import { isSignificant, type SqlDialect, type SqlToken, tokenAt } from './scan-sql.ts'
import { asciiUpper } from './sql-clarity.ts'

/** One statement of a text: `text.slice(start, end)`, without its semicolon and without trailing comments. */
export interface Statement {
  text: string
  start: number
  end: number
}

/** What the connectors must know of a statement before they send it. */
export interface ReadStatement extends Statement {
  /** its first word or sign outside of quotes, in upper case */
  first: string
  /** the words of `notedWords` that it has outside of quotes */
  noted: ReadonlySet<string>
  /** those of them outside of parentheses: inside, they belong to a function or a query there */
  notedOutside: ReadonlySet<string>
}

/** They change whether a statement returns rows. */
const notedWords = new Set(['RETURNING', 'INTO'])
const notedLengths = new Set([...notedWords].map(({ length }) => length))

/**
 * The statements of a text in order (docs/reference/connectors.md#statements). Semicolons inside strings, quoted names,
 * comments and the bodies of stored routines do not separate; empty and comment-only statements are dropped; comments
 * before a statement stay with it.
 */
export function splitStatements(text: string, dialect: SqlDialect): Statement[] {
  const splitter = createSplitter(text, dialect)
  splitter.read(Number.POSITIVE_INFINITY)
  return splitter.statements.map(({ text: own, start, end }) => ({ text: own, start, end }))
}

/** So many are a few milliseconds of work. */
const tokensOfSlice = 5000

/** The same in slices, with a pause after each: a text of 1 MB takes hundreds of milliseconds. */
export async function splitInSlices(
  text: string,
  dialect: SqlDialect,
  pause: () => Promise<unknown>,
): Promise<ReadStatement[]> {
  const splitter = createSplitter(text, dialect)
  while (!splitter.read(tokensOfSlice)) await pause()
  return splitter.statements
}

function createSplitter(text: string, dialect: SqlDialect) {
  const statements: ReadStatement[] = []
  const body = routineBody()
  let at = 0
  let start = -1
  let end = -1
  let first = ''
  let noted = new Set<string>()
  let notedOutside = new Set<string>()
  let depth = 0
  const finish = () => {
    if (end !== -1) statements.push({ text: text.slice(start, end), start, end, first, noted, notedOutside })
    start = end = -1
    first = ''
    noted = new Set()
    notedOutside = new Set()
    depth = 0
    body.reset()
  }
  const readSignificant = (token: SqlToken) => {
    end = token.end
    const length = token.end - token.start
    if (token.kind === 'symbol' && text[token.start] === '(') depth++
    if (token.kind === 'symbol' && text[token.start] === ')') depth--
    const isNoted = token.kind === 'word' && notedLengths.has(length)
    if (!isNoted && first !== '' && !body.isRead()) return
    const part = asciiUpper(text.slice(token.start, token.end))
    if (isNoted && notedWords.has(part)) {
      noted.add(part)
      if (depth <= 0) notedOutside.add(part)
    }
    if (first === '' && token.kind !== 'quoted') first = part
    body.read(part)
  }
  return {
    statements,
    /** Reads so many tokens at most. Returns whether the text has ended. */
    read(max: number): boolean {
      for (let count = 0; at < text.length; count++) {
        if (count === max) return false
        const token = tokenAt(text, at, dialect)
        at = token.end
        if (token.kind === 'symbol' && text[token.start] === ';' && !body.isOpen()) {
          finish()
          continue
        }
        if (start === -1 && token.kind !== 'space') start = token.start
        if (isSignificant(token)) readSignificant(token)
      }
      finish()
      return true
    },
  }
}

/** Trailing comments, semicolons and empty statements dropped; the rest joined with `;` and a new line. */
export function normalizeStatements(text: string, dialect: SqlDialect): string {
  return splitStatements(text, dialect)
    .map((statement) => statement.text)
    .join(';\n')
}
