import type { ShownColumn } from './cell-text.ts'

export interface SortColumn {
  name: string
  descending: boolean
}

/** A search in the shown texts of cells: case-insensitive, in any of the columns. */
export interface RowSearch {
  text: string
  columns: readonly ShownColumn[]
}

export const maxSortColumns = 10

/**
 * `-amount,name`: descending by amount, then ascending by name. In names, commas, percent signs and a first minus are
 * percent-encoded.
 */
export function writeSort(sort: readonly SortColumn[]): string {
  return sort
    .map(({ name, descending }) => {
      const escaped = name.replace(
        /[%,]|^-/g,
        (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
      )
      return descending ? `-${escaped}` : escaped
    })
    .join(',')
}

/** Reads what `writeSort` writes; "" is no sort. */
export function readSort(text: string): SortColumn[] {
  if (text === '') return []
  return text.split(',').map((part) => {
    const descending = part.startsWith('-')
    const name = (descending ? part.slice(1) : part).replace(/%(25|2C|2D)/gi, (_found, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    return { name, descending }
  })
}
