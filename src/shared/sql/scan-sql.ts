import { quoteOperatorEnd } from './quote-operator.ts'

/** Syntax of a dialect that the scanner needs to find the ends of strings, names and comments. */
export interface SqlDialect {
  /** `\` escapes the next character in '…' and "…" (MySQL) */
  backslashEscapes: boolean
  /** `$tag$ … $tag$` and `E'…\'…'` (PostgreSQL, DuckDB); block comments nest there too */
  dollarQuotes: boolean
  /** `#` starts a comment, and `--` only when white space or a control character follows (MySQL) */
  hashComments: boolean
  /** `name` in back quotes */
  backtickNames: boolean
  /** [name] (SQLite); `doubled`: `]]` stands for a bracket in the name (SQL Server) */
  bracketNames?: boolean | 'doubled'
  /** `#` starts a comment, without MySQL's other habits (ClickHouse) */
  hashLines?: boolean
  /** block comments nest, without PostgreSQL's other habits (ClickHouse, SQL Server) */
  nestedComments?: boolean
  /** `\` escapes the next character in `name` too (ClickHouse) */
  backtickEscapes?: boolean
  /** `$tag$ … $tag$`, without PostgreSQL's other habits (ClickHouse) */
  heredocs?: boolean
  /** `//` starts a comment, and a carriage return alone ends one (Snowflake, Calcite) */
  slashLines?: boolean
  /** statements follow each other without semicolons, and `name = value` in a select list names a column (SQL Server) */
  bareStatements?: boolean
  /** a carriage return alone ends a comment (Hive, Spark, Impala, Trino, Elasticsearch) */
  returnEndsLine?: boolean
  /** it is not documented whether comments nest, and whether a carriage return alone ends one (Snowflake) */
  vagueComments?: boolean
  /**
   * A quote is never doubled, only escaped; `'''…'''` and `"""…"""` may hold single quotes, and `r` before them
   * changes what escapes mean, but not where a string ends (BigQuery)
   */
  escapedQuotes?: boolean
  /** characters that begin a variable or placeholder (`$1`, `:name`) rather than an operator */
  variableSigns: string
  /** `q'[it's]'` and `nq'…'` end at the closing bracket, or the same sign again, before a quote (Oracle) */
  quoteOperator?: boolean
  /** `param_query_12_{a=1&b=x--y}` is one word (Query Results) */
  queriesWithValues?: boolean
}

export type SqlTokenKind = 'word' | 'number' | 'quoted' | 'comment' | 'space' | 'symbol'

/** A part of the text: `text.slice(start, end)`; the tokens of a text follow each other without gaps. */
export interface SqlToken {
  kind: SqlTokenKind
  start: number
  end: number
}

const space = /\s+/y
const word = /[\p{L}_\u0080-\uffff][\p{L}\p{N}_$\u0080-\uffff]*/uy
const number =
  /[0-9]+[eE][+-][0-9]+(?![\p{L}\p{N}_$\u0080-\uffff])|[0-9][0-9A-Za-z_]*(?:\.[0-9]+(?:[eE][+-]?[0-9]+)?)?/uy
const queryWithValues = /param_query_[0-9]+_\{[^}\r\n]*\}/iy
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y
const heredocTag = /\$[A-Za-z0-9_]*\$/y

/** Splits a text into tokens. Never fails: an unclosed token extends to the end of the text. */
export function scanSql(text: string, dialect: SqlDialect): SqlToken[] {
  const tokens: SqlToken[] = []
  let at = 0
  while (at < text.length) {
    const token = tokenAt(text, at, dialect)
    tokens.push(token)
    at = token.end
  }
  return tokens
}

/** The first token that is neither white space nor a comment, without reading the rest of a long text. */
export function firstSignificant(text: string, dialect: SqlDialect): SqlToken | null {
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at, dialect)
    if (isSignificant(token)) return token
    at = token.end
  }
  return null
}

export function isSignificant(token: SqlToken): boolean {
  return token.kind !== 'space' && token.kind !== 'comment'
}

/** The token that begins at this offset, which must be the end of another one or 0. */
export function tokenAt(text: string, start: number, dialect: SqlDialect): SqlToken {
  const quick = quickToken(text, start, dialect)
  if (quick !== null) return quick
  const matched =
    quotedEnd(text, start, dialect) ??
    commentEnd(text, start, dialect) ??
    plainEnd(text, start, space, 'space') ??
    wordToken(text, start, dialect) ??
    plainEnd(text, start, number, 'number')
  const { kind, end } = matched ?? { kind: 'symbol' as const, end: start + 1 }
  return { kind, start, end }
}

