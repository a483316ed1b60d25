import { beginsExecutedComment, type SqlDialect, type SqlToken } from './scan-sql.ts'
import type { Part } from './sql-parts.ts'

/** Replaces each value while positions are determined: a letter, because a value may be where a word may be. */
export const marker = '\ue000'

/**
 * Databases fold only ASCII letters in keywords: `\u017felect` is a name, although JavaScript's upper case of it is
 * SELECT.
 */
export function asciiUpper(text: string): string {
  if (isAscii.test(text)) return text.toUpperCase()
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

const isAscii = /^[\t\n\r -~]*$/

/** DuckDB parses `0x1` and `1_` as a number and a name. */
const plainNumber = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const asciiWord = /^[A-Za-z0-9_$]+$/
/** Letters of any script up to U+FFFF; databases differ in which other characters belong to a name. */
const plainWord = /^[\p{L}\p{M}\p{N}_$]+$/u

/** Operators and brackets that are one character in all databases. */
const plainSigns = new Set('()[]{},;.+-*/<>=~!@#%^&|:?')

/**
 * Whether all databases see the same token here. Some split `1from` and `1.from` into a number and a keyword; `$x(`
 * begins a variable in SQLite that extends to the next parenthesis; MySQL may or may not run its executable comments, and
 * splits `\Nset` into NULL and a keyword.
 * After an unclear token, no position counts as safe.
 */
export function isClearToken(
  text: string,
  { kind, start, end }: SqlToken,
  before: readonly Part[],
  { variableSigns, returnEndsLine, escapedQuotes }: SqlDialect,
): boolean {
  const token = text.slice(start, end)
  if (kind === 'quoted' && returnEndsLine === true && isRaw(token, before.at(-1), start)) return false
  if (escapedQuotes === true && isOtherInLegacy(text, token, start)) return false
  if (kind === 'word') {
    // most words, without the slower pattern
    if (asciiWord.test(token) || token === marker) return true
    return plainWord.test(token) && !/[\ud800-\udfff]/.test(token)
  }
  if (kind === 'number') return plainNumber.test(token)
  // whether a dollar quote begins here depends on what each database accepts as a name before it; a literal after a
  // literal may continue it, with its escapes
  if (kind === 'quoted') return token[0] !== '$' && !(token[0] === "'" && endsLiteral(text, before.at(-1)))
  if (kind !== 'symbol') return true
  if (!plainSigns.has(token) || variableSigns.includes(token)) return false
  const last = before.at(-1)?.token
  // the name of a variable in MySQL may contain dots, and begin with one
  if (token === '.' && [before.at(-1)?.word, before.at(-2)?.word].includes('@')) return false
  if (token === '.') return last?.kind !== 'number' || last.end !== start
  return !beginsExecutedComment(text, start)
}

/** In `r'…'` a backslash escapes in Hive, and is itself in Spark. */
function isRaw(token: string, before: Part | undefined, start: number): boolean {
  return before?.word === 'R' && before.token.end === start && token.includes('\\')
}

/**
 * Whether BigQuery's older language may read other tokens here: it has no `'''`, `//` begins a comment, and brackets
 * enclose a name. An option of the data source, or a comment in the text, chooses the language.
 */
function isOtherInLegacy(text: string, token: string, start: number): boolean {
  const first = token[0]
  if (first === "'" || first === '"') return token.startsWith(first.repeat(3)) || text[start - 1] === first
  if (token === '/') return text[start + 1] === '/'
  plainBrackets.lastIndex = start
  return token === '[' && !plainBrackets.test(text)
}

const plainBrackets = /\[[^[\]'"`\\/#-]*(?:-[^[\]'"`\\/#-]+)*\]/y

function endsLiteral(text: string, part: Part | undefined): boolean {
  return part?.token.kind === 'quoted' && text[part.token.end - 1] === "'"
}

/** White space and comments that end at the same position in all databases. */
export function isClearGap(
  text: string,
  { kind, start, end }: SqlToken,
  { hashLines, slashLines, vagueComments, returnEndsLine, backslashEscapes }: SqlDialect,
): boolean {
  const gap = text.slice(start, end)
  if (kind === 'space') return /^[\t\n\r ]*$/.test(gap)
  // in Spark a backslash before the end of the line continues the comment on the next one
  const mayGoOn = returnEndsLine === true && backslashEscapes
  if (mayGoOn && gap.startsWith('--') && gap.endsWith('\\')) return false
  // Phoenix requires a character between the signs of a comment, and reads on to the next end of one
  if (slashLines === true && gap.startsWith('/**/')) return false
  if (vagueComments === true && text[end] === '\r' && text[end + 1] !== '\n') return false
  // whether another comment begins in it depends on the release of ClickHouse
  const mayNest = hashLines === true || vagueComments === true
  return !oddControl.test(gap) && !(mayNest && gap.startsWith('/*') && gap.includes('/*', 2))
}

/** Control characters except tabs and line breaks: some begin a comment in MySQL only. */
const oddControl = /(?![\t\n\r])\p{Cc}/u
