import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { type JoinSide, joinConditions } from './join-conditions.ts'
import { matchOf } from './match-name.ts'
import type { Relation } from './relation.ts'

export interface CompletionRequest {
  /** the part before the dot, without quotes; null without a dot */
  qualifier: string | null
  /** the typed part of the word */
  prefix: string
  place: 'tables' | 'columns'
  relations: readonly Relation[]
  /** WITH queries, which are named like tables */
  queries: readonly Relation[]
  /** names of the select list that may be used here */
  selected: readonly string[]
  /** the relation that is being joined, after ON */
  joined: Relation | null
  /** only the columns of this relation fit */
  target: string | null
}

export interface CompletionItem {
  label: string
  /** `name`: an alias, a WITH query or a column named in the select list */
  kind: 'table' | 'column' | 'name' | 'join'
  detail: string
  description?: string
  /** lower ranks come first */
  rank: number
  /** the name that must stand before the column, because several relations have it */
  owner?: string
  /** a condition: both sides with their relations */
  sides?: readonly [JoinSide, JoinSide]
}

export interface CompletionAnswer {
  items: CompletionItem[]
  /** every longer word finds its names among these */
  isComplete: boolean
}

/** What names are looked up in. */
export interface NameLookup {
  tables: readonly SchemaTable[]
  lowerNames: readonly string[]
  byName: ReadonlyMap<string, number>
  columnTotal: number
}

const completionLimit = 200
/** Columns of tables that are not in the statement are offered only in schemas up to this size. */
const globalColumnLimit = 5000

const ranks = { join: 0, inScope: 1, scopeName: 2, outer: 3, table: 4, column: 5 } as const

/** Full name and last part of the name -> table; the full name has priority. */
export function nameTable(lowerNames: readonly string[]): Map<string, number> {
  const byName = new Map<string, number>()
  lowerNames.forEach((name, table) => {
    const last = name.slice(name.lastIndexOf('.') + 1)
    if (!byName.has(last)) byName.set(last, table)
  })
  lowerNames.forEach((name, table) => {
    byName.set(name, table)
  })
  return byName
}

/** Schemas that lists of tables leave out. */
const silentSchema = /^(?:public|main|dbo)\./

function tableOf({ byName }: NameLookup, name: string): number | undefined {
  const lower = name.toLowerCase()
  return byName.get(lower) ?? byName.get(lower.replace(silentSchema, ''))
}

/** Without a schema, what the text itself names. */
export const noNames: NameLookup = { tables: [], lowerNames: [], byName: new Map(), columnTotal: 0 }

export function completeNames(lookup: NameLookup, request: CompletionRequest): CompletionAnswer {
  const prefix = request.prefix.toLowerCase()
  const items =
    request.qualifier === null
      ? completeWord(lookup, request, prefix)
      : completeAfterDot(lookup, request, request.qualifier.toLowerCase(), prefix)
  return { items: items.slice(0, completionLimit), isComplete: items.length < completionLimit }
}

function completeAfterDot(
  lookup: NameLookup,
  request: CompletionRequest,
  qualifier: string,
  prefix: string,
): CompletionItem[] {
  const named = request.relations.find(({ name, table }) =>
    [name, table].some((one) => one?.toLowerCase() === qualifier),
  )
  const relation = named ?? { name: qualifier, table: qualifier, columns: [] }
  const items = request.place === 'tables' ? [] : plainColumns(lookup, relation, prefix)
  const schema = `${qualifier}.`
  for (let index = 0; index < lookup.lowerNames.length && items.length < completionLimit; index++) {
    const lower = lookup.lowerNames[index] ?? ''
    const rest = lower.startsWith(schema) ? lower.slice(schema.length) : null
    if (rest === null || !rest.includes(prefix)) continue
    const table = lookup.tables[index]
    if (table) items.push(tableItem(table, table.name.slice(schema.length)))
  }
  return items
}

function completeWord(lookup: NameLookup, request: CompletionRequest, prefix: string): CompletionItem[] {
  const { relations, target } = request
  if (target !== null) {
    const relation = relations.find(({ name }) => name.toLowerCase() === target.toLowerCase())
    return relation ? plainColumns(lookup, relation, prefix) : []
  }
  if (request.place === 'tables') {
    const queries = nameItems(request.queries, prefix, t('WITH query'), ranks.inScope)
    return [...queries, ...tableItems(lookup, prefix)]
  }
  const conditions = request.joined === null ? [] : joinItems(lookup, request.joined, relations, prefix)
  const items = [...conditions, ...scopeItems(lookup, request, prefix)]
  if (prefix !== '' || relations.length === 0) items.push(...tableItems(lookup, prefix))
  if (relations.length === 0 && prefix !== '' && lookup.columnTotal <= globalColumnLimit) {
    for (const { name } of lookup.tables) {
      items.push(...columnItems(lookup, { name, table: name, columns: [] }, prefix, ranks.column, true))
    }
  }
  return distinct(items)
}

