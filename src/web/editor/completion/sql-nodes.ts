/** A token of SQL as completion needs it, with its place in the text. Comments are left out. */
export interface Token {
  /** `value`: a text, a number or a parameter */
  kind: 'word' | 'quoted' | 'value' | 'sign'
  /** of a quoted name what stands between its quotes */
  text: string
  from: number
  to: number
}

/** What stands between `(` and `)`; `to` is null if nothing closes it. */
export interface Group {
  kind: 'group'
  nodes: Node[]
  /** the place of `(` */
  from: number
  /** the place of `)` */
  to: number | null
}

export type Node = Token | Group

const pattern = new RegExp(
  [
    String.raw`--[^\n]*|#(?=\s)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`,
    String.raw`\{\{[^{}\n]*\}\}`,
    String.raw`'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)`,
    String.raw`"(?:[^"]|"")*(?:"|$)|\x60[^\x60]*(?:\x60|$)|\[[\w .-]*\]`,
    String.raw`[\p{L}_][\p{L}\p{N}_$]*|[0-9][\w.]*`,
    String.raw`::|[^\s]`,
  ].join('|'),
  'gu',
)

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(pattern)) {
    const found = match[0]
    const kind = kindOf(found)
    if (kind === null) continue
    const inner = kind === 'quoted' ? unquote(found) : found
    tokens.push({ kind, text: inner, from: match.index, to: match.index + found.length })
  }
  return tokens
}

/** null: a comment. */
function kindOf(found: string): Token['kind'] | null {
  const [first = ''] = found
  const isLong = found.length > 1
  if (isLong && (found.startsWith('--') || found.startsWith('/*') || first === '#')) return null
  if (first === "'" || (isLong && (first === '$' || first === '{'))) return 'value'
  if (/[0-9]/.test(first)) return 'value'
  if (first === '"' || first === '`' || (isLong && first === '[')) return 'quoted'
  return /[\p{L}_]/u.test(first) ? 'word' : 'sign'
}

export function unquote(quoted: string): string {
  const sign = quoted[0] ?? ''
  const close = sign === '[' ? ']' : sign
  const inner = quoted.endsWith(close) && quoted.length > 1 ? quoted.slice(1, -1) : quoted.slice(1)
  return inner.replaceAll(sign + sign, sign)
}

/** The tokens of the statement around `cursor`, without the word that is being written there. */
export function statementTokens(text: string, cursor: number): Token[] {
  const tokens = tokensOf(text)
  let from = 0
  let to = tokens.length
  tokens.forEach((token, index) => {
    if (token.kind !== 'sign' || token.text !== ';') return
    if (token.to <= cursor) from = index + 1
    else if (index < to) to = index
  })
  return tokens
    .slice(from, to)
    .filter((token) => !(token.from < cursor && cursor <= token.to && /word|quoted/.test(token.kind)))
}

const queryWords = new Set(['select', 'with', 'values', 'insert', 'update', 'delete', 'merge', 'from'])

export function isWord(node: Node | undefined, ...words: readonly string[]): boolean {
  return node?.kind === 'word' && words.includes(node.text.toLowerCase())
}

export function isSign(node: Node | undefined, sign: string): boolean {
  return node?.kind === 'sign' && node.text === sign
}

/** Whether the group holds a query rather than an expression or a list. */
export function isQuery({ nodes }: Group): boolean {
  const [first] = nodes
  if (first?.kind === 'group') return isQuery(first)
  return first?.kind === 'word' && queryWords.has(first.text.toLowerCase())
}

/** Words that cannot stand in an expression: a bracket before them that nothing closes has been forgotten. */
const clauseWords = ['from', 'where', 'group', 'order', 'having', 'limit', 'union', 'join', 'left']

/** The tokens with their brackets as groups. */
export function nodesOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = []
  const open: Group[] = []
  const current = () => open.at(-1)?.nodes ?? root
  for (const token of tokens) {
    if (isSign(token, '(')) {
      const group: Group = { kind: 'group', nodes: [], from: token.from, to: null }
      current().push(group)
      open.push(group)
    } else if (isSign(token, ')')) {
      const closed = open.pop()
      if (closed) closed.to = token.from
    } else current().push(token)
  }
  while (open.length > 0) {
    const unclosed = open.pop()
    if (unclosed && !isQuery(unclosed)) giveBack(unclosed, current())
  }
  return root
}

/** Moves what cannot belong to an unclosed bracket to the query around it. */
function giveBack(unclosed: Group, around: Node[]): void {
  const at = unclosed.nodes.findIndex((node) => isWord(node, ...clauseWords))
  if (at < 0) return
  const [first] = unclosed.nodes.slice(at)
  if (first) unclosed.to = first.from
  around.push(...unclosed.nodes.splice(at))
}

/** Whether the cursor stands between the brackets. */
export function holds({ from, to }: Group, cursor: number): boolean {
  return from < cursor && (to === null || cursor <= to)
}
