import { plural, t } from '../messages/translate.ts'

/** When a lasting `triggered` state sends messages again (docs/reference/api-alerts.md#rearm). */
export const rearmKinds = ['once', 'each', 'interval'] as const
export type RearmKind = (typeof rearmKinds)[number]

export const rearmOnce = 0
export const rearmEach = 1
/** Initial value when an interval is chosen (docs/reference/api-alerts.md#rearm). */
export const rearmFirstInterval = 3600
/** Max value that the server accepts. */
export const maxRearm = 2_147_483_647

export function rearmKind(rearm: number | null): RearmKind {
  if (rearm === null || rearm === rearmOnce) return 'once'
  return rearm === rearmEach ? 'each' : 'interval'
}

const unitSeconds = { seconds: 1, minutes: 60, hours: 3600, days: 86_400, weeks: 604_800 } as const
export type RearmUnit = keyof typeof unitSeconds

/** An interval as a count and a unit. */
export interface RearmInterval {
  count: number
  unit: RearmUnit
}

const largestFirst = (Object.keys(unitSeconds) as RearmUnit[]).reverse()

/** In the largest unit that divides it. */
export function intervalOf(seconds: number): RearmInterval {
  const unit = largestFirst.find((one) => seconds % unitSeconds[one] === 0) ?? 'seconds'
  return { count: seconds / unitSeconds[unit], unit }
}

export function secondsOf({ count, unit }: RearmInterval): number {
  return count * unitSeconds[unit]
}

/** Weeks are offered only for an interval of whole weeks (docs/reference/api-alerts.md#rearm). */
export function unitsFor(interval: RearmInterval): RearmUnit[] {
  const isWeeks = secondsOf(interval) % unitSeconds.weeks === 0
  return largestFirst.toReversed().filter((unit) => unit !== 'weeks' || isWeeks)
}

/**
 * Changing the unit keeps the count; changing to weeks keeps the interval, because weeks are only offered if they
 * divide it.
 */
export function withUnit(interval: RearmInterval, unit: RearmUnit): RearmInterval {
  if (unit === 'weeks') return { count: secondsOf(interval) / unitSeconds.weeks, unit }
  return { ...interval, unit }
}

/** The count must be an integer of at least 1 (docs/reference/api-alerts.md#rearm). null: no problem. */
export function intervalProblem({ count, unit }: { count: number | null; unit: RearmUnit }): string | null {
  if (count === null || !Number.isInteger(count) || count < 1)
    return t('The interval must be a whole number of at least 1.')
  return secondsOf({ count, unit }) > maxRearm ? t('The interval is too long.') : null
}

/** `At most every 2 hours` */
export function rearmInWords(rearm: number | null): string {
  const kind = rearmKind(rearm)
  if (kind === 'once') return t('Just once until back to normal')
  if (kind === 'each' || rearm === null) return t('Each time alert is evaluated until back to normal')
  return everyInWords(intervalOf(rearm))
}

function everyInWords({ count, unit }: RearmInterval): string {
  switch (unit) {
    case 'seconds':
      return plural(count, { one: 'At most every second', other: 'At most every {count} seconds' })
    case 'minutes':
      return plural(count, { one: 'At most every minute', other: 'At most every {count} minutes' })
    case 'hours':
      return plural(count, { one: 'At most every hour', other: 'At most every {count} hours' })
    case 'days':
      return plural(count, { one: 'At most every day', other: 'At most every {count} days' })
    case 'weeks':
      return plural(count, { one: 'At most every week', other: 'At most every {count} weeks' })
  }
}
