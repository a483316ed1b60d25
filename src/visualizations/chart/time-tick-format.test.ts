import { describe, expect, it } from 'vitest'
import { timeTickFormat } from './time-tick-format.ts'

const instant = Date.UTC(2024, 2, 5, 14, 7, 9, 45)

describe('d3-time-format', () => {
  it.each([
    ['%Y-%m-%d', '2024-03-05'],
    ['%b %d', 'Mar 05'],
    ['%B %-d, %Y', 'March 5, 2024'],
    ['%e', ' 5'],
    ['%a %A', 'Tue Tuesday'],
    ['%H:%M:%S', '14:07:09'],
    ['%I:%M %p', '02:07 PM'],
    ['%_I', ' 2'],
    ['%L', '045'],
    ['%f', '045000'],
    ['%j', '065'],
    ['%y', '24'],
    ['%q', '1'],
    ['%u %w', '2 2'],
    ['%U %W %V %G', '09 10 10 2024'],
    ['%s', String(Math.floor(instant / 1000))],
    ['%x %X', '3/5/2024 2:07:09 PM'],
    ['%Z %%', '+0000 %'],
    ['Q%q of %k', 'Q1 of %k'],
  ])('formats %s as %s', (specifier, text) => {
    expect(timeTickFormat(specifier)?.(instant)).toBe(text)
  })

  it('numbers ISO weeks at the turn of the year', () => {
    expect(timeTickFormat('%G-W%V')?.(Date.UTC(2021, 0, 3))).toBe('2020-W53')
    expect(timeTickFormat('%G-W%V')?.(Date.UTC(2018, 11, 31))).toBe('2019-W01')
  })

  it('rejects formats without a directive', () => {
    expect(timeTickFormat('YYYY')).toBeNull()
    expect(timeTickFormat('')).toBeNull()
  })
})
