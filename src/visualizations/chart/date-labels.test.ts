import { describe, expect, it } from 'vitest'
import { dateLabels, datesOf, timeAxisLabel } from './date-labels.ts'

const day = 86_400_000

function daysFrom(start: string, count: number, step = day): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${start}Z`) + index * step).toISOString().slice(0, step < day ? 19 : 10),
  )
}

function months(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(from, index, 1)).toISOString().slice(0, 10),
  )
}

function labelled(categories: readonly string[], width: number) {
  const { places, rotate, textOf } = dateLabels(categories, datesOf(categories) ?? [], width)
  const step = places.length > 1 ? (places[1] ?? 0) - (places[0] ?? 0) : 0
  const even = places.every((place, index) => index === 0 || place - (places[index - 1] ?? 0) === step)
  return { texts: places.map((place) => textOf(categories[place] ?? '')), rotate, step, even }
}

describe('the labels of categories that are dates', () => {
  it('are whole weeks from the first Monday on for many days, with the year once', () => {
    // 1 January 2026 is a Thursday
    const { texts, rotate, step, even } = labelled(daysFrom('2025-11-01', 90), 600)
    expect([rotate, step, even]).toEqual([0, 14, true])
    expect(texts).toEqual(['3 Nov\n2025', '17 Nov', '1 Dec', '15 Dec', '29 Dec', '12 Jan\n2026', '26 Jan'])
  })
  it('are all of them when they fit in short forms', () => {
    expect(labelled(months(2026, 12), 600)).toMatchObject({ step: 1, rotate: 0 })
    expect(labelled(months(2026, 3), 600).texts).toEqual(['Jan\n2026', 'Feb', 'Mar'])
  })
  it('begin quarters and years at their first month', () => {
    expect(labelled(months(2023, 40).slice(1), 600).texts).toEqual(
      'Apr\n2023,Jul,Oct,Jan\n2024,Apr,Jul,Oct,Jan\n2025,Apr,Jul,Oct,Jan\n2026,Apr'.split(','),
    )
    expect(labelled(months(2015, 120), 400).texts).toHaveLength(5)
    expect(labelled(months(2015, 120), 400).texts[1]).toBe('Jan\n2017')
  })
  it('are years', () => {
    const years = Array.from({ length: 30 }, (_, index) => `${1990 + index}-01-01`)
    expect(labelled(years, 400).texts).toEqual('1990 1995 2000 2005 2010 2015'.split(' '))
  })
  it('are round hours, with the day below its first one', () => {
    const hours = daysFrom('2026-01-05T22:00:00', 30, day / 24)
    expect(labelled(hours, 300).texts).toEqual(['00:00\n6 Jan', '06:00', '12:00', '18:00', '00:00\n7 Jan'])
  })
  it('slant in a narrow chart instead of being one or two, in one line', () => {
    const { texts, rotate } = labelled(daysFrom('2026-01-01', 31), 200)
    expect(rotate).toBe(45)
    expect(texts).toEqual(['5 Jan 2026', '12 Jan', '19 Jan', '26 Jan'])
  })
  it('stand at even steps whatever the width', () => {
    for (let width = 20; width < 1500; width += 37) {
      for (const categories of [daysFrom('2024-02-27', 400), months(2001, 77)]) {
        const { even, texts } = labelled(categories, width)
        expect(even).toBe(true)
        expect(texts.length).toBeGreaterThan(0)
      }
    }
  })
  it('are not for other texts, nor for bare years', () => {
    expect(datesOf(['2026-01-01', 'other'])).toBeNull()
    expect(datesOf(['2001', '2002'])).toBeNull()
    expect(datesOf([])).toBeNull()
    expect(datesOf(['2026-01-01 12:00:00'])).toEqual([Date.UTC(2026, 0, 1, 12)])
  })
})

describe('the labels of a time axis', () => {
  const at = Date.UTC(2026, 0, 5, 14, 30)
  it.each([
    ['year', 0, '2026'],
    ['month', 0, 'Jan\n2026'],
    ['month', 1, 'Jan'],
    ['day', 0, '5 Jan\n2026'],
    ['day', 2, '5 Jan'],
    ['minute', 0, '14:30\n5 Jan'],
    ['hour', 1, '14:30'],
    ['second', 1, '14:30:00'],
    ['millisecond', 1, '14:30:00.000'],
  ])('%s at %d: %j', (lowerTimeUnit, index, text) => {
    expect(timeAxisLabel(at, index, { time: { lowerTimeUnit } })).toBe(text)
  })
})
