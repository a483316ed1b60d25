import { flatten } from '../flat-cells.ts'
import { cutList, cutObject } from '../json-cut.ts'

/** Cells of a row by column, in the order of their appearance. */
export type AggregationRow = ReadonlyMap<string, string>

/** Aggregations nested deeper than this stay JSON. */
const maxDepth = 20

/** The column of a value in a bucket of an aggregation: `city.total.value`. */
export type NameColumn = (aggregation: string, key: string) => string

const fullNames: NameColumn = (aggregation, key) => `${aggregation}.${key}`

/**
 * The rows of `aggregations`: one for each innermost bucket, with the values of the buckets around it. An aggregation
 * without buckets is one row.
 */
export function* aggregationRows(json: string, named = fullNames): Generator<AggregationRow> {
  for (const [name, aggregation] of cutObject(json)) {
    yield* rowsOf(name, cutObject(aggregation), new Map(), 0, named)
  }
}

function* rowsOf(
  name: string,
  members: ReadonlyMap<string, string>,
  outer: AggregationRow,
  depth: number,
  named: NameColumn,
): Generator<AggregationRow> {
  const row = new Map(outer)
  /** aggregations that have rows of their own */
  const inner: [string, ReadonlyMap<string, string>][] = []
  for (const [key, value] of members) {
    if (key === 'buckets' || key === 'key_as_string' || key === 'meta') continue
    if (key === 'key') {
      readKey(name, members.get('key_as_string') ?? value, row)
      continue
    }
    const parts = value.startsWith('{') && depth < maxDepth ? cutObject(value) : null
    if (parts !== null && hasBuckets(parts, depth)) inner.push([key, parts])
    else flatten(key, value, (inner, cell) => row.set(named(name, inner), cell))
  }
  const buckets = members.get('buckets')
  let isEmpty = true
  for (const [key, bucket] of bucketsOf(buckets)) {
    isEmpty = false
    const begun = new Map(row)
    if (key !== null) begun.set(name, JSON.stringify(key))
    yield* rowsOf(name, cutObject(bucket), begun, depth, named)
  }
  for (const [key, parts] of inner) {
    for (const each of rowsOf(key, parts, row, depth + 1, named)) {
      isEmpty = false
      yield each
    }
  }
  // without a bucket and nothing else to tell, there is no row: the query found nothing
  if (isEmpty && (buckets === undefined || outer.size > 0)) yield row
}

/** The key of a composite aggregation is an object, that of several terms a list. */
function readKey(name: string, key: string, row: Map<string, string>): void {
  if (key.startsWith('{')) flatten(name, key, (column, cell) => row.set(column, cell))
  else row.set(name, key)
}

/** Whether it is an aggregation with buckets, or a single bucket (a filter) around one. */
function hasBuckets(members: ReadonlyMap<string, string>, depth: number): boolean {
  const buckets = members.get('buckets')
  if (buckets !== undefined) return true
  if (!members.has('doc_count') || depth >= maxDepth) return false
  return Array.from(members.values()).some(
    (value) => value.startsWith('{') && hasBuckets(cutObject(value), depth + 1),
  )
}

/** A list, or an object with a bucket for each name. */
function* bucketsOf(json: string | undefined): Generator<[key: string | null, bucket: string]> {
  if (json === undefined) return
  if (json.startsWith('{')) yield* cutObject(json)
  else for (const bucket of cutList(json)) yield [null, bucket]
}

/** Whether a column is wanted. */
export function isWanted(fields: ReadonlySet<string> | null, column: string): boolean {
  if (fields === null || fields.has(column)) return true
  for (let dot = column.indexOf('.'); dot !== -1; dot = column.indexOf('.', dot + 1)) {
    if (fields.has(column.slice(0, dot))) return true
  }
  return false
}
