import type { SchemaColumn } from '#shared/data-sources/data-sources-api.ts'
import type { Relation } from './relation.ts'

export interface JoinSide {
  owner: string
  column: string
}

interface Source {
  relation: Relation
  columns: readonly SchemaColumn[]
}

type Sides = readonly [JoinSide, JoinSide]

const maxConditions = 8

/**
 * Conditions that join the last source with those before it: along foreign keys, else by names (`user_id` and the `id`
 * of `users`, or one name in both).
 */
export function joinConditions(
  sources: readonly Source[],
  tableOf: (name: string) => number | undefined,
): Sides[] {
  const joined = sources.at(-1)
  const earlier = sources.slice(0, -1).reverse()
  if (joined === undefined || joined.relation.name === '') return []
  const byKey = earlier.flatMap((source) => keyConditions(source, joined, tableOf))
  const byName = earlier.flatMap((source) => nameConditions(source, joined))
  const seen = new Set<string>()
  return [...byKey, ...byName]
    .filter((sides) => {
      const key = sides.map(({ owner, column }) => `${owner}.${column}`).join('=')
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, maxConditions)
}

function sidesOf(source: Source, column: string, joined: Source, joinedColumn: string): Sides {
  return [
    { owner: source.relation.name, column },
    { owner: joined.relation.name, column: joinedColumn },
  ]
}

function keyConditions(
  source: Source,
  joined: Source,
  tableOf: (name: string) => number | undefined,
): Sides[] {
  const isTable = ({ relation: { table } }: Source, name: string) =>
    table !== null && tableOf(table) !== undefined && tableOf(table) === tableOf(name)
  const forwards = source.columns.flatMap(({ name, references }) =>
    references && isTable(joined, references.table) ? [sidesOf(source, name, joined, references.column)] : [],
  )
  const backwards = joined.columns.flatMap(({ name, references }) =>
    references && isTable(source, references.table) ? [sidesOf(source, references.column, joined, name)] : [],
  )
  return [...forwards, ...backwards]
}

/** Names that many tables have without meaning the same. */
const common = new Set(
  'id name title type status state description comment note created_at updated_at deleted_at created updated value amount'.split(
    ' ',
  ),
)

function nameConditions(source: Source, joined: Source): Sides[] {
  const pointing = pointers(source, joined).map((column) => sidesOf(source, column, joined, idOf(joined)))
  const pointed = pointers(joined, source).map((column) => sidesOf(source, idOf(source), joined, column))
  const names = new Map(joined.columns.map(({ name }) => [name.toLowerCase(), name]))
  const shared = source.columns.flatMap(({ name }) => {
    const other = names.get(name.toLowerCase())
    return other === undefined || common.has(name.toLowerCase()) ? [] : [sidesOf(source, name, joined, other)]
  })
  return [...pointing, ...pointed, ...shared]
}

/** The columns of one source that are named after the other: `user_id` or `userid` for `users`. */
function pointers(from: Source, to: Source): string[] {
  if (idOf(to) === '') return []
  const table = singular(lastPart(to.relation.table ?? to.relation.name))
  return from.columns
    .map(({ name }) => name)
    .filter((name) => {
      const lower = name.toLowerCase()
      return [`${table}_id`, `${table}id`].some((wanted) => lower === wanted || lower.endsWith(`_${wanted}`))
    })
}

function idOf({ columns }: Source): string {
  return columns.find(({ name }) => name.toLowerCase() === 'id')?.name ?? ''
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase()
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(name)) return name.slice(0, -2)
  return name.endsWith('ss') ? name : name.replace(/s$/, '')
}
