import { expect, it } from 'vitest'
import { formatExamples } from './format-example.ts'

it('shows formats as results do', () => {
  const german = {
    ...{ date_format: 'DD/MM/YY', time_format: 'HH:mm:ss', integer_format: '0,0', float_format: '0,0.0' },
    ...{ thousands_separator: '.', decimal_separator: ',' },
  }
  const now = new Date(2026, 0, 31, 14, 5, 9)
  expect(formatExamples(german, now)).toEqual({
    date: '31/01/26 14:05:09',
    integer: '1.234.567',
    float: '1.234,6',
  })
})
