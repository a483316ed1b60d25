import { plural, t } from '../messages/translate.ts'

const minute = 60
const hour = 3600
const day = 86_400
const week = 604_800

/**
 * A schedule's interval in words: `30 seconds`, `5 minutes`, `1 hour`, `2 days`, `1 week`. Weeks only for multiples of
 * a week (docs/reference/screens.md#units); otherwise the largest unit, rounded.
 */
export function formatInterval(seconds: number): string {
  const { count, unit } = inUnits(seconds)
  switch (unit) {
    case week:
      return plural(count, { one: '{count} week', other: '{count} weeks' })
    case day:
      return plural(count, { one: '{count} day', other: '{count} days' })
    case hour:
      return plural(count, { one: '{count} hour', other: '{count} hours' })
    case minute:
      return plural(count, { one: '{count} minute', other: '{count} minutes' })
    default:
      return plural(count, { one: '{count} second', other: '{count} seconds' })
  }
}

/** The same as the beginning of a phrase: `Every minute`, `Every 5 minutes`, `Every 2 weeks`. */
export function everyInterval(seconds: number): string {
  const { count, unit } = inUnits(seconds)
  switch (unit) {
    case week:
      return plural(count, { one: 'Every week', other: 'Every {count} weeks' })
    case day:
      return plural(count, { one: 'Every day', other: 'Every {count} days' })
    case hour:
      return plural(count, { one: 'Every hour', other: 'Every {count} hours' })
    case minute:
      return plural(count, { one: 'Every minute', other: 'Every {count} minutes' })
    default:
      return plural(count, { one: 'Every second', other: 'Every {count} seconds' })
  }
}

function inUnits(seconds: number): { count: number; unit: number } {
  if (seconds >= week && seconds % week === 0) return { count: seconds / week, unit: week }
  const unit = [day, hour, minute].find((one) => seconds >= one) ?? 1
  return { count: Math.round(seconds / unit), unit }
}

/** How long something took: `4 ms`, `1.24 s`, `12.4 s`, `2 min 5 s`, `1 h 3 min`, `2 d 4 h`. */
export function formatRuntime(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return ''
  if (seconds < 0.9995) return t('{count} ms', { count: Math.round(seconds * 1000) })
  if (seconds < 9.995) return t('{seconds} s', { seconds: Number(seconds.toFixed(2)) })
  if (seconds < 59.95) return t('{seconds} s', { seconds: Number(seconds.toFixed(1)) })
  const whole = Math.round(seconds)
  const days = Math.floor(whole / day)
  const hours = Math.floor((whole % day) / hour)
  const minutes = Math.floor((whole % hour) / minute)
  const rest = whole % minute
  if (days > 0) return hours > 0 ? t('{days} d {hours} h', { days, hours }) : t('{days} d', { days })
  if (hours > 0) {
    return minutes > 0 ? t('{hours} h {minutes} min', { hours, minutes }) : t('{hours} h', { hours })
  }
  return rest > 0
    ? t('{minutes} min {seconds} s', { minutes, seconds: rest })
    : t('{minutes} min', { minutes })
}
