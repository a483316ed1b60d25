import { formatInstant } from '#shared/format/dates.ts'
import { daysInMonth, instantInUtc } from '#shared/format/instants.ts'
import { t } from '#shared/messages/translate.ts'

/** Time between two rows of a cohort. All arithmetic is in UTC. */
export type Interval = 'daily' | 'weekly' | 'monthly' | 'yearly'

export const intervals: readonly Interval[] = ['daily', 'weekly', 'monthly', 'yearly']

/** Unknown names count as `daily`. */
export function intervalOf(text: string): Interval {
  return intervals.find((interval) => interval === text) ?? 'daily'
}

const dayLength = 86_400_000

/** Complete intervals between two instants, in epoch milliseconds; `to` is the later one. */
export function intervalsBetween(from: number, to: number, interval: Interval): number {
  switch (interval) {
    case 'daily':
      return Math.trunc((to - from) / dayLength)
    case 'weekly':
      return Math.trunc((to - from) / (7 * dayLength))
    case 'monthly':
      return monthsBetween(from, to)
    case 'yearly':
      return Math.trunc(monthsBetween(from, to) / 12)
  }
}

function monthsBetween(from: number, to: number): number {
  const [start, end] = [instantInUtc(from), instantInUtc(to)]
  const months = (end.year - start.year) * 12 + end.month - start.month
  return addMonths(from, months) > to ? months - 1 : months
}

/** The same day and time `months` later, or the last day of a month that is too short. */
function addMonths(epoch: number, months: number): number {
  const { year, month, day } = instantInUtc(epoch)
  const index = year * 12 + month - 1 + months
  const [laterYear, laterMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1]
  const date = new Date(epoch)
  return date.setUTCFullYear(laterYear, laterMonth - 1, Math.min(day, daysInMonth(laterYear, laterMonth)))
}

export function addIntervals(epoch: number, count: number, interval: Interval): number {
  switch (interval) {
    case 'daily':
      return epoch + count * dayLength
    case 'weekly':
      return epoch + count * 7 * dayLength
    case 'monthly':
      return addMonths(epoch, count)
    case 'yearly':
      return addMonths(epoch, count * 12)
  }
}

const labelFormats: Readonly<Record<Interval, string>> = {
  daily: 'MMMM D, YYYY',
  weekly: 'MMM D, YYYY',
  monthly: 'MMMM YYYY',
  yearly: 'YYYY',
}

/** The label of a row; empty beyond the range of `Date`. */
export function intervalLabel(epoch: number, interval: Interval): string {
  if (Math.abs(epoch) > 8.64e15) return ''
  const date = formatInstant(instantInUtc(epoch), labelFormats[interval])
  return interval === 'weekly' ? t('Week of {date}', { date }) : date
}
