import { QueryFailed } from '../connector-errors.ts'
import {
  type ElasticsearchQuery,
  indexOf,
  parsedQuery,
  readElasticsearchQuery,
} from './elasticsearch-query.ts'
import type { QueryStyle } from './elasticsearch-run.ts'

/** Columns of aggregations are called by their keys alone: `doc_count`, and a metric by its name. */
export const elasticsearchStyle: QueryStyle = {
  read: readElasticsearchQuery,
  named: (_aggregation, key) => key.replace(/\.value$/, ''),
}

export const kibanaStyle: QueryStyle = { read: readKibanaQuery }

const usualLimit = 500

/**
 * Reads `{"index", "query", "limit", "size", "fields", "sort"}`, where the query is a text of Lucene. `size` is how many
 * documents came in a page; pages are as long as an index allows, so only its form is checked. Throws QueryFailed.
 */
export function readKibanaQuery(text: string): ElasticsearchQuery {
  const document = parsedQuery(text)
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new QueryFailed('Invalid JSON format. The query must be an object: { "index": …, "query": … }')
  }
  const { index, query, limit, size, fields, sort } = document as Record<string, unknown>
  if (query !== undefined && typeof query !== 'string') {
    throw new QueryFailed('Advanced queries are not supported')
  }
  countOf('size', size)
  const body = new Map<string, string>()
  if (query !== undefined && query.trim() !== '') {
    body.set('query', JSON.stringify({ query_string: { query } }))
  }
  const count = countOf('limit', limit) ?? usualLimit
  body.set('size', String(count))
  const wanted = namesOf('fields', fields)
  if (wanted !== null) body.set('_source', JSON.stringify(wanted))
  const order = sortOf(sort)
  if (order !== null) body.set('sort', JSON.stringify(order))
  return {
    index: indexOf(index),
    resultFields: null,
    body,
    hasAggregations: false,
    from: 0,
    size: count,
    pagesItself: false,
  }
}

function countOf(key: string, value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new QueryFailed(`'${key}' must be a whole number from 0 on.`)
}

/** A list of names, or a text with commas between them. */
function namesOf(key: string, value: unknown): string[] | null {
  if (value === undefined || value === null) return null
  const names: unknown[] =
    typeof value === 'string' ? value.split(',').map((name) => name.trim()) : list(value)
  if (names.length > 0 && names.every((name) => typeof name === 'string' && name !== '')) {
    return names as string[]
  }
  throw new QueryFailed(`'${key}' must be a list of names, or a text with commas between them.`)
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** `name:direction`, separated by commas, as in a URL; any other value is sent unchanged. */
function sortOf(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return (namesOf('sort', value) ?? []).map(readSort)
  return Array.isArray(value)
    ? value.map((item: unknown) => (typeof item === 'string' ? readSort(item) : item))
    : value
}

function readSort(text: string): unknown {
  const [, name, direction] = /^(.+):(asc|desc)$/.exec(text) ?? []
  return name === undefined ? text : { [name]: direction }
}
