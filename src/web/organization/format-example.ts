import { formatDateTime } from '#shared/format/dates.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { SettingsInForce } from '#shared/organizations/organizations-api.ts'

type Formats = Pick<
  SettingsInForce,
  | 'date_format'
  | 'time_format'
  | 'integer_format'
  | 'float_format'
  | 'thousands_separator'
  | 'decimal_separator'
>

/** An instant, an integer and a decimal in these formats. */
export function formatExamples(
  formats: Formats,
  now: Date,
): { date: string; integer: string; float: string } {
  const separators = {
    thousandsSeparator: formats.thousands_separator,
    decimalSeparator: formats.decimal_separator,
  }
  return {
    date: formatDateTime(now.toISOString(), `${formats.date_format} ${formats.time_format}`),
    integer: formatNumber(1234567, formats.integer_format, separators),
    float: formatNumber(1234.5678, formats.float_format, separators),
  }
}
