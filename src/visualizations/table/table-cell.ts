import { formatDateTime } from '#shared/format/dates.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { fillTemplate } from '#shared/format/template.ts'
import { safeImage, safeLink } from '../parts/safe-address.ts'
import type { HostSettings, Row } from '../visualization.ts'
import { type DisplayKind, displayKinds, type TableColumn } from './table-options.ts'

/** The kind of a column's cells; an unknown `displayAs` shows as text. */
export function kindOf({ displayAs }: TableColumn): DisplayKind {
  return displayKinds.find((kind) => kind === displayAs) ?? 'string'
}

/** Kinds whose cells stay on one line and as narrow as their content. */
export function isNarrow(kind: DisplayKind): boolean {
  return kind === 'number' || kind === 'datetime' || kind === 'boolean' || kind === 'image'
}

/** Does this cell show the null marker? A link or picture that does not use the cell itself is shown all the same. */
export function showsNull(column: TableColumn, value: unknown): boolean {
  if (value !== null) return false
  const kind = kindOf(column)
  if (kind === 'link') return usesCell(column.linkUrlTemplate)
  return kind === 'image' ? usesCell(column.imageUrlTemplate) : true
}

function usesCell(template: string): boolean {
  return /\{\{\s*@\s*\}\}/.test(template)
}

/** Text of a cell that is neither null nor undefined, for text, number, date and boolean columns. */
export function formatCell(column: TableColumn, value: unknown, settings: HostSettings): string {
  switch (kindOf(column)) {
    case 'number':
      return formatNumber(value, column.numberFormat, settings)
    case 'datetime':
      return formatDateTime(value, column.dateTimeFormat)
    case 'boolean':
      return formatBoolean(value, column.booleanValues)
    default:
      return String(value)
  }
}

/** `[false text, true text]`; a single text stands for true only (reference-visualizations 2.4). */
export function formatBoolean(value: unknown, texts: readonly string[]): string {
  if (texts.length === 0) return value ? 'true' : 'false'
  if (texts.length === 1) return value ? String(texts[0]) : ''
  return String(texts[value ? 1 : 0])
}

export interface LinkCell {
  /** `undefined`: not an address that may be linked; the text is shown without a link */
  href: string | undefined
  text: string
  title: string | undefined
  newTab: boolean
}

export function linkCell(column: TableColumn, value: unknown, row: Row): LinkCell {
  const data = withCell(row, value)
  const address = fillTemplate(column.linkUrlTemplate, data).trim()
  const text = fillTemplate(column.linkTextTemplate, data).trim()
  const title = fillTemplate(column.linkTitleTemplate, data).trim()
  return {
    href: address === '' ? undefined : safeLink(address),
    text: address === '' ? '' : text || address,
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
    title: fillTemplate(column.imageTitleTemplate, data).trim(),
    width: positiveInteger(fillTemplate(column.imageWidth, data)),
    height: positiveInteger(fillTemplate(column.imageHeight, data)),
  }
}

/** The row with `@` for the present cell. */
function withCell(row: Row, value: unknown): Record<string, unknown> {
  return { ...row, '@': value }
}

function positiveInteger(text: string): number | undefined {
  const number = Number.parseInt(text, 10)
  return number > 0 ? number : undefined
}

/** The parsed value of a JSON cell, or `undefined` when it is too long, no JSON, or no text. */
export function parseJsonCell(value: unknown, settings: HostSettings): { value: unknown } | undefined {
  if (typeof value !== 'string' || value.length > settings.tableCellMaxJSONSize) return undefined
  try {
    return { value: JSON.parse(value) as unknown }
  } catch {
    return undefined
  }
}

/** What search looks at: the text that the cell shows. */
export function searchText(column: TableColumn, row: Row, settings: HostSettings): string {
  const value = row[column.name]
  if (showsNull(column, value)) return settings.nullValue
  switch (kindOf(column)) {
    case 'link':
      return linkCell(column, value, row).text
    case 'image':
      return imageCell(column, value, row).title
    default:
      return value === undefined ? '' : formatCell(column, value, settings)
  }
}
