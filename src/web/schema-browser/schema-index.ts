import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'

/** What the page needs to draw the tree: names and column counts, no columns. */
export interface SchemaOutline {
  names: string[]
  sizes: (number | null)[]
  columnCounts: number[]
  columnTotal: number
}

/**
 * A table found by a search. `columns`: the matching columns, if the table's own name did not match. null: all columns
 * are shown, also if too many match to send them.
 */
export interface SchemaHit {
  table: number
  columns: SchemaColumn[] | null
}

export interface SchemaSearch {
  hits: SchemaHit[]
  /** open the found columns at once: false if there are too many to be useful */
  expanded: boolean
}

export interface CompletionRequest {
  /** the part before the dot, without quotes; null without a dot */
  qualifier: string | null
  /** the typed part of the word */
  prefix: string
  /** tables of the statement with their aliases */
  from: readonly { name: string; alias: string | null }[]
}

export interface CompletionItem {
  label: string
  kind: 'table' | 'column'
  detail: string
  /** higher ranks come first */
  rank: number
}

export interface SchemaIndex {
  outline: SchemaOutline
  /** builds the search index in advance */
  prepare(): void
  columns(table: number): SchemaColumn[]
  search(text: string): SchemaSearch
  complete(request: CompletionRequest): CompletionItem[]
}

/** With more found columns than this, tables stay closed. */
const expandedColumnLimit = 2000
const completionLimit = 200
/** Columns of tables that are not in the statement are offered only in schemas up to this size. */
const globalColumnLimit = 5000

/**
 * Built once per schema, in a worker: 20,000 tables with 500,000 columns must not slow the page. The outline is ready
 * at once; `prepare`, or the first search, builds the rest.
 */
export function createSchemaIndex(given: readonly SchemaTable[]): SchemaIndex {
  const tables = given.map(withColumnObjects)
  const columnCounts = tables.map((table) => table.columns.length)
  const columnTotal = columnCounts.reduce((sum, count) => sum + count, 0)
  let made: Lookup | null = null
  const lookup = (): Lookup => {
    made ??= createLookup(tables, columnTotal)
    return made
  }
  return {
    outline: {
      names: tables.map((table) => table.name),
      sizes: tables.map((table) => table.size ?? null),
      columnCounts,
      columnTotal,
    },
    prepare: () => void lookup(),
    columns: (table) => tables[table]?.columns ?? [],
    search: (text) => search(lookup(), wordsOf(text)),
    complete: (request) => complete(lookup(), request),
  }
}

/** Columns may be plain strings (docs/reference/screens.md#schema-browser). */
function withColumnObjects(table: SchemaTable): SchemaTable {
  const columns: readonly (SchemaColumn | string)[] = table.columns ?? []
  if (table.columns && !columns.some((column) => typeof column === 'string')) return table
  return {
    ...table,
    columns: columns.map((column) => (typeof column === 'string' ? { name: column } : column)),
  }
}

interface Lookup {
  tables: readonly SchemaTable[]
  lowerNames: readonly string[]
  /** one text per table: a single scan finds a column, instead of a test per column */
  haystacks: readonly string[]
  byName: ReadonlyMap<string, number>
  columnTotal: number
}

function createLookup(tables: readonly SchemaTable[], columnTotal: number): Lookup {
  const lowerNames = tables.map((table) => table.name.toLowerCase())
  return {
    tables,
    lowerNames,
    haystacks: tables.map((table) => columnHaystack(table.columns)),
    byName: nameTable(lowerNames),
    columnTotal,
  }
}