/** ASCII characters that are a symbol wherever a token begins with them. */
const symbols = '()]{},;.+*<>=!~@%^&|:?\\'
const isSymbolCode = Array.from({ length: 0x80 }, (_, code) => symbols.includes(String.fromCharCode(code)))
const [hyphen, slash, star, apostrophe, letterE, dot, openBrace] = [0x2d, 0x2f, 0x2a, 0x27, 0x65, 0x2e, 0x7b]

/**
 * The tokens that texts mostly consist of, without trying one pattern after the other: long texts are scanned several
 * times in a request (docs/reference/promises.md#s19). null: `tokenAt` has to look.
 */
function quickToken(text: string, start: number, dialect: SqlDialect): SqlToken | null {
  const code = text.charCodeAt(start)
  if (isAsciiLetter(code)) return quickWord(text, start, dialect)
  if (code < 0x80 && isSymbolCode[code]) return { kind: 'symbol', start, end: start + 1 }
  if (isDigit(code)) return quickNumber(text, start)
  if (isPlainSpace(code)) return quickSpace(text, start)
  const next = text.charCodeAt(start + 1)
  const beginsLine = next === slash && dialect.slashLines === true
  const isSymbol = (code === hyphen && next !== hyphen) || (code === slash && next !== star && !beginsLine)
  return isSymbol ? { kind: 'symbol', start, end: start + 1 } : null
}

/** A word of ASCII letters and digits only. */
function quickWord(
  text: string,
  start: number,
  { dollarQuotes, quoteOperator = false, queriesWithValues = false }: SqlDialect,
): SqlToken | null {
  let end = start + 1
  let code = text.charCodeAt(end)
  while (isAsciiLetter(code) || isDigit(code) || code === 0x24) code = text.charCodeAt(++end)
  if (code >= 0x80) return null
  if (code === openBrace && queriesWithValues) end = matchEnd(text, start, queryWithValues) ?? end
  const mayBeEscapeString = dollarQuotes && end === start + 1 && (text.charCodeAt(start) | 0x20) === letterE
  if (code === apostrophe && (mayBeEscapeString || (quoteOperator && end - start <= 2))) return null
  return { kind: 'word', start, end }
}

/** A number of digits only. */
function quickNumber(text: string, start: number): SqlToken | null {
  let end = start + 1
  let code = text.charCodeAt(end)
  while (isDigit(code)) code = text.charCodeAt(++end)
  return isAsciiLetter(code) || code === dot ? null : { kind: 'number', start, end }
}

function quickSpace(text: string, start: number): SqlToken | null {
  let end = start + 1
  let code = text.charCodeAt(end)
  while (isPlainSpace(code)) code = text.charCodeAt(++end)
  // other spaces: rare controls and those beyond ASCII
  return code >= 0x80 || (code < 0x20 && !Number.isNaN(code)) ? null : { kind: 'space', start, end }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isPlainSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** A letter or `_`. */
function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f
}

interface Matched {
  kind: SqlTokenKind
  end: number
}

function plainEnd(text: string, start: number, pattern: RegExp, kind: SqlTokenKind): Matched | null {
  const end = matchEnd(text, start, pattern)
  return end === null ? null : { kind, end }
}

function matchEnd(text: string, start: number, pattern: RegExp): number | null {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : null
}

/** `E'…'` is one string with backslash escapes where dollar quotes exist, and `q'[…]'` one with a sign of its own. */
function wordToken(text: string, start: number, dialect: SqlDialect): Matched | null {
  const end = matchEnd(text, start, word)
  if (end === null) return null
  const isEscapeString =
    dialect.dollarQuotes && end === start + 1 && (text[start] === 'e' || text[start] === 'E')
  if (isEscapeString && text[end] === "'") return { kind: 'quoted', end: closing(text, end, "'", true) }
  const close = dialect.quoteOperator === true ? quoteOperatorEnd(text, start, end) : null
  return close === null ? { kind: 'word', end } : { kind: 'quoted', end: close }
}

