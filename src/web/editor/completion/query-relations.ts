import type { Relation } from '#web/schema-browser/relation.ts'
import { type Group, isQuery, isSign, isWord, type Node } from './sql-nodes.ts'

/** WITH queries by their name in lower case. */
export type WithQueries = ReadonlyMap<string, Relation>

/** One SELECT, or one part of a UNION. */
export interface Core {
  nodes: readonly Node[]
  relations: readonly Relation[]
  /** what its select list names */
  columns: Relation['columns']
}

/** A WITH query as written. */
export interface WithDefinition {
  name: string
  /** its list of column names, if it has one */
  names: Group | null
  body: Group
}

const setWords = ['union', 'except', 'intersect', 'minus']

/** The WITH queries at the start of a query, and the index at which the rest begins. */
export function readWith(nodes: readonly Node[]): { definitions: WithDefinition[]; rest: number } {
  const definitions: WithDefinition[] = []
  let at = 0
  if (!isWord(nodes[at], 'with')) return { definitions, rest: 0 }
  at++
  if (isWord(nodes[at], 'recursive')) at++
  for (;;) {
    const name = nodes[at]
    if (name?.kind !== 'word' && name?.kind !== 'quoted') break
    at++
    const list = nodes[at]
    const names = list?.kind === 'group' ? list : null
    if (names) at++
    while (isWord(nodes[at], 'as', 'not', 'materialized')) at++
    const body = nodes[at]
    if (body?.kind !== 'group') break
    definitions.push({ name: name.text, names, body })
    at++
    if (!isSign(nodes[at], ',')) break
    at++
  }
  return { definitions, rest: at }
}

/** The relation that a WITH query is; `known` are those before it. */
export function relationOf({ name, names, body }: WithDefinition, known: WithQueries): Relation {
  const columns = names ? namesIn(names) : readQuery(body.nodes, known).columns
  return { name, table: null, columns }
}

export function withRelations(definitions: readonly WithDefinition[], known: WithQueries): WithQueries {
  const all = new Map(known)
  for (const definition of definitions) {
    all.set(definition.name.toLowerCase(), relationOf(definition, all))
  }
  return all
}

/** What a query returns. */
function readQuery(nodes: readonly Node[], known: WithQueries): Pick<Relation, 'columns'> {
  const { definitions, rest } = readWith(nodes)
  const all = withRelations(definitions, known)
  const [first] = splitCores(nodes.slice(rest))
  const [only] = first.nodes
  if (only?.kind === 'group' && isQuery(only)) return readQuery(only.nodes, all)
  return { columns: readCore(first.nodes, all).columns }
}

/** The parts of a UNION, each with the place from which it reaches. */
export function splitCores(nodes: readonly Node[]): [CorePart, ...CorePart[]] {
  const parts: [CorePart, ...CorePart[]] = [{ from: 0, nodes: [] }]
  for (const node of nodes) {
    const part = parts.at(-1) ?? parts[0]
    if (isWord(node, ...setWords)) parts.push({ from: node.from + 1, nodes: [] })
    else if (!(isWord(node, 'all', 'distinct') && part.nodes.length === 0)) part.nodes.push(node)
  }
  return parts
}

interface CorePart {
  from: number
  nodes: Node[]
}

export function readCore(nodes: readonly Node[], known: WithQueries): Core {
  const relations = readRelations(nodes, known)
  return { nodes, relations, columns: selectedColumns(nodes, relations) }
}

const introducing = ['from', 'join', 'update', 'into', 'using', 'table']

/** Words that may follow a table but are not aliases. */
const noAlias =
  'where on using group order having limit offset join inner left right full cross natural union except intersect set values window fetch for when select returning tablesample as asof anti semi pivot unpivot qualify with default do'.split(
    ' ',
  )

function readRelations(nodes: readonly Node[], known: WithQueries): Relation[] {
  const relations: Relation[] = []
  let at = 0
  while (at < nodes.length) {
    const node = nodes[at]
    const isDistinctFrom = isWord(node, 'from') && isWord(nodes[at - 1], 'distinct')
    if (isWord(node, ...introducing) && !isDistinctFrom) {
      at = readList(nodes, at + 1, known, relations, isWord(node, 'into'))
    } else at++
  }
  if (relations.length > 0 && nodes.some((node) => isWord(node, 'conflict'))) {
    relations.push({ name: 'excluded', table: relations[0]?.table ?? null, columns: [] })
  }
  return relations
}

/** `a, b.c AS d, (select …) e`: returns the index at which the list ended. */
function readList(
  nodes: readonly Node[],
  start: number,
  known: WithQueries,
  into: Relation[],
  isTarget: boolean,
): number {
  let at = start
  for (;;) {
    while (isWord(nodes[at], 'lateral', 'only')) at++
    const node = nodes[at]
    if (node?.kind === 'group' && !isQuery(node)) {
      // joins in brackets; the columns of `using (…)` are no tables
      if (node.nodes.some((inner) => isWord(inner, 'join'))) into.push(...inBrackets(node, known))
      at++
    } else {
      const read = readSource(nodes, at, known, isTarget)
      if (read === null) return at
      into.push(read.relation)
      at = read.next
    }
    if (!isSign(nodes[at], ',')) return at
    at++
  }
}