function columnHaystack(columns: readonly SchemaColumn[]): string {
  let text = '\n'
  for (const column of columns) text += `${column.name.toLowerCase()}\n`
  return text
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Every word must be in the name of the table or of one of its columns. */
function search({ tables, lowerNames, haystacks }: Lookup, words: readonly string[]): SchemaSearch {
  const hits: SchemaHit[] = []
  let columnsFound = 0
  for (let table = 0; table < tables.length; table++) {
    const name = lowerNames[table] ?? ''
    const columnWords = words.filter((word) => !name.includes(word))
    if (columnWords.length === 0) {
      hits.push({ table, columns: null })
      continue
    }
    const haystack = haystacks[table] ?? ''
    if (!columnWords.every((word) => haystack.includes(word))) continue
    const columns = matchingColumns(tables[table]?.columns ?? [], columnWords)
    if (columns.length === 0) continue
    columnsFound += columns.length
    hits.push({ table, columns: columnsFound > expandedColumnLimit ? null : columns })
  }
  if (columnsFound <= expandedColumnLimit) return { hits, expanded: true }
  return { hits: hits.map(({ table }) => ({ table, columns: null })), expanded: false }
}

function matchingColumns(columns: readonly SchemaColumn[], words: readonly string[]): SchemaColumn[] {
  return columns.filter((column) => {
    const lower = column.name.toLowerCase()
    return words.every((word) => lower.includes(word))
  })
}

/** Full name and last part of the name -> table; the full name has priority. */
function nameTable(lowerNames: readonly string[]): Map<string, number> {
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

function complete(lookup: Lookup, request: CompletionRequest): CompletionItem[] {
  const prefix = request.prefix.toLowerCase()
  return request.qualifier === null
    ? completeWord(lookup, request, prefix)
    : completeAfterDot(lookup, request, request.qualifier.toLowerCase(), prefix)
}

function completeAfterDot(
  lookup: Lookup,
  request: CompletionRequest,
  qualifier: string,
  prefix: string,
): CompletionItem[] {
  const aliased = request.from.find((entry) => entry.alias?.toLowerCase() === qualifier)
  const table = lookup.byName.get((aliased?.name ?? qualifier).toLowerCase())
  const items = table === undefined ? [] : columnItems(lookup.tables[table], prefix, 2)
  const schema = `${qualifier}.`
  for (let index = 0; index < lookup.lowerNames.length && items.length < completionLimit; index++) {
    const lower = lookup.lowerNames[index] ?? ''
    const rest = lower.startsWith(schema) ? lower.slice(schema.length) : null
    if (rest === null || !rest.includes(prefix)) continue
    const label = (lookup.tables[index]?.name ?? '').slice(schema.length)
    items.push({ label, kind: 'table', detail: t('table'), rank: 1 })
  }
  return items.slice(0, completionLimit)
}

function completeWord(lookup: Lookup, request: CompletionRequest, prefix: string): CompletionItem[] {
  const items: CompletionItem[] = []
  for (const entry of request.from) {
    const table = lookup.byName.get(entry.name.toLowerCase())
    if (table !== undefined) items.push(...columnItems(lookup.tables[table], prefix, 3))
    if (entry.alias?.toLowerCase().includes(prefix)) {
      items.push({
        label: entry.alias,
        kind: 'table',
        detail: t('alias of {name}', { name: entry.name }),
        rank: 2,
      })
    }
  }
  items.push(...tableItems(lookup, prefix, completionLimit))
  if (request.from.length === 0 && prefix !== '' && lookup.columnTotal <= globalColumnLimit) {
    for (const table of lookup.tables) items.push(...columnItems(table, prefix, 0))
  }
  return distinct(items).slice(0, completionLimit)
}

/** Tables whose name starts with the prefix come before those that only contain it. */
function tableItems(lookup: Lookup, prefix: string, limit: number): CompletionItem[] {
  const starting: CompletionItem[] = []
  const containing: CompletionItem[] = []
  for (let index = 0; index < lookup.lowerNames.length && starting.length < limit; index++) {
    const lower = lookup.lowerNames[index] ?? ''
    const at = lower.indexOf(prefix)
    if (at < 0) continue
    const label = lookup.tables[index]?.name ?? ''
    const starts = at === 0 || lower[at - 1] === '.'
    if (starts) starting.push({ label, kind: 'table', detail: t('table'), rank: 1 })
    else if (containing.length < limit) containing.push({ label, kind: 'table', detail: t('table'), rank: 0 })
  }
  return [...starting, ...containing].slice(0, limit)
}

function columnItems(table: SchemaTable | undefined, prefix: string, rank: number): CompletionItem[] {
  if (!table) return []
  return table.columns
    .filter((column) => column.name.toLowerCase().includes(prefix))
    .map((column) => ({ label: column.name, kind: 'column', detail: column.type ?? table.name, rank }))
}

function distinct(items: readonly CompletionItem[]): CompletionItem[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = `${item.kind}:${item.label}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
