import { formatDateTime } from '#shared/format/dates.ts'

/** Formats of dates. */
export interface DateFormats {
  dateFormat: string
  dateTimeFormat: string
}

/** A value of a filter, formatted. */
export function filterLabel(value: unknown, type: string | null, formats: DateFormats): string {
  if (type === 'date') return formatDateTime(value, formats.dateFormat)
  if (type === 'datetime') return formatDateTime(value, formats.dateTimeFormat)
  return value === null ? 'null' : String(value)
}
