import { plural, t } from '../messages/translate.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const month = 30 * day
const year = 365 * day

/** `just now`, `a minute ago`, `3 hours ago` … (docs/reference/screens.md#units). Both arguments are milliseconds since 1970. */
export function relativeTime(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1000))
  if (seconds < minute) return t('just now')
  if (seconds < hour) {
    return plural(Math.floor(seconds / minute), { one: 'a minute ago', other: '{count} minutes ago' })
  }
  if (seconds < day) {
    return plural(Math.floor(seconds / hour), { one: 'an hour ago', other: '{count} hours ago' })
  }
  if (seconds < month) {
    return plural(Math.floor(seconds / day), { one: 'a day ago', other: '{count} days ago' })
  }
  if (seconds < year) {
    return plural(Math.floor(seconds / month), { one: 'a month ago', other: '{count} months ago' })
  }
  return plural(Math.floor(seconds / year), { one: 'a year ago', other: '{count} years ago' })
}
