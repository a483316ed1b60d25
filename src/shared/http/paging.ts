import { type TSchema, Type } from 'typebox'
import { type Phrase, phrase } from '../messages/phrase.ts'

/**
 * Query arguments of paged lists (docs/reference/api-conventions.md#paging): a value that is not an integer falls back
 * to the default.
 */
export const PagingQuery = {
  page: Type.Optional(Type.String()),
  page_size: Type.Optional(Type.String()),
  order: Type.Optional(Type.String()),
  q: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
}

export const Paged = <T extends TSchema>(item: T) =>
  Type.Object({
    count: Type.Integer(),
    page: Type.Integer(),
    page_size: Type.Integer(),
    results: Type.Array(item),
  })

export const defaultPageSize = 20
export const maxPageSize = 250

export interface Page {
  page: number
  page_size: number
}

/** Reads `page` and `page_size`; the reasons are worded as in docs/reference/api-conventions.md#paging. */
export function readPage(query: {
  page?: string | undefined
  page_size?: string | undefined
}): { ok: true; page: Page } | { ok: false; reason: Phrase } {
  const page = readInteger(query.page, 1)
  const pageSize = readInteger(query.page_size, defaultPageSize)
  if (page < 1) return { ok: false, reason: phrase('Page must be positive integer.') }
  // keeps the offset within PostgreSQL's range
  if (page > 10_000_000) return { ok: false, reason: phrase('Page is out of range.') }
  if (pageSize < 1 || pageSize > maxPageSize) {
    return { ok: false, reason: phrase('Page size is out of range (1-{max}).', { max: maxPageSize }) }
  }
  return { ok: true, page: { page, page_size: pageSize } }
}

function readInteger(text: string | undefined, fallback: number): number {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : fallback
}
