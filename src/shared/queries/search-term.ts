/** The meaning of a search term (docs/reference/api-conventions.md#standard-search). */
type SearchTree =
  /** a typed word, split at punctuation: `orders_dai` -> ['orders', 'dai']; the last part is a prefix */
  | { kind: 'word'; parts: string[] }
  /** consecutive words, each whole */
  | { kind: 'phrase'; words: string[] }
  | { kind: 'and' | 'or'; of: SearchTree[] }
  | { kind: 'not'; of: SearchTree }

type SearchFilter =
  /** a blank term: no filter */
  | { finds: 'everything' }
  /** a term of punctuation only */
  | { finds: 'nothing' }
  /** text for PostgreSQL's `to_tsquery('simple', …)`, always valid */
  | { finds: 'matches'; tsquery: string }

/** Further words are ignored: each one is an index scan. */
const maxWords = 40
const maxGroupDepth = 20
/** PostgreSQL accepts words of up to 2046 bytes; a longer one is cut and matches as a prefix. */
const maxPartLength = 500

/**
 * Reads a search term: words are ANDed and match as prefixes; `or` between two words, `-` before one, "phrases" and
 * parentheses are supported. There are no syntax errors: incomplete syntax (an open quote or parenthesis, a final `or`)
 * is read as if complete, because the user may still be typing.
 */
export function readSearchTerm(term: string): SearchFilter {
  if (term.trim() === '') return { finds: 'everything' }
  const tree = parseSearchTerm(term)
  return tree === null ? { finds: 'nothing' } : { finds: 'matches', tsquery: writeTsquery(tree) }
}

/** The tree of a term; null if it contains no word. */
function parseSearchTerm(term: string): SearchTree | null {
  const tokens = readTokens(term)
  const [only] = tokens
  if (tokens.length === 1 && only?.kind === 'or') return { kind: 'word', parts: ['or'] }
  return parseGroup({ tokens, next: 0 }, 0)
}

type Token =
  | { kind: 'open'; negated: boolean }
  | { kind: 'close' }
  | { kind: 'or' }
  | { kind: 'operand'; negated: boolean; tree: SearchTree }

function readTokens(term: string): Token[] {
  const tokens: Token[] = []
  let words = 0
  for (const [text] of term.matchAll(/-*"[^"]*"?|-*\(|\)|[^\s()"]+/gu)) {
    const negated = text.startsWith('-')
    const bare = text.replace(/^-+/u, '')
    if (bare === '(') tokens.push({ kind: 'open', negated })
    else if (bare === ')') tokens.push({ kind: 'close' })
    else if (!negated && bare.toLowerCase() === 'or') tokens.push({ kind: 'or' })
    else {
      const parts = cutAtPunctuation(bare).slice(0, maxWords - words)
      words += parts.length
      if (parts.length === 0) continue
      const tree: SearchTree = bare.startsWith('"')
        ? { kind: 'phrase', words: parts }
        : { kind: 'word', parts }
      tokens.push({ kind: 'operand', negated, tree })
    }
  }
  return tokens
}

/** Words are runs of letters, marks and digits, split as in migrations/0003-query-search.sql. */
function cutAtPunctuation(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((part) => part !== '')
}

interface Reading {
  tokens: readonly Token[]
  next: number
}

/** Reads up to the closing parenthesis (or the end): alternatives of ANDed operands. */
function parseGroup(reading: Reading, depth: number): SearchTree | null {
  const alternatives: SearchTree[][] = [[]]
  while (reading.next < reading.tokens.length) {
    const token = reading.tokens[reading.next++]
    if (token === undefined) break
    if (token.kind === 'close') {
      if (depth > 0) break
      continue
    }
    if (token.kind === 'or') {
      alternatives.push([])
      continue
    }
    if (token.kind === 'open' && depth >= maxGroupDepth) continue
    const tree = token.kind === 'open' ? parseGroup(reading, depth + 1) : token.tree
    if (tree !== null) alternatives.at(-1)?.push(token.negated ? { kind: 'not', of: tree } : tree)
  }
  return join(
    'or',
    alternatives.flatMap((operands) => join('and', operands) ?? []),
  )
}

function join(kind: 'and' | 'or', of: SearchTree[]): SearchTree | null {
  const [first] = of
  if (first === undefined) return null
  return of.length === 1 ? first : { kind, of }
}

/** Parts contain only letters, marks and digits, so quoting them is safe. */
function writeTsquery(tree: SearchTree): string {
  switch (tree.kind) {
    case 'word':
      return writeRow(tree.parts, true)
    case 'phrase':
      return writeRow(tree.words, false)
    case 'not':
      return `!${writeTsquery(tree.of)}`
    case 'and':
      return `(${tree.of.map(writeTsquery).join(' & ')})`
    case 'or':
      return `(${tree.of.map(writeTsquery).join(' | ')})`
  }
}

function writeRow(parts: readonly string[], lastIsPrefix: boolean): string {
  const written = parts.map((part, place) => {
    const characters = Array.from(part)
    const cut = characters.length > maxPartLength
    const isPrefix = cut || (lastIsPrefix && place === parts.length - 1)
    return `'${cut ? characters.slice(0, maxPartLength).join('') : part}'${isPrefix ? ':*' : ''}`
  })
  return written.length === 1 ? (written[0] ?? '') : `(${written.join(' <-> ')})`
}
