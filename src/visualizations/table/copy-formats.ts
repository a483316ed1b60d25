import { exactDecimal } from '#shared/format/exact-decimal.ts'

/** Cells to copy: their full values, not what they show. */
export interface CopiedCells {
  columns: readonly { name: string; type: string | null }[]
  rows: readonly (readonly unknown[])[]
}

export type CopyFormat = 'tsv' | 'tsv-head' | 'csv' | 'markdown' | 'json' | 'sql'

/**
 * The text of copied cells. `tsv` is what spreadsheets paste; with a head, and in the other formats, the names of the
 * columns are part of it.
 */
export function copyText(format: CopyFormat, cells: CopiedCells): string {
  const names = cells.columns.map(({ name }) => name)
  switch (format) {
    case 'tsv':
      return cells.rows.map((row) => row.map(tsvCell).join('\t')).join('\n')
    case 'tsv-head':
      return [names, ...cells.rows].map((row) => row.map(tsvCell).join('\t')).join('\n')
    case 'csv':
      return [names, ...cells.rows].map((row) => row.map(csvCell).join(',')).join('\r\n')
    case 'markdown':
      return markdown(cells, names)
    case 'json':
      return json(cells)
    case 'sql':
      return cells.rows.map((row) => sqlRow(row, cells)).join(',\n')
  }
}

/** The value without a format: all digits, dates as they are stored; null is empty. */
export function plainValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Spreadsheets read quotes as in CSV. A lone cell is copied as it is. */
function tsvCell(value: unknown, _index: number, row: readonly unknown[]): string {
  const text = plainValue(value)
  return row.length > 1 && /[\t\n\r"]/.test(text) ? quoted(text) : text
}

function csvCell(value: unknown): string {
  const text = plainValue(value)
  // null is empty, an empty text is not
  return /[",\n\r]/.test(text) || (text === '' && typeof value === 'string') ? quoted(text) : text
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function markdown({ columns, rows }: CopiedCells, names: readonly string[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = columns.map(({ type }) => (type === 'integer' || type === 'float' ? '---:' : '---'))
  return [
    line(names.map(markdownCell)),
    line(rule),
    ...rows.map((row) => line(row.map((value) => markdownCell(plainValue(value))))),
  ].join('\n')
}

function markdownCell(text: string): string {
  return text
    .replace(/[\\|<>&*_`[\]]/g, (found) =>
      found === '<' ? '&lt;' : found === '>' ? '&gt;' : found === '&' ? '&amp;' : `\\${found}`,
    )
    .replace(/\r\n|\r|\n/g, '<br>')
}

/** A list of objects. Long numbers are written with all their digits. */
function json({ columns, rows }: CopiedCells): string {
  const lines = rows.map((row) => {
    const fields = columns.map(
      ({ name, type }, index) => `${JSON.stringify(name)}: ${jsonCell(row[index], type)}`,
    )
    return `  {${fields.join(', ')}}`
  })
  return `[\n${lines.join(',\n')}\n]`
}

function jsonCell(value: unknown, type: string | null): string {
  if (value === undefined) return 'null'
  if (isLongNumber(value, type)) return numberText(value)
  return JSON.stringify(typeof value === 'bigint' ? String(value) : value)
}

/** JSON knows neither `+1` nor `.5`. */
function numberText(text: string): string {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim()) ? text.trim() : JSON.stringify(text)
}

function isLongNumber(value: unknown, type: string | null): value is string {
  const isNumeric = type === 'integer' || type === 'float'
  return isNumeric && typeof value === 'string' && exactDecimal(value) !== undefined
}

/** One row for `values` or, of a single column, one value for `in (…)`. */
function sqlRow(row: readonly unknown[], { columns }: CopiedCells): string {
  const values = row.map((value, index) => sqlValue(value, columns[index]?.type ?? null))
  return values.length === 1 ? (values[0] ?? '') : `(${values.join(', ')})`
}

function sqlValue(value: unknown, type: string | null): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  const text = plainValue(value)
  return isLongNumber(value, type) ? text.trim() : `'${text.replaceAll("'", "''")}'`
}
