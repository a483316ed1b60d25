import { exactInstant } from '#shared/format/dates.ts'
import { fillTemplate } from '#shared/format/template.ts'
import { formatCell, imageTitle, linkText, showsNull, withCell } from '#shared/results/cell-text.ts'
import type { HostSettings, Row } from '../../visualization.ts'
import { linkAddresses, safeImage, safeLink } from '../safe-address.ts'
import { type DisplayKind, displayKinds, type TableColumn } from './column-options.ts'

// shared, because the server searches large results by the same texts
export { formatBoolean, formatCell, searchText, showsNull } from '#shared/results/cell-text.ts'

/** The kind of a column's cells; an unknown `displayAs` shows as text. */
export function kindOf({ displayAs }: TableColumn): DisplayKind {
  return displayKinds.find((kind) => kind === displayAs) ?? 'string'
}

/** Kinds whose cells stay on one line and as narrow as their content. */
export function isNarrow(kind: DisplayKind): boolean {
  return kind === 'number' || kind === 'datetime' || kind === 'boolean' || kind === 'image'
}

export interface LinkCell {
  /** `undefined` for an unsafe or empty address: the text is shown without a link */
  href: string | undefined
  text: string
  title: string | undefined
  newTab: boolean
}

export function linkCell(column: TableColumn, value: unknown, row: Row): LinkCell {
  const { address, text } = linkText(column, value, row)
  const title = fillTemplate(column.linkTitleTemplate, withCell(row, value)).trim()
  return {
    href: address === '' ? undefined : safeLink(address),
    text,
    title: title || undefined,
    newTab: column.linkOpenInNewTab,
  }
}

export interface ImageCell {
  /** `undefined` for an unsafe or empty address */
  src: string | undefined
  title: string
  width: number | undefined
  height: number | undefined
}

export function imageCell(column: TableColumn, value: unknown, row: Row): ImageCell {
  const data = withCell(row, value)
  const address = fillTemplate(column.imageUrlTemplate, data).trim()
  return {
    src: address === '' ? undefined : safeImage(address),
    title: imageTitle(column, value, row),
    width: positiveInteger(fillTemplate(column.imageWidth, data)),
    height: positiveInteger(fillTemplate(column.imageHeight, data)),
  }
}

function positiveInteger(text: string): number | undefined {
  const number = Number.parseInt(text, 10)
  return number > 0 ? number : undefined
}

/** The parsed value of a JSON cell; `undefined` when it is too long, not JSON, or not text. */
export function parseJsonCell(value: unknown, settings: HostSettings): { value: unknown } | undefined {
  if (typeof value !== 'string' || value.length > settings.tableCellMaxJSONSize) return undefined
  try {
    return { value: JSON.parse(value, exactNumber) as unknown }
  } catch {
    return undefined
  }
}

/** A JSON reviver that keeps all digits of integers beyond 2^53, in browsers that pass the source text. */
function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value
  return /^-?\d+$/.test(source) ? BigInt(source) : value
}

/** What a cell shows, as plain data; `TableCell` draws it. */
export type CellContent =
  | { kind: 'empty' }
  | { kind: 'null'; text: string }
  /** `title`: the exact instant or day of a date */
  | { kind: 'text'; text: string; title?: string }
  /** not yet sanitized */
  | { kind: 'html'; html: string }
  | ({ kind: 'link' } & LinkCell)
  | ({ kind: 'image' } & ImageCell)
  /** text that is JSON */
  | { kind: 'json'; text: string }

const emptyCell: CellContent = { kind: 'empty' }

/** What the cell of a column shows in a row (docs/reference/visualizations.md#cells). */
export function cellContent(column: TableColumn, row: Row, settings: HostSettings): CellContent {
  const value = row[column.name]
  if (showsNull(column, value)) return { kind: 'null', text: settings.nullValue }
  const kind = kindOf(column)
  if (kind === 'link') return { kind, ...linkCell(column, value, row) }
  if (kind === 'image') return { kind, ...imageCell(column, value, row) }
  if (value === undefined) return emptyCell
  if (kind === 'json' && parseJsonCell(value, settings)) return { kind, text: String(value) }
  const text = formatCell(column, value, settings)
  if (kind === 'string' && column.allowHTML) {
    return { kind: 'html', html: column.highlightLinks ? linkAddresses(text) : text }
  }
  const title = kind === 'datetime' ? exactDate(value) : undefined
  return title === undefined || title === text ? { kind: 'text', text } : { kind: 'text', text, title }
}

/** The full value of a date, independent of its format: the day for dates, the instant for date-times. */
function exactDate(value: unknown): string | undefined {
  const exact = exactInstant(value)
  return exact !== undefined && typeof value === 'string' && value.length === 10 ? value : exact
}
