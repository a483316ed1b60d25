import { formatDateTime } from '#shared/format/dates.ts'
import type { HostSettings } from '../visualization.ts'
import { formatBoolean } from './columns/cell.ts'

/**
 * A cell as a label in a picture: dates and booleans in the organization's formats, other values unformatted. A
 * missing value gives `""`.
 */
export function cellLabel(cell: unknown, type: string | null | undefined, settings: HostSettings): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return formatBoolean(cell, settings.booleanValues)
  if (type === 'date') return formatDateTime(cell, settings.dateFormat)
  if (type === 'datetime') return formatDateTime(cell, settings.dateTimeFormat)
  return String(cell)
}
