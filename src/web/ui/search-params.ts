/** The query part of an address as plain text, not JSON; a repeated name becomes a list. */
export type SearchParams = Record<string, string | string[]>

export function parseSearch(text: string): SearchParams {
  const found: SearchParams = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name]
    if (before === undefined) found[name] = value
    else found[name] = Array.isArray(before) ? [...before, value] : [before, value]
  }
  return found
}

/** undefined and null are omitted; an empty value is written as a bare name (`?fullscreen`). */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) params.append(name, String(item))
    }
  }
  const text = params.toString().replace(/=(?=&|$)/g, '')
  return text === '' ? '' : `?${text}`
}

/** The first value of a name, or undefined. */
export function textOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string') return first
  return typeof first === 'number' ? String(first) : undefined
}

/** A positive integer, or the fallback (docs/reference/screens-administration.md#short-lists: invalid paging falls back). */
export function positiveInteger(value: unknown, fallback: number): number {
  const text = textOf(value)
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback
}

export function listOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(items.filter((item): item is string => typeof item === 'string' && item !== ''))]
}

/** Those of the names that have a value in the address, but an invalid one. */
export function unreadNames(
  search: Readonly<Record<string, unknown>>,
  read: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string[] {
  return names.filter((name) => (textOf(search[name]) ?? '') !== '' && !Object.hasOwn(read, name))
}

export interface Paging {
  page: number
  pageSize: number
}

const maxPageSize = 250

/** The page of a list; invalid values fall back (docs/reference/screens-administration.md#short-lists). */
export function readPaging(search: Readonly<Record<string, unknown>>, usualSize: number): Paging {
  const pageSize = positiveInteger(search.page_size, usualSize)
  return { page: positiveInteger(search.page, 1), pageSize: pageSize > maxPageSize ? usualSize : pageSize }
}

/** The address of a page of a list; defaults are omitted. */
export function writePaging({ page, pageSize }: Paging, usualSize: number): Record<string, string> {
  return {
    ...(page === 1 ? {} : { page: String(page) }),
    ...(pageSize === usualSize ? {} : { page_size: String(pageSize) }),
  }
}