/** Columns and names of the query at the cursor, then those of the queries around it. */
function scopeItems(lookup: NameLookup, request: CompletionRequest, prefix: string): CompletionItem[] {
  const inner = request.relations.filter(({ isOuter }) => !isOuter)
  const outer = request.relations.filter(({ isOuter }) => isOuter)
  const several = inner.length > 1
  const columns = inner.flatMap((relation) => columnItems(lookup, relation, prefix, ranks.inScope, several))
  const owners = new Map<string, number>()
  for (const { label } of columns) owners.set(label, (owners.get(label) ?? 0) + 1)
  const named = new Set(request.selected)
  const selected = request.selected
    .filter((name) => name.toLowerCase().includes(prefix))
    .map((label): CompletionItem => ({ label, kind: 'name', detail: t('selected'), rank: ranks.inScope }))
  return [
    ...selected,
    ...columns
      .filter(({ label }) => !named.has(label))
      .map((item) => ((owners.get(item.label) ?? 0) > 1 ? item : { ...item, owner: undefined })),
    ...aliasItems(inner, prefix, ranks.scopeName),
    ...outer.flatMap((relation) => columnItems(lookup, relation, prefix, ranks.outer, true)),
    ...aliasItems(outer, prefix, ranks.outer),
  ]
}

function aliasItems(relations: readonly Relation[], prefix: string, rank: number): CompletionItem[] {
  return relations.flatMap(({ name, table }) => {
    const isAlias = table !== null && !table.toLowerCase().endsWith(name.toLowerCase())
    const detail = isAlias ? t('alias of {name}', { name: table }) : ''
    return table === null || isAlias ? nameItems([{ name }], prefix, detail, rank) : []
  })
}

function nameItems(
  named: readonly Pick<Relation, 'name'>[],
  prefix: string,
  detail: string,
  rank: number,
): CompletionItem[] {
  return named
    .filter(({ name }) => name !== '' && name.toLowerCase().includes(prefix))
    .map(({ name }) => ({ label: name, kind: 'name', detail, rank }))
}

function joinItems(
  lookup: NameLookup,
  joined: Relation,
  relations: readonly Relation[],
  prefix: string,
): CompletionItem[] {
  const place = relations.findIndex(({ name, at }) => name === joined.name && at === joined.at)
  const sources = relations.slice(0, place + 1).map((relation) => ({
    relation,
    columns: columnsOf(lookup, relation),
  }))
  return joinConditions(sources, (name) => tableOf(lookup, name))
    .map((sides): CompletionItem => {
      const label = sides.map(({ owner, column }) => `${owner}.${column}`).join(' = ')
      return { label, kind: 'join', detail: '', rank: ranks.join, sides }
    })
    .filter(({ label }) => label.toLowerCase().startsWith(prefix))
}

function tableItem({ description, columns }: SchemaTable, label: string): CompletionItem {
  const detail = t('table')
  const about =
    description ??
    columns
      .slice(0, 12)
      .map(({ name }) => name)
      .join(', ')
  return { label, kind: 'table', detail, rank: ranks.table, ...(about === '' ? {} : { description: about }) }
}

/** Tables whose name starts with the prefix come before those that only contain it. */
function tableItems(lookup: NameLookup, prefix: string): CompletionItem[] {
  const starting: CompletionItem[] = []
  const containing: CompletionItem[] = []
  for (let index = 0; index < lookup.lowerNames.length && starting.length < completionLimit; index++) {
    const lower = lookup.lowerNames[index] ?? ''
    if (!lower.includes(prefix)) continue
    const table = lookup.tables[index]
    if (!table) continue
    if (matchOf(lower, prefix) === 0) starting.push(tableItem(table, table.name))
    else if (containing.length < completionLimit) containing.push(tableItem(table, table.name))
  }
  return [...starting, ...containing]
}

function columnItems(
  lookup: NameLookup,
  relation: Relation,
  prefix: string,
  rank: number,
  saysOwner = false,
): CompletionItem[] {
  return columnsOf(lookup, relation)
    .filter(({ name }) => name.toLowerCase().includes(prefix))
    .map(({ name, type, description }) => ({
      label: name,
      kind: 'column',
      detail: [type, saysOwner ? relation.name : ''].filter(Boolean).join(' · '),
      rank,
      owner: rank === ranks.column ? undefined : relation.name,
      ...(description === undefined ? {} : { description }),
    }))
}

/** Columns of a relation that stands before the dot, or is the only one that fits. */
function plainColumns(lookup: NameLookup, relation: Relation, prefix: string): CompletionItem[] {
  return columnItems(lookup, relation, prefix, ranks.inScope).map((item) => ({ ...item, owner: undefined }))
}

/** More than a statement needs; `select *` of joins of joins may multiply. */
const maxColumns = 2000

/** A relation's columns in their order. */
function columnsOf(lookup: NameLookup, relation: Relation, depth = 0): SchemaColumn[] {
  const at = relation.table === null ? undefined : tableOf(lookup, relation.table)
  const found = [...(at === undefined ? [] : (lookup.tables[at]?.columns ?? []))]
  for (const column of relation.columns) {
    if (typeof column === 'string') found.push({ name: column })
    else if (depth < 8 && found.length < maxColumns) found.push(...columnsOf(lookup, column, depth + 1))
  }
  return found.slice(0, maxColumns)
}

function distinct(items: readonly CompletionItem[]): CompletionItem[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = `${item.kind}:${item.label}:${item.owner ?? ''}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
