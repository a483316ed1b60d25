import { describe, expect, it } from 'vitest'
import { createFigureCounter } from './selection-figures.ts'

const figuresOf = (type: string | null, ...values: unknown[]) => {
  const counter = createFigureCounter()
  for (const value of values) counter.add(value, type)
  return counter.figures()
}

describe('figures of a selection', () => {
  it('add numbers without losing digits', () => {
    expect(figuresOf('integer', 1, 2, null, 4)).toEqual({
      cells: 4,
      count: 3,
      numbers: 3,
      sum: '7',
      average: '2.333333',
      least: '1',
      most: '4',
    })
    expect(figuresOf('float', 0.1, 0.2)).toMatchObject({ sum: '0.3', average: '0.15' })
    expect(figuresOf('integer', '9007199254740993', 2, '9007199254740992')).toMatchObject({
      sum: '18014398509481987',
      least: '2',
      most: '9007199254740993',
    })
  })
  it('take no text for a number, and no number for nothing', () => {
    expect(figuresOf('string', '12', '', ' ')).toMatchObject({
      cells: 3,
      count: 3,
      numbers: 0,
      sum: null,
      least: null,
    })
    expect(figuresOf(null, 'x', 5)).toMatchObject({ numbers: 1, sum: '5' })
    expect(figuresOf('integer')).toMatchObject({ cells: 0, count: 0, sum: null })
  })
  it('know the first and the last of dates', () => {
    expect(figuresOf('datetime', '2026-01-02T10:00:00+02:00', '2026-01-02T09:00:00Z', null)).toMatchObject({
      numbers: 0,
      least: '2026-01-02T10:00:00+02:00',
      most: '2026-01-02T09:00:00Z',
    })
  })
})
