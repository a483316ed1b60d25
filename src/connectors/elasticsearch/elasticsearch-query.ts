import { positionAt } from '#shared/sql/text-position.ts'
import { QueryFailed } from '../connector-errors.ts'
import { membersOf } from '../json-cut.ts'

export interface ElasticsearchQuery {
  /** names with commas between them; '': all indices */
  index: string
  /** columns that are kept; null: all of them */
  resultFields: ReadonlySet<string> | null
  /** what is sent: the texts of its members, in which numbers have all their digits */
  body: ReadonlyMap<string, string>
  hasAggregations: boolean
  from: number
  /** null: the server decides */
  size: number | null
  /** it says by itself where in a long result it reads */
  pagesItself: boolean
}

const ownPaging = ['search_after', 'pit', 'collapse', 'rescore', 'slice', 'knn', 'rank', 'retriever']

/** Reads a query of Elasticsearch (docs/reference/connectors.md#elasticsearch). Throws QueryFailed. */
export function readElasticsearchQuery(text: string): ElasticsearchQuery {
  const document = parsedQuery(text)
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new QueryFailed('Invalid JSON format. The query must be an object: { "index": …, "query": … }')
  }
  const { index, result_fields: fields, from, size } = document as Record<string, unknown>
  const body = new Map(membersOf(text))
  body.delete('index')
  body.delete('result_fields')
  return {
    index: indexOf(index),
    resultFields: fieldsOf(fields),
    body,
    hasAggregations: body.has('aggs') || body.has('aggregations'),
    from: countOf('from', from) ?? 0,
    size: countOf('size', size),
    pagesItself: ownPaging.some((key) => body.has(key)),
  }
}

export function bodyText(body: ReadonlyMap<string, string>): string {
  return `{${Array.from(body, ([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}

/** The value of a query, which is JSON. Throws QueryFailed. */
export function parsedQuery(text: string): unknown {
  if (text.trim() === '') throw new QueryFailed('Query is empty')
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const offset = /at position (\d+)/.exec(message)?.[1]
    const position = offset === undefined ? null : positionAt(text, Math.min(Number(offset), text.length))
    throw new QueryFailed(`Invalid JSON format. ${message}`, { position, cause: error })
  }
}

/** Part of an address: a name of dots would lead to another path. */
export function indexOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  const names: unknown[] = Array.isArray(value) ? value : [value]
  if (!names.every((name) => typeof name === 'string')) {
    throw new QueryFailed('\'index\' must be a text or a list of texts, such as "logs-*".')
  }
  const index = names.join(',')
  if (/^\.{1,2}$/.test(index)) throw new QueryFailed(`'index': there is no index ${index}`)
  return index
}

function fieldsOf(value: unknown): ReadonlySet<string> | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
    throw new QueryFailed("'result_fields' must be a list of names of columns.")
  }
  return value.length === 0 ? null : new Set(value as string[])
}

/** What is no number is left to the server, which tells what is wrong with it. */
function countOf(key: string, value: unknown): number | null {
  if (typeof value !== 'number') return null
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new QueryFailed(`'${key}' must be a whole number from 0 on.`)
  }
  return value
}