function quotedEnd(text: string, start: number, dialect: SqlDialect): Matched | null {
  const first = text[start]
  if (dialect.escapedQuotes === true && (first === "'" || first === '"' || first === '`')) {
    return { kind: 'quoted', end: escapedEnd(text, start, first) }
  }
  if (first === "'" || first === '"') {
    return { kind: 'quoted', end: closing(text, start, first, dialect.backslashEscapes) }
  }
  if (first === '`' && dialect.backtickNames) {
    return { kind: 'quoted', end: closing(text, start, '`', dialect.backtickEscapes === true) }
  }
  if (first === '[' && dialect.bracketNames === 'doubled') {
    return { kind: 'quoted', end: closing(text, start, ']', false) }
  }
  if (first === '[' && dialect.bracketNames) {
    const close = text.indexOf(']', start + 1)
    return { kind: 'quoted', end: close === -1 ? text.length : close + 1 }
  }
  const hasHeredocs = dialect.heredocs === true
  if (first !== '$' || !(dialect.dollarQuotes || hasHeredocs)) return null
  const tagEnd = matchEnd(text, start, hasHeredocs ? heredocTag : dollarTag)
  if (tagEnd === null) return null
  const tag = text.slice(start, tagEnd)
  const close = text.indexOf(tag, tagEnd)
  return { kind: 'quoted', end: close === -1 ? text.length : close + tag.length }
}

/** End of a quoted text in which only a backslash keeps a quote from closing it. */
function escapedEnd(text: string, start: number, quote: string): number {
  const isTriple = quote !== '`' && text.startsWith(quote.repeat(3), start)
  const closer = isTriple ? quote.repeat(3) : quote
  for (let at = start + closer.length; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote && text.startsWith(closer, at)) return at + closer.length
  }
  return text.length
}

/** End of a quoted text that opens at `start`; a doubled quote does not close it. */
function closing(text: string, start: number, quote: string, backslash: boolean): number {
  if (!backslash) return undoubled(text, start + 1, quote)
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === quote) {
      if (text[at + 1] !== quote) return at + 1
      at++
    }
  }
  return text.length
}

function undoubled(text: string, from: number, quote: string): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf(quote, at)
    if (at === -1) return text.length
    if (text[at + 1] !== quote) return at + 1
  }
}

function commentEnd(text: string, start: number, dialect: SqlDialect): Matched | null {
  const two = text.slice(start, start + 2)
  const isLine =
    (two[0] === '#' && (dialect.hashComments || dialect.hashLines === true)) ||
    (two === '//' && dialect.slashLines === true) ||
    (two === '--' && (!dialect.hashComments || beginsComment(text[start + 2])))
  if (isLine) return { kind: 'comment', end: endOfLine(text, start, dialect) }
  if (two !== '/*') return null
  // their parts are ordinary tokens
  if (dialect.hashComments && beginsExecutedComment(text, start)) return null
  return {
    kind: 'comment',
    end: blockEnd(text, start, dialect.dollarQuotes || dialect.nestedComments === true),
  }
}

/** `/*! … *\/`, MariaDB's `/*M! … *\/` and TiDB's `/*T! … *\/` are code to some servers, and comments to others. */
export function beginsExecutedComment(text: string, start: number): boolean {
  return /^\/\*[MT]?!/.test(text.slice(start, start + 4))
}

/** MySQL requires white space, a control character or the end of the text after `--`. */
function beginsComment(char: string | undefined): boolean {
  return char === undefined || char <= ' ' || char === '\u007f'
}

/** A carriage return alone ends the line in PostgreSQL, DuckDB, Calcite, BigQuery and Hive, but not in MySQL and SQLite. */
function endOfLine(text: string, start: number, dialect: SqlDialect): number {
  const { dollarQuotes, slashLines = false, returnEndsLine = false, escapedQuotes = false } = dialect
  const lineEnd = dollarQuotes || slashLines || returnEndsLine || escapedQuotes ? /[\n\r]/g : /\n/g
  lineEnd.lastIndex = start
  return lineEnd.exec(text)?.index ?? text.length
}

function blockEnd(text: string, start: number, nests: boolean): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '/' && text[at + 1] === '*' && (nests || depth === 0)) {
      depth++
      at++
    } else if (text[at] === '*' && text[at + 1] === '/') {
      depth--
      at++
      if (depth === 0) return at + 1
    }
  }
  return text.length
}
