import dayjs from 'dayjs'
import english from 'dayjs/locale/en.js'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { monthNames, weekdayNames } from '#shared/format/calendar-names.ts'
import { locale } from '#shared/messages/translate.ts'
import { normalizeValue } from '#shared/parameters/normalize-value.ts'

dayjs.extend(customParseFormat)
/** Month and weekday names of the pickers in the language of the page. */
if (locale !== 'en') {
  dayjs.locale({
    ...english,
    name: locale,
    months: [...monthNames('long')],
    monthsShort: [...monthNames('short')],
    weekdays: [...weekdayNames('long')],
    weekdaysShort: [...weekdayNames('short')],
    weekdaysMin: weekdayNames('short').map((name) => name.slice(0, 2)),
  })
}

/** The organization's date format, with the time of the type. */
export function displayFormat(type: string, dateFormat: string): string {
  const date = dateFormat || 'YYYY-MM-DD'
  if (type === 'date' || type === 'date-range') return date
  return type.endsWith('with-seconds') ? `${date} HH:mm:ss` : `${date} HH:mm`
}

/** A date or a range in the display format; empty for other values. */
export function displayDates(type: string, value: unknown, dateFormat: string): string {
  const format = displayFormat(type, dateFormat)
  if (typeof value === 'string') return dayjs(value).format(format)
  if (typeof value !== 'object' || value === null) return ''
  const { start, end } = value as { start?: unknown; end?: unknown }
  if (typeof start !== 'string' || typeof end !== 'string') return ''
  return `${dayjs(start).format(format)} – ${dayjs(end).format(format)}`
}

/** Parses typed text in the organization's format or ISO form. null: not a date. */
export function typedDate(text: string, dateFormat: string): string | null {
  const date = dayjs(text.trim(), dateFormat, true)
  if (date.isValid()) return date.format('YYYY-MM-DD')
  const iso = normalizeValue({ name: '', title: '', type: 'date', value: null, global: false }, text.trim())
  return typeof iso === 'string' ? iso : null
}
