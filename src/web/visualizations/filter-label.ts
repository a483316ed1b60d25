import { formatDateTime } from '#shared/format/dates.ts'

/** In which dates are shown. */
export interface DateFormats {
  dateFormat: string
  dateTimeFormat: string
}

/** A value of a filter as people read it. */
export function filterLabel(value: unknown, type: string | null, formats: DateFormats): string {
  if (type === 'date') return formatDateTime(value, formats.dateFormat)
  if (type === 'datetime') return formatDateTime(value, formats.dateTimeFormat)
  return value === null ? 'null' : String(value)
}
