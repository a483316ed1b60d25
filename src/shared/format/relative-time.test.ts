import { describe, expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = Date.UTC(2025, 5, 15, 12)
const ago = (seconds: number) => relativeTime(now - seconds * 1000, now)

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, 'a minute ago'],
    [119, 'a minute ago'],
    [120, '2 minutes ago'],
    [3599, '59 minutes ago'],
    [3600, 'an hour ago'],
    [7200, '2 hours ago'],
    [86_400, 'a day ago'],
    [5 * 86_400, '5 days ago'],
    [31 * 86_400, 'a month ago'],
    [90 * 86_400, '3 months ago'],
    [366 * 86_400, 'a year ago'],
    [800 * 86_400, '2 years ago'],
  ])('%i seconds', (seconds, expected) => {
    expect(ago(seconds)).toBe(expected)
  })

  it('treats a time in the future as now', () => {
    expect(ago(-90)).toBe('just now')
  })
})
