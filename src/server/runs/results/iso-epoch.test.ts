import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInstant } from '#shared/format/instants.ts'
import { isoEpoch } from './iso-epoch.ts'

const epochOf = (text: string) => isoEpoch(Buffer.from(text), 0, Buffer.byteLength(text))

describe('isoEpoch', () => {
  it('reads what the web client reads as an instant', () => {
    const two = (max: number, min = 0) =>
      fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'))
    const date = fc
      .tuple(fc.integer({ min: 0, max: 9999 }), two(13), two(32))
      .map(([year, month, day]) => `${String(year).padStart(4, '0')}-${month}-${day}`)
    const time = fc.tuple(two(25), two(61), two(61)).map((parts) => parts.join(':'))
    const zone = fc.oneof(
      fc.constantFrom('', 'Z', '+02', '-0530'),
      fc.tuple(two(14), two(59)).map(([h, m]) => `+${h}:${m}`),
    )
    const text = fc.oneof(
      date,
      fc
        .tuple(date, fc.constantFrom('T', ' '), time, fc.constantFrom('', '.5', '.123'), zone)
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (given) => {
        const read = epochOf(given)
        if (!Number.isNaN(read)) expect(read).toBe(parseInstant(given)?.epoch)
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps microseconds', () => {
    expect(epochOf('2026-01-31T23:59:59.123456+00:00')).toBe(Date.parse('2026-01-31T23:59:59.123Z') + 0.456)
    expect(epochOf('2026-01-31 23:59:59.1234569')).toBe(Date.parse('2026-01-31T23:59:59.123Z') + 0.456)
  })

  it.each([
    '2026-02-30',
    '2026-1-1',
    '',
    '2026-01-01T10',
    '2026-01-01T10:00:00+2',
    '2026-01-01T10:00:00.',
    'yesterday!',
  ])('leaves %j to others', (text) => {
    expect(epochOf(text)).toBeNaN()
  })
})
