import { clockText, type Weekday, weekdays } from './schedule.ts'

/** Time and day of a schedule, in UTC or in a local zone. */
export interface Slot {
  time: string
  day_of_week: Weekday | null
}

const dayMinutes = 24 * 60

/** Converts a UTC slot to this zone, with the offset that applies at `now`. */
export function toLocalSlot(slot: Slot, zone: string, now: Date): Slot {
  return shifted(slot, offsetMinutes(zone, now))
}

/** Converts a slot chosen in this zone to UTC. The inverse of `toLocalSlot`. */
export function toUtcSlot(slot: Slot, zone: string, now: Date): Slot {
  return shifted(slot, -offsetMinutes(zone, now))
}

function shifted({ time, day_of_week }: Slot, minutes: number): Slot {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const moved = hour * 60 + minute + minutes
  const days = Math.floor(moved / dayMinutes)
  return {
    time: clockText(moved - days * dayMinutes),
    day_of_week: day_of_week === null ? null : dayAfter(day_of_week, days),
  }
}

function dayAfter(day: Weekday, days: number): Weekday {
  return weekdays[(weekdays.indexOf(day) + days + 7) % 7] ?? day
}

/** Offset of a zone from UTC in minutes; unknown zones count as UTC. */
export function offsetMinutes(zone: string, now: Date): number {
  const text = offsetText(zone, now)
  const parts = /^GMT([+-])(\d{2}):(\d{2})/.exec(text)
  if (parts === null) return 0
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3]))
}

function offsetText(zone: string, now: Date): string {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    return format.formatToParts(now).find((part) => part.type === 'timeZoneName')?.value ?? ''
  } catch {
    return ''
  }
}
