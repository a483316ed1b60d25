/** A token of SQL as completion needs it: words, quoted names and operators, with positions. */
interface Token {
  kind: 'word' | 'quoted' | 'sign'
  text: string
  from: number
  to: number
}

/** A table of a statement with its alias. */
export interface FromTable {
  name: string
  alias: string | null
}

/** Maximum number of characters read on either side of the cursor. */
const reach = 20_000

const pattern =
  /--[^\n]*|#(?=\s)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[\w .-]*\]|[\p{L}_][\p{L}\p{N}_$]*|[^\s]/gu

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(pattern)) {
    const found = match[0]
    const first = found[0] ?? ''
    const place = { from: match.index, to: match.index + found.length }
    if (
      found.startsWith('--') ||
      found.startsWith('/*') ||
      (first === '#' && found.length > 1) ||
      first === "'"
    )
      continue
    if (first === '"' || first === '`' || (first === '[' && found.length > 1)) {
      tokens.push({ kind: 'quoted', text: unquote(found), ...place })
    } else if (/[\p{L}_]/u.test(first)) tokens.push({ kind: 'word', text: found, ...place })
    else tokens.push({ kind: 'sign', text: found, ...place })
  }
  return tokens
}

function unquote(quoted: string): string {
  const sign = quoted[0] ?? ''
  const close = sign === '[' ? ']' : sign
  const inner = quoted.endsWith(close) && quoted.length > 1 ? quoted.slice(1, -1) : quoted.slice(1)
  return inner.replaceAll(sign + sign, sign)
}

/** Tables named in the FROM, JOIN, UPDATE and INTO parts of the statement around `cursor`. */
export function tablesOfStatement(text: string, cursor: number): FromTable[] {
  const start = Math.max(0, cursor - reach)
  const tokens = tokensOf(text.slice(start, cursor + reach))
  const at = cursor - start
  let from = 0
  let to = tokens.length
  tokens.forEach((token, index) => {
    if (token.kind !== 'sign' || token.text !== ';') return
    if (token.to <= at) from = index + 1
    else if (index < to) to = index
  })
  return readTables(tokens.slice(from, to))
}

const introducing = new Set(['from', 'join', 'update', 'into'])
/** Words that may follow a table but are not aliases. */
const noAlias = new Set(
  'where on using group order having limit offset join inner left right full cross natural union except intersect set values window fetch for lateral when select returning tablesample as'.split(
    ' ',
  ),
)

function readTables(tokens: readonly Token[]): FromTable[] {
  const tables: FromTable[] = []
  let index = 0
  while (index < tokens.length) {
    const token = tokens[index]
    if (token?.kind !== 'word' || !introducing.has(token.text.toLowerCase())) {
      index++
      continue
    }
    index = readList(tokens, index + 1, tables)
  }
  return tables
}

/** `a, b.c AS d, e f`: returns the index where the list ended. */
function readList(tokens: readonly Token[], start: number, tables: FromTable[]): number {
  let index = start
  for (;;) {
    const named = readName(tokens, index)
    if (named === null) return index
    index = named.next
    const aliased = readAlias(tokens, index)
    index = aliased.next
    tables.push({ name: named.name, alias: aliased.alias })
    if (tokens[index]?.text !== ',' || tokens[index]?.kind !== 'sign') return index
    index++
  }
}

function readName(tokens: readonly Token[], start: number): { name: string; next: number } | null {
  const first = tokens[start]
  if (!first || first.kind === 'sign') return null
  if (first.kind === 'word' && noAlias.has(first.text.toLowerCase())) return null
  let name = first.text
  let index = start + 1
  while (tokens[index]?.text === '.' && tokens[index + 1] && tokens[index + 1]?.kind !== 'sign') {
    name += `.${tokens[index + 1]?.text}`
    index += 2
  }
  return { name, next: index }
}

function readAlias(tokens: readonly Token[], start: number): { alias: string | null; next: number } {
  let index = start
  if (tokens[index]?.kind === 'word' && tokens[index]?.text.toLowerCase() === 'as') index++
  const token = tokens[index]
  if (!token || token.kind === 'sign') return { alias: null, next: index }
  if (token.kind === 'word' && noAlias.has(token.text.toLowerCase())) return { alias: null, next: index }
  return { alias: token.text, next: index + 1 }
}

export interface WordAtCursor {
  /** the part before the last dot, without quotes; null without a dot */
  qualifier: string | null
  prefix: string
  /** where the word itself starts */
  from: number
  /** the opening quote of the word */
  quote: string | null
}

/** The dotted name that ends at the cursor, read from the text of its line before the cursor. */
export function wordBefore(lineText: string): WordAtCursor {
  const match = /((?:(?:"[^"]*"|`[^`]*`|[\p{L}_][\p{L}\p{N}_$]*)\.)*)(["`]?)([\p{L}\p{N}_$]*)$/u.exec(
    lineText,
  )
  const path = match?.[1] ?? ''
  const quote = match?.[2] || null
  const prefix = match?.[3] ?? ''
  const parts = path.match(/"[^"]*"|`[^`]*`|[\p{L}_][\p{L}\p{N}_$]*/gu) ?? []
  const qualifier = parts.map((part) => (/^["`]/.test(part) ? unquote(part) : part)).join('.')
  return {
    qualifier: qualifier === '' ? null : qualifier,
    prefix,
    from: lineText.length - prefix.length - (quote ? 1 : 0),
    quote,
  }
}

/** Words that a name follows; after any other word a new name begins, such as an alias. */
const beforeNames = new Set(
  (
    'select distinct all from join update into table on using where and or not by having when then else case in like ' +
    'ilike between is set values returning union except intersect limit offset over partition filter only lateral over ' +
    'describe desc explain analyze delete exists any some return call'
  ).split(' '),
)

/**
 * Whether the word that begins at the end of `before` can be the name of a table or column. After a name it is an alias,
 * and after `as` always.
 */
export function isNamePlace(before: string): boolean {
  const [last, ...more] = /(?:[\p{L}_][\p{L}\p{N}_$]*|\S)\s*$/u.exec(before.slice(-200)) ?? []
  if (last === undefined || more.length > 0) return true
  const word = last.trim().toLowerCase()
  if (/^[\p{L}_]/u.test(word)) return beforeNames.has(word)
  return !/^[\d)\]"`'}]$/.test(word)
}
