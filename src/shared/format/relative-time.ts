const minute = 60
const hour = 60 * minute
const day = 24 * hour
const month = 30 * day
const year = 365 * day

/** `just now`, `a minute ago`, `3 hours ago` … (part 2, section 2). Both arguments are milliseconds since 1970. */
export function relativeTime(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1000))
  if (seconds < minute) return 'just now'
  if (seconds < hour) return spoken(seconds / minute, 'a minute', 'minutes')
  if (seconds < day) return spoken(seconds / hour, 'an hour', 'hours')
  if (seconds < month) return spoken(seconds / day, 'a day', 'days')
  if (seconds < year) return spoken(seconds / month, 'a month', 'months')
  return spoken(seconds / year, 'a year', 'years')
}

function spoken(amount: number, one: string, many: string): string {
  const whole = Math.floor(amount)
  return whole === 1 ? `${one} ago` : `${whole} ${many} ago`
}
