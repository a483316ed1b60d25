import { describe, expect, it } from 'vitest'
import type { Row } from '../visualization.ts'
import { dataOf } from './chart-samples.ts'
import { completedMapping, suggestChart, suggestMapping } from './suggest-mapping.ts'

const days = ['2024-01-01', '2024-01-02']
const byRegion = days.flatMap((day) =>
  ['N', 'S'].map((region) => ({ day, region, id: 7, sales: 3, cost: 2 })),
)
const crossed = ['Drama', 'Comedy'].flatMap((genre) =>
  ['PG', 'R'].map((rated) => ({ genre, rated, rating: 6.5 })),
)

describe('a suggested mapping', () => {
  it.each([
    ['a date before a text', [{ name: 'a', day: '2024-01-01', n: 1 }], {}, { day: 'x', n: 'y' }],
    ['a text', [{ n: 1, name: 'a' }], {}, { name: 'x', n: 'y' }],
    ['two numbers', [{ a: 1, b: 2 }], {}, { a: 'x', b: 'y' }],
    ['declared types', [{ d: null, n: '12' }], { d: 'date', n: 'integer' }, { d: 'x', n: 'y' }],
    ['a year', [{ year: 2020, n: 1 }], {}, { year: 'x', n: 'y' }],
    ['texts of numbers', [{ who: 'a', n: '12', m: 'b' }], {}, { who: 'x', n: 'y' }],
    ['one number', [{ n: 1 }], {}, {}],
    ['texts only', [{ a: 'x', b: 'y' }], {}, {}],
    ['no rows', [], {}, {}],
    ['numbers of one size', [{ who: 'a', sales: 100, cost: 70 }], {}, { who: 'x', sales: 'y', cost: 'y' }],
    ['numbers of other sizes', [{ who: 'a', sales: 100, share: 0.2 }], {}, { who: 'x', sales: 'y' }],
    ['a date and a text of few values', byRegion, {}, { day: 'x', sales: 'y', region: 'series' }],
    ['two texts that name each row together', crossed, {}, { genre: 'x', rating: 'y', rated: 'series' }],
    ['two texts of repeated rows', [...crossed, ...crossed], {}, { genre: 'x', rating: 'y' }],
    ['a text that names each row', [{ day: days[0], who: 'a', n: 1 }], {}, { day: 'x', n: 'y' }],
    ['keys beside numbers', [{ who: 'a', id: 1, user_id: 5, orderId: 2, n: 3 }], {}, { who: 'x', n: 'y' }],
    ['keys alone', [{ who: 'a', id: 1 }], {}, { who: 'x', id: 'y' }],
    ['a key and a number', [{ id: 1, n: 3 }], {}, { id: 'x', n: 'y' }],
    ['words that end so', [{ who: 'a', paid: 3, user_id: 1 }], {}, { who: 'x', paid: 'y' }],
    ['hostile names', [{ ['__proto__']: 'a', constructor: 1 }], {}, { ['__proto__']: 'x', constructor: 'y' }],
  ] as [string, Row[], Record<string, string>, object][])(
    'is made for %s',
    (_name, rows, types, expected) => {
      expect(suggestMapping(dataOf(rows, types))).toEqual(expected)
    },
  )

  it('uses at most four numbers, and no text with many values as series', () => {
    const wide = dataOf([{ who: 'a', a: 1, b: 2, c: 3, d: 4, e: 5 }])
    expect(Object.keys(suggestMapping(wide))).toEqual(['who', 'a', 'b', 'c', 'd'])
    const many = Array.from({ length: 40 }, (_, n) => ({ day: days[n % 2], city: `city ${n % 20}`, n }))
    expect(suggestMapping(dataOf(many))).toEqual({ day: 'x', n: 'y' })
  })
})

describe('a suggested chart', () => {
  const byDay = (count: number): Row[] =>
    Array.from({ length: count }, (_, day) => ({
      day: new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
      n: day,
    }))
  it('has lines for many dates, else bars', () => {
    const columnMapping = { day: 'x', n: 'y' }
    expect(suggestChart(dataOf(byDay(41)))).toEqual({ columnMapping, globalSeriesType: 'line' })
    expect(suggestChart(dataOf(byDay(40)))).toEqual({ columnMapping })
    expect(suggestChart(dataOf([{ who: 'a', n: 1 }]))).toEqual({ columnMapping: { who: 'x', n: 'y' } })
    expect(suggestChart(dataOf([]))).toEqual({ columnMapping: {} })
  })
})

describe('a mapping for another chart type', () => {
  const data = dataOf([{ day: 'a', sales: 1, cost: 2, user_id: 3, region: 'EU' }])
  const chosen = { day: 'x', sales: 'y', region: 'series' }

  it('uses free columns for missing roles', () => {
    expect(completedMapping(chosen, ['x', 'y', 'size'], data)).toEqual({ ...chosen, cost: 'size' })
    expect(completedMapping({}, ['x', 'y', 'zVal'], data)).toEqual({ day: 'x', sales: 'y', cost: 'zVal' })
  })

  it('leaves a role open without a suitable column', () => {
    const full = { ...chosen, cost: 'y' }
    expect(completedMapping(full, ['x', 'y', 'size'], data)).toEqual(full)
  })

  it('keeps everything that was chosen, back and forth', () => {
    const bubbles = completedMapping({ ...chosen, cost: 'yError' }, ['x', 'y', 'size'], data)
    const pie = completedMapping(bubbles, ['y'], data)
    expect(completedMapping(pie, ['x', 'y'], data)).toMatchObject({ ...chosen, cost: 'yError' })
  })
})
