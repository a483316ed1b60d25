import { plural, t } from '../messages/translate.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `in a minute`, `in 3 hours`, `in 2 days`; `any moment now` for the past. Milliseconds since 1970. */
export function timeUntil(then: number, now: number): string {
  const left = then - now
  if (left <= 0) return t('any moment now')
  if (left < hour) return plural(rounded(left / minute), { one: 'in a minute', other: 'in {count} minutes' })
  if (left < day) return plural(rounded(left / hour), { one: 'in an hour', other: 'in {count} hours' })
  return plural(rounded(left / day), { one: 'in a day', other: 'in {count} days' })
}

/** Rounded, so that a few seconds less than two hours are two hours. */
function rounded(amount: number): number {
  return Math.max(1, Math.round(amount))
}
