const minute = 60
const hour = 3600
const day = 86_400
const week = 604_800

/**
 * A schedule's interval in words: `30 seconds`, `5 minutes`, `1 hour`, `2 days`, `1 week`. Weeks only when the interval
 * is made of whole weeks (part 1 section 9); the largest unit otherwise, rounded.
 */
export function formatInterval(seconds: number): string {
  if (seconds >= week && seconds % week === 0) return counted(seconds / week, 'week')
  if (seconds >= day) return counted(Math.round(seconds / day), 'day')
  if (seconds >= hour) return counted(Math.round(seconds / hour), 'hour')
  if (seconds >= minute) return counted(Math.round(seconds / minute), 'minute')
  return counted(Math.round(seconds), 'second')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How long something took: `4 ms`, `1.24 s`, `12.4 s`, `2 min 5 s`, `1 h 3 min`, `2 d 4 h`. */
export function formatRuntime(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return ''
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 9.995) return `${Number(seconds.toFixed(2))} s`
  if (seconds < 59.95) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  if (whole < hour) return twoUnits(whole, minute, 'min', 1, 's')
  if (whole < day) return twoUnits(whole, hour, 'h', minute, 'min')
  return twoUnits(whole, day, 'd', hour, 'h')
}

function twoUnits(
  seconds: number,
  large: number,
  largeUnit: string,
  small: number,
  smallUnit: string,
): string {
  const rest = Math.floor((seconds % large) / small)
  return `${Math.floor(seconds / large)} ${largeUnit}${rest > 0 ? ` ${rest} ${smallUnit}` : ''}`
}
