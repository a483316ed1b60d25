const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `in a minute`, `in 3 hours`, `in 2 days`; `any moment now` for what is past. Milliseconds since 1970. */
export function timeUntil(then: number, now: number): string {
  const left = then - now
  if (left <= 0) return 'any moment now'
  if (left < hour) return spoken(left / minute, 'a minute', 'minutes')
  if (left < day) return spoken(left / hour, 'an hour', 'hours')
  return spoken(left / day, 'a day', 'days')
}

/** Rounded, so that two hours less some seconds are two hours. */
function spoken(amount: number, one: string, many: string): string {
  const whole = Math.max(1, Math.round(amount))
  return `in ${whole === 1 ? one : `${whole} ${many}`}`
}
