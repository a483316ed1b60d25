import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import {
  type CompletionAnswer,
  type CompletionRequest,
  completeNames,
  type NameLookup,
  nameTable,
} from './complete-names.ts'

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

export interface SchemaIndex {
  outline: SchemaOutline
  /** builds the search index in advance */
  prepare(): void
  columns(table: number): SchemaColumn[]
  /** with its description; null: there is none */
  table(table: number): SchemaTable | null
  search(text: string): SchemaSearch
  complete(request: CompletionRequest): CompletionAnswer
}

/** With more found columns than this, tables stay closed. */
const expandedColumnLimit = 2000

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
    table: (table) => tables[table] ?? null,
    search: (text) => search(lookup(), wordsOf(text)),
    complete: (request) => completeNames(lookup(), request),
  }
}

/**
 * Columns in the order of their table, where the schema tells it. They may be plain strings
 * (docs/reference/screens.md#schema-browser).
 */
function withColumnObjects(table: SchemaTable): SchemaTable {
  const columns: readonly (SchemaColumn | string)[] = table.columns ?? []
  const hasStrings = columns.some((column) => typeof column === 'string')
  const objects = hasStrings
    ? columns.map((column) => (typeof column === 'string' ? { name: column } : column))
    : (columns as readonly SchemaColumn[])
  const isOrdered = objects.every(({ position }) => position === undefined)
  if (table.columns && !hasStrings && isOrdered) return table
  return {
    ...table,
    columns: isOrdered ? [...objects] : objects.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)),
  }
}

interface Lookup extends NameLookup {
  /** one text per table: a single scan finds a column, instead of a test per column */
  haystacks: readonly string[]
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
