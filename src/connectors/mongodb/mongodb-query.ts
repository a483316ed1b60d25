import type { Document } from 'mongodb'
import { positionAt } from '#shared/sql/text-position.ts'
import { QueryFailed } from '../connector-errors.ts'
import { readExtendedJson } from './mongodb-values.ts'

export interface MongoQuery {
  collection: string
  work: FindWork | CountWork | AggregateWork
  /** columns that are kept, in this order; null: all of them */
  fields: readonly string[] | null
  sortColumns: 'asc' | 'desc' | null
  /** keys that mean nothing here, often spelled wrongly */
  unknown: readonly string[]
}
export interface FindWork {
  kind: 'find'
  filter: Document
  projection: Document | null
  sort: Sort
  skip: number | null
  limit: number | null
}
export interface CountWork {
  kind: 'count'
  filter: Document
  skip: number | null
  limit: number | null
}
export interface AggregateWork {
  kind: 'aggregate'
  pipeline: Document[]
  allowDiskUse: boolean
}
/** a map, because the keys of an object that look like numbers would come first */
export type Sort = Map<string, unknown> | null

const keys = new Set([
  ...['collection', 'query', 'fields', 'sort', 'skip', 'limit', 'count', 'aggregate', 'allowDiskUse'],
  ...['sortColumns'],
])

/** Reads a query of MongoDB (docs/reference/connectors.md#mongodb). Throws QueryFailed. */
export async function readMongoQuery(text: string, now = new Date()): Promise<MongoQuery> {
  const document = await readExtendedJson(parsed(text), now)
  if (!isDocument(document))
    throw new QueryFailed('Invalid JSON format. The query must be an object: { "collection": … }')
  const { collection, sortColumns } = document
  if (typeof collection !== 'string' || collection === '') {
    throw new QueryFailed("'collection' must have a value to run a query")
  }
  if (sortColumns !== undefined && sortColumns !== 'asc' && sortColumns !== 'desc') {
    throw new QueryFailed('\'sortColumns\' must be "asc" or "desc".')
  }
  const work = workOf(document)
  return {
    collection,
    work,
    fields: work.kind === 'find' ? keptFields(work.projection) : null,
    sortColumns: sortColumns ?? null,
    unknown: Object.keys(document).filter((key) => !keys.has(key)),
  }
}

function workOf(document: Document): MongoQuery['work'] {
  const filter = documentOf(document, 'query') ?? {}
  const { aggregate } = document
  const isAggregate = Array.isArray(aggregate)
    ? aggregate.length > 0
    : aggregate !== undefined && aggregate !== null
  if (isAggregate && Object.keys(filter).length === 0) {
    if ('count' in document) {
      throw new QueryFailed(
        "'count' counts the documents of 'query'. With 'aggregate', use a stage { \"$count\": \"count\" }.",
      )
    }
    return {
      kind: 'aggregate',
      pipeline: pipelineOf(aggregate),
      allowDiskUse: document.allowDiskUse === true,
    }
  }
  const [skip, limit] = [countOf(document, 'skip'), countOf(document, 'limit')]
  if ('count' in document) return { kind: 'count', filter, skip, limit }
  const projection = documentOf(document, 'fields')
  return { kind: 'find', filter, projection, sort: sortOf("'sort'", document.sort), skip, limit }
}

/** Stages that write. Sextant only reads. */
const writing = new Set(['$out', '$merge'])

function pipelineOf(value: unknown): Document[] {
  if (!Array.isArray(value)) throw new QueryFailed("'aggregate' must be a list of stages.")
  return value.map((stage: unknown, index) => {
    if (!isDocument(stage) || Object.keys(stage).length !== 1) {
      throw new QueryFailed(
        `Stage ${index + 1} of 'aggregate' must be an object with one key, such as { "$match": … }.`,
      )
    }
    const [name] = Object.keys(stage) as [string]
    if (writing.has(name))
      throw new QueryFailed(`The stage ${name} writes into a collection. Queries only read.`)
    return name === '$sort' ? { $sort: sortOf("'$sort'", stage.$sort) ?? {} } : stage
  })
}

/** `[{"name": "a", "direction": -1}]`, `[["a", -1]]`; an object too, whose keys have an order in JSON. */
function sortOf(what: string, value: unknown): Sort {
  if (value === undefined || value === null) return null
  if (isDocument(value)) return new Map(Object.entries(value))
  const wrong = () =>
    new QueryFailed(`${what} must be a list such as [{ "name": "date", "direction": -1 }] or [["date", -1]].`)
  if (!Array.isArray(value)) throw wrong()
  const sort = new Map<string, unknown>()
  for (const part of value as unknown[]) {
    const [name, direction] = Array.isArray(part) ? part : isDocument(part) ? [part.name, part.direction] : []
    if (typeof name !== 'string' || name === '') throw wrong()
    sort.set(name, direction ?? 1)
  }
  return sort.size === 0 ? null : sort
}

/** The names of an inclusion, by the number that stands behind them; null where only some are left out. */
function keptFields(projection: Document | null): string[] | null {
  if (projection === null) return null
  const numberOf = (value: unknown) =>
    typeof value === 'boolean' ? Number(value) : Number.parseFloat(String(value))
  const ranked = Object.entries(projection).map(([name, value]) => ({
    name,
    rank: isDocument(value) ? Number.NaN : numberOf(value),
  }))
  const kept = ranked.filter(({ rank }) => rank !== 0)
  if (kept.length === 0) return null
  const place = ({ rank }: { rank: number }) => (Number.isNaN(rank) ? Number.POSITIVE_INFINITY : rank)
  return kept
    .toSorted((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)))
    .map(({ name }) => name)
}

function documentOf(document: Document, key: string): Document | null {
  const value: unknown = document[key]
  if (value === undefined || value === null) return null
  if (!isDocument(value)) throw new QueryFailed(`'${key}' must be an object.`)
  return value
}

function countOf(document: Document, key: string): number | null {
  const value: unknown = document[key]
  if (value === undefined || value === null) return null
  const count = Number(value)
  if (Number.isInteger(count) && count >= 0 && count <= 2 ** 31 - 1) return count
  throw new QueryFailed(`'${key}' must be a whole number, not negative.`)
}

/** Plain objects: values of BSON (dates, ids) are objects of classes. */
function isDocument(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.getPrototypeOf(value) === Object.prototype
}

const unsafeWhole = /^-?\d{16,}$/

/** Numbers beyond the digits of JavaScript keep them, as 64-bit integers or decimals. */
function keepDigits(_key: string, value: unknown, context: { source?: string }): unknown {
  const { source } = context
  if (
    typeof value !== 'number' ||
    source === undefined ||
    !unsafeWhole.test(source) ||
    Number.isSafeInteger(value)
  )
    return value
  const whole = BigInt(source)
  return BigInt.asIntN(64, whole) === whole ? { $numberLong: source } : { $numberDecimal: source }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const offset = /at position (\d+)/.exec(message)?.[1]
    const position = offset === undefined ? null : positionAt(text, Math.min(Number(offset), text.length))
    throw new QueryFailed(`Invalid JSON format. ${message}`, { position, cause: error })
  }
}
