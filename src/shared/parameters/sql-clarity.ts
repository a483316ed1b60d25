import type { SqlDialect, SqlToken } from '../queries/scan-sql.ts'
import type { Part } from './sql-parts.ts'

/** Stands for each value while the places of the values are found: a letter, as a value may stand where a word may. */
export const marker = '\ue000'

/**
 * Databases fold no letter but those of ASCII into keywords: `\u017felect` is a name, although its capital letters are
 * SELECT.
 */
export function asciiUpper(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** DuckDB reads `0x1` and `1_` as a number and a name. */
const plainNumber = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Letters of any script up to U+FFFF; the databases do not agree on which other characters belong to a name. */
const plainWord = /^[\p{L}\p{M}\p{N}_$]+$/u

/** Signs of operators and brackets that all databases know as one character each. */
const plainSigns = new Set('()[]{},;.+-*/<>=~!@#%^&|:?\\')

/**
 * Do all databases see this token where it is? `1from` and `1.from` are a number and a keyword to some; `$x(` begins a
 * variable in SQLite that reaches to the next parenthesis; MySQL may or may not run what stands in its executable
 * comments. Where that is not clear, nothing from there on counts as a value that is only a value.
 */
export function isClearToken(
  text: string,
  { kind, start, end }: SqlToken,
  before: readonly Part[],
  { variableSigns }: SqlDialect,
): boolean {
  const token = text.slice(start, end)
  if (kind === 'word') return token === marker || (plainWord.test(token) && !/[\ud800-\udfff]/.test(token))
  if (kind === 'number') return plainNumber.test(token)
  // whether a dollar quote begins here depends on what each database takes for a name before it
  // a literal behind a literal may go on with it, and with its escapes
  if (kind === 'quoted') return token[0] !== '$' && !(token[0] === "'" && endsLiteral(text, before.at(-1)))
  if (kind !== 'symbol') return true
  if (!plainSigns.has(token) || variableSigns.includes(token)) return false
  const last = before.at(-1)?.token
  if (token === '.') return last?.kind !== 'number' || last.end !== start
  return !/^\/\*M?!/.test(text.slice(start, start + 4))
}

function endsLiteral(text: string, part: Part | undefined): boolean {
  return part?.token.kind === 'quoted' && text[part.token.end - 1] === "'"
}

/** White space and comments that all databases end at the same place. */
export function isClearGap(text: string, { kind, start, end }: SqlToken): boolean {
  const gap = text.slice(start, end)
  return kind === 'space' ? /^[\t\n\r ]*$/.test(gap) : !oddControl.test(gap)
}

/** Control characters but for tabs and line breaks: MySQL begins a comment with some of them, others do not. */
const oddControl = /(?![\t\n\r])\p{Cc}/u
