import { exactInstant } from '#shared/format/dates.ts'
import { fillTemplate } from '#shared/format/template.ts'
import { formatCell, imageTitle, linkText, showsNull, withCell } from '#shared/results/cell-text.ts'
import type { HostSettings, Row } from '../../visualization.ts'
import { linkAddresses, safeImage, safeLink } from '../safe-address.ts'
import { type DisplayKind, displayKinds, type TableColumn } from './column-options.ts'

// the server searches large results by the same texts
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
  /** `undefined`: not an address that may be linked; the text is shown without a link */
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
  /** `undefined`: no address, or none that may be loaded */
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

/** The parsed value of a JSON cell, or `undefined` when it is too long, no JSON, or no text. */
export function parseJsonCell(value: unknown, settings: HostSettings): { value: unknown } | undefined {
  if (typeof value !== 'string' || value.length > settings.tableCellMaxJSONSize) return undefined
  try {
    return { value: JSON.parse(value, exactNumber) as unknown }
  } catch {
    return undefined
  }
}

/** Integers beyond 2^53 keep their digits, in browsers that show how a number was written. */
function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const written = context?.source
  if (typeof value !== 'number' || Number.isSafeInteger(value) || written === undefined) return value
  return /^-?\d+$/.test(written) ? BigInt(written) : value
}

/** What a cell shows, as plain data; `TableCell` draws it. */
export type CellContent =
  | { kind: 'empty' }
  | { kind: 'null'; text: string }
  /** `title`: the exact instant, or the day, of a date */
  | { kind: 'text'; text: string; title?: string }
  /** not yet sanitized */
  | { kind: 'html'; html: string }
  | ({ kind: 'link' } & LinkCell)
  | ({ kind: 'image' } & ImageCell)
  /** text that is JSON */
  | { kind: 'json'; text: string }

const emptyCell: CellContent = { kind: 'empty' }

/** What the cell of a column shows in a row (reference-visualizations 3.2). */
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

/** What a date says whatever its format leaves out; a day is no instant. */
function exactDate(value: unknown): string | undefined {
  const exact = exactInstant(value)
  return exact !== undefined && typeof value === 'string' && value.length === 10 ? value : exact
}
