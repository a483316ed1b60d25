import { describe, expect, it } from 'vitest'
import { dataOf } from './chart-samples.ts'
import { completedMapping } from './complete-mapping.ts'

describe('a mapping for another chart type', () => {
  const data = dataOf([{ day: 'a', sales: 1, cost: 2, user_id: 3, region: 'EU' }])
  const chosen = { day: 'x', sales: 'y', region: 'series' }

  it('takes what is missing from the columns that nothing uses', () => {
    expect(completedMapping(chosen, ['x', 'y', 'size'], data)).toEqual({ ...chosen, cost: 'size' })
    expect(completedMapping({}, ['x', 'y', 'zVal'], data)).toEqual({ day: 'x', sales: 'y', cost: 'zVal' })
  })

  it('leaves the rest to people where there is no such column', () => {
    const full = { ...chosen, cost: 'y' }
    expect(completedMapping(full, ['x', 'y', 'size'], data)).toEqual(full)
  })

  it('keeps everything that was chosen, there and back', () => {
    const bubbles = completedMapping({ ...chosen, cost: 'yError' }, ['x', 'y', 'size'], data)
    const pie = completedMapping(bubbles, ['y'], data)
    expect(completedMapping(pie, ['x', 'y'], data)).toMatchObject({ ...chosen, cost: 'yError' })
  })
})
