import { describe, expect, it } from 'vitest'
import { displayDates, displayFormat, typedDate } from './date-format.ts'

describe('dates of parameters', () => {
  it('are shown in the format of the organization, with the time of the type', () => {
    expect(displayFormat('date-range', 'DD/MM/YY')).toBe('DD/MM/YY')
    expect(displayFormat('datetime-with-seconds', '')).toBe('YYYY-MM-DD HH:mm:ss')
    expect(displayDates('datetime-local', '2024-01-31 10:20', 'DD/MM/YY')).toBe('31/01/24 10:20')
    expect(displayDates('date-range', { start: '2024-01-01', end: '2024-01-31' }, 'DD/MM/YY')).toBe(
      '01/01/24 – 31/01/24',
    )
    expect(displayDates('date-range', null, 'DD/MM/YY')).toBe('')
  })

  it('can be typed in that format, or in ISO form', () => {
    expect(typedDate('31/01/24', 'DD/MM/YY')).toBe('2024-01-31')
    expect(typedDate(' 2024-01-31 ', 'DD/MM/YY')).toBe('2024-01-31')
    expect(typedDate('31/01', 'DD/MM/YY')).toBe(null)
    expect(typedDate('31/02/24', 'DD/MM/YY')).toBe(null)
  })
})