function inBrackets({ nodes }: Group, known: WithQueries): Relation[] {
  const inner: Relation[] = []
  const next = readList(nodes, 0, known, inner, false)
  return [...inner, ...readRelations(nodes.slice(next), known)]
}

function readSource(
  nodes: readonly Node[],
  start: number,
  known: WithQueries,
  isTarget: boolean,
): { relation: Relation; next: number } | null {
  const first = nodes[start]
  if (first?.kind === 'group') {
    const alias = readAlias(nodes, start + 1)
    const columns = alias.columns ?? readQuery(first.nodes, known).columns
    return { relation: { name: alias.name ?? '', table: null, columns, at: first.from }, next: alias.next }
  }
  const at = first?.from
  const path = readPath(nodes, start)
  if (path === null) return null
  const call = nodes[path.next]
  if (call?.kind === 'group' && !isTarget) {
    const alias = readAlias(nodes, path.next + 1)
    const name = alias.name ?? path.last
    return { relation: { name, table: null, columns: alias.columns ?? [name], at }, next: alias.next }
  }
  const alias = isTarget ? aliasAfterAs(nodes, path.next) : readAlias(nodes, path.next)
  const withQuery = known.get(path.name.toLowerCase())
  const columns = alias.columns ?? withQuery?.columns ?? []
  const table = withQuery || alias.columns ? null : path.name
  return { relation: { name: alias.name ?? path.last, table, columns, at }, next: alias.next }
}

/** A name with its dots, without quotes. */
function readPath(
  nodes: readonly Node[],
  start: number,
): { name: string; last: string; next: number } | null {
  const first = nodes[start]
  if (first?.kind !== 'quoted' && first?.kind !== 'word') return null
  if (isWord(first, ...noAlias)) return null
  let name = first.text
  let last = first.text
  let at = start + 1
  for (;;) {
    const part = nodes[at + 1]
    if (!isSign(nodes[at], '.') || (part?.kind !== 'word' && part?.kind !== 'quoted')) break
    name += `.${part.text}`
    last = part.text
    at += 2
  }
  return { name, last, next: at }
}

interface Alias {
  name: string | null
  columns: string[] | null
  next: number
}

function readAlias(nodes: readonly Node[], start: number): Alias {
  const at = isWord(nodes[start], 'as') ? start + 1 : start
  const node = nodes[at]
  const isName = node?.kind === 'quoted' || (node?.kind === 'word' && !isWord(node, ...noAlias))
  if (!isName) return { name: null, columns: null, next: at }
  const list = nodes[at + 1]
  if (list?.kind !== 'group') return { name: node.text, columns: null, next: at + 1 }
  const columns = namesIn(list)
  return { name: node.text, columns: columns.length > 0 ? columns : null, next: at + 2 }
}

/** After INSERT INTO a bracket is the list of columns to fill. */
function aliasAfterAs(nodes: readonly Node[], start: number): Alias {
  const name = nodes[start + 1]
  if (!isWord(nodes[start], 'as') || name?.kind !== 'word') return { name: null, columns: null, next: start }
  return { name: name.text, columns: null, next: start + 2 }
}

/** The first name of each entry: `(a, b int)`. */
function namesIn({ nodes }: Group): string[] {
  return splitAt(nodes, ',')
    .map(([first]) => (first?.kind === 'word' || first?.kind === 'quoted' ? first.text : ''))
    .filter((name) => name !== '')
}

export function splitAt(nodes: readonly Node[], sign: string): Node[][] {
  const parts: Node[][] = [[]]
  for (const node of nodes) {
    if (isSign(node, sign)) parts.push([])
    else parts.at(-1)?.push(node)
  }
  return parts
}

const afterList = [
  'from',
  'into',
  'where',
  'group',
  'order',
  'having',
  'limit',
  'window',
  'qualify',
  'offset',
  'fetch',
  'for',
] as const

/** The names of the select list, and for `*` the relations whose columns it holds. */
function selectedColumns(nodes: readonly Node[], relations: readonly Relation[]): Relation['columns'] {
  const start = nodes.findIndex((node) => isWord(node, 'select', 'returning'))
  if (start < 0) return []
  const length = nodes.slice(start + 1).findIndex((node) => isWord(node, ...afterList))
  const list = nodes.slice(start + 1, length < 0 ? undefined : start + 1 + length)
  return splitAt(list, ',').flatMap((item) => columnsOfItem(item, relations))
}

function columnsOfItem(item: readonly Node[], relations: readonly Relation[]): Relation['columns'] {
  const last = item.at(-1)
  const before = item.at(-2)
  if (last === undefined || last.kind === 'value') return []
  if (isSign(last, '*')) {
    if (!isSign(before, '.'))
      return before === undefined || isWord(before, 'distinct', 'all') ? relations : []
    const owner = item.at(-3)
    const name = owner?.kind === 'word' || owner?.kind === 'quoted' ? owner.text.toLowerCase() : ''
    return relations.filter((relation) => relation.name.toLowerCase() === name)
  }
  if (last.kind !== 'word' && last.kind !== 'quoted') return []
  // a cast keeps the name of its column
  if (isSign(before, '::')) return columnsOfItem(item.slice(0, -2), relations)
  if (before?.kind === 'sign' && before.text !== '.') return []
  return isWord(last, 'end', 'null', 'true', 'false') ? [] : [last.text]
}
