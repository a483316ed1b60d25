import type { Relation } from '#web/schema-browser/relation.ts'
import {
  type Core,
  readCore,
  readWith,
  relationOf,
  splitCores,
  type WithQueries,
  withRelations,
} from './query-relations.ts'
import { type Group, holds, isQuery, type Node, nodesOf, statementTokens } from './sql-nodes.ts'
import { type Place, placeIn, placeInBrackets } from './statement-place.ts'

/** How far around the cursor a statement is read. */
const reach = 20_000

/** The names that a statement knows at the cursor, and what can stand there. */
export interface Scope {
  place: Place
  /** the innermost query's first */
  relations: readonly Relation[]
  /** WITH queries, which are named like tables */
  queries: readonly Relation[]
  /** names given in the select list */
  selected: readonly string[]
}

export function scopeAt(text: string, cursor: number): Scope {
  const start = Math.max(0, cursor - reach)
  const at = cursor - start
  const nodes = nodesOf(statementTokens(text.slice(start, cursor + reach), at))
  return queryScope(nodes, at, { known: new Map(), outer: [] })
}

interface Around {
  known: WithQueries
  /** relations of the queries around, whose columns may be used too */
  outer: readonly Relation[]
}

function queryScope(nodes: readonly Node[], cursor: number, around: Around): Scope {
  const { definitions, rest } = readWith(nodes)
  const earlier = new Map(around.known)
  for (const definition of definitions) {
    const { names, body, name } = definition
    if (names && holds(names, cursor)) return nothingAt('new', around)
    // a recursive query names itself
    earlier.set(name.toLowerCase(), relationOf(definition, earlier))
    if (holds(body, cursor)) return queryScope(body.nodes, cursor, { known: earlier, outer: [] })
  }
  const known = withRelations(definitions, around.known)
  const next = nodes[rest]
  // WITH x (a, b| : its query is not written yet
  const isInNames = nodes.slice(0, rest).some((node) => node.kind === 'group' && holds(node, cursor))
  if (isInNames) return nothingAt('new', around)
  if (rest > 0 && (next === undefined || cursor <= next.from)) {
    return nothingAt(placeIn(nodes.slice(0, rest), cursor).kind, around)
  }
  const cores = splitCores(nodes.slice(rest))
  const part = cores.findLast(({ from }) => from <= cursor) ?? cores[0]
  return coreScope(readCore(part.nodes, known), cursor, { known, outer: around.outer })
}

function coreScope(core: Core, cursor: number, around: Around): Scope {
  const scope: Scope = {
    place: placeIn(core.nodes, cursor),
    relations: [...core.relations, ...around.outer],
    queries: [...around.known.values()],
    selected: core.columns.filter((column) => typeof column === 'string'),
  }
  return inGroups(core.nodes, cursor, scope, around)
}

/** Goes into the brackets around the cursor: a query has names of its own, an expression those around it. */
function inGroups(nodes: readonly Node[], cursor: number, scope: Scope, around: Around): Scope {
  const at = nodes.findIndex((node) => node.kind === 'group' && holds(node, cursor))
  const group = nodes[at] as Group | undefined
  if (group === undefined) return scope
  if (isQuery(group)) {
    const outer = scope.relations.map((relation) => ({ ...relation, isOuter: true }))
    return queryScope(group.nodes, cursor, { known: around.known, outer })
  }
  const place = placeInBrackets(nodes.slice(0, at), group, cursor)
  return inGroups(group.nodes, cursor, { ...scope, place }, around)
}

function nothingAt(kind: Place['kind'], { known, outer }: Around): Scope {
  const place: Place = { kind, opens: false }
  return { place, relations: outer, queries: [...known.values()], selected: [] }
}
