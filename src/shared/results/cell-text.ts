import { formatDateTime } from '../format/dates.ts'
import { isDecimalText } from '../format/decimal.ts'
import { formatNumber, type Separators } from '../format/numbers.ts'
import { fillTemplate } from '../format/template.ts'
import type { ResultRow } from './typed-result.ts'

/** The column options that affect the text of cells (docs/reference/visualizations.md#table-options). */
export interface ShownColumn {
  name: string
  /** `number`, `datetime`, `boolean`, `link`, `image`; anything else shows as text */
  displayAs: string
  numberFormat?: string | undefined
  dateTimeFormat?: string | undefined
  booleanValues?: readonly string[] | undefined
  linkUrlTemplate?: string | undefined
  linkTextTemplate?: string | undefined
  imageUrlTemplate?: string | undefined
  imageTitleTemplate?: string | undefined
  /** text cells are HTML */
  allowHTML?: boolean | undefined
}

/** Settings of the organization that cells need. */
export interface CellFormats extends Separators {
  nullValue: string
}

/** Whether this cell shows the null marker. A link or image that does not use the cell's value is still shown. */
export function showsNull(column: ShownColumn, value: unknown): boolean {
  if (value !== null) return false
  if (column.displayAs === 'link') return usesCell(column.linkUrlTemplate)
  return column.displayAs === 'image' ? usesCell(column.imageUrlTemplate) : true
}

function usesCell(template: string | undefined): boolean {
  return /\{\{\s*@\s*\}\}/.test(template ?? '')
}

/**
 * Text of a cell that is not null, for text, number, date and boolean columns. A cell that does not fit its column (the
 * type may be a guess from the first rows) shows unformatted.
 */
export function formatCell(column: ShownColumn, value: unknown, formats: CellFormats): string {
  switch (column.displayAs) {
    case 'number':
      return isNoNumber(value) ? value : formatNumber(value, column.numberFormat, formats)
    case 'datetime':
      return formatDateTime(value, column.dateTimeFormat)
    case 'boolean':
      return formatBoolean(value, column.booleanValues ?? [])
    default:
      return String(value)
  }
}

function isNoNumber(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && !isDecimalText(value.trim())
}

/** `[false text, true text]`; a single text is used for true only (docs/reference/visualizations.md#booleans). */
export function formatBoolean(value: unknown, texts: readonly string[]): string {
  if (texts.length === 0) return value ? 'true' : 'false'
  if (texts.length === 1) return value ? String(texts[0]) : ''
  return String(texts[value ? 1 : 0])
}

/** The address of a link, before the safety check, and its text. */
export function linkText(
  column: ShownColumn,
  value: unknown,
  row: ResultRow,
): { address: string; text: string } {
  const data = withCell(row, value)
  const address = fillTemplate(column.linkUrlTemplate, data).trim()
  const text = fillTemplate(column.linkTextTemplate, data).trim()
  return { address, text: address === '' ? '' : text || address }
}

export function imageTitle(column: ShownColumn, value: unknown, row: ResultRow): string {
  return fillTemplate(column.imageTitleTemplate, withCell(row, value)).trim()
}

/** The row with `@` for the current cell. */
export function withCell(row: ResultRow, value: unknown): Record<string, unknown> {
  return { ...row, '@': value }
}

/** The text that search matches: the one that the cell shows. */
export function searchText(column: ShownColumn, row: ResultRow, formats: CellFormats): string {
  const value = row[column.name]
  if (showsNull(column, value)) return formats.nullValue
  switch (column.displayAs) {
    case 'link':
      return linkText(column, value, row).text
    case 'image':
      return imageTitle(column, value, row)
    default:
      if (value === undefined) return ''
      return isHtml(column) ? textOfHtml(String(value)) : formatCell(column, value, formats)
  }
}

const formattedKinds = ['number', 'datetime', 'boolean', 'json']

function isHtml({ allowHTML, displayAs }: ShownColumn): boolean {
  return allowHTML === true && !formattedKinds.includes(displayAs)
}

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}

/** The visible text of HTML, approximately: enough for search and width. */
function textOfHtml(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (found) => characters[found] ?? found)
}

/** Columns that `searchText` reads: the shown ones and those that templates name. */
export function namesInTexts(columns: readonly ShownColumn[]): Set<string> {
  const names = new Set<string>()
  for (const column of columns) {
    names.add(column.name)
    const templates =
      column.displayAs === 'link'
        ? [column.linkUrlTemplate, column.linkTextTemplate]
        : column.displayAs === 'image'
          ? [column.imageUrlTemplate, column.imageTitleTemplate]
          : []
    for (const template of templates) {
      for (const [, name = ''] of (template ?? '').matchAll(/\{\{\s*([^\s{}]+?)\s*\}\}/g)) names.add(name)
    }
  }
  return names
}
