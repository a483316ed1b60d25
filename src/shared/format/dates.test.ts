import { describe, expect, it } from 'vitest'
import { exactInstant, formatDateTime } from './dates.ts'
import { parseInstant } from './instants.ts'

describe('formatDateTime', () => {
  const instant = '2024-03-05T09:07:03.012Z'
  it.each([
    ['DD/MM/YYYY HH:mm', '05/03/2024 09:07'],
    ['DD/MM/YY', '05/03/24'],
    ['YYYY-MM-DD', '2024-03-05'],
    ['HH:mm:ss.SSS', '09:07:03.012'],
    ['H:m:s', '9:7:3'],
    ['h:mm A', '9:07 AM'],
    ['hh:mm a', '09:07 am'],
    ['k kk', '9 09'],
    ['M Mo MMM MMMM', '3 3rd Mar March'],
    ['D Do DDD DDDo DDDD', '5 5th 65 65th 065'],
    ['d do dd ddd dddd', '2 2nd Tu Tue Tuesday'],
    ['e E', '2 2'],
    ['w wo ww W Wo WW', '10 10th 10 10 10th 10'],
    ['gg gggg GG GGGG', '24 2024 24 2024'],
    ['Q Qo', '1 1st'],
    ['Y YYYY YYYYYY', '2024 2024 +002024'],
    ['S SS SSS SSSSSS', '0 01 012 012000'],
    ['X x', '1709629623 1709629623012'],
    ['Z ZZ z', '+00:00 +0000 UTC'],
    ['Hmm Hmmss hmm', '907 90703 907'],
    ['LT|LTS|L', '9:07 AM|9:07:03 AM|03/05/2024'],
    ['LL|l|ll', 'March 5, 2024|3/5/2024|Mar 5, 2024'],
    ['LLLL', 'Tuesday, March 5, 2024 9:07 AM'],
    ['[Today is] D \\D', 'Today is 5 D'],
    ['N NNNN', 'AD Anno Domini'],
    ['YYYY年M月D日', '2024年3月5日'],
  ])('%s', (format, text) => {
    expect(formatDateTime(instant, format)).toBe(text)
  })

  it('prints ISO texts in UTC, with and without an offset', () => {
    expect(formatDateTime('2024-01-01T01:30:00+02:00', 'YYYY-MM-DD HH:mm')).toBe('2023-12-31 23:30')
    expect(formatDateTime('2024-01-01T01:30:00', 'YYYY-MM-DD HH:mm')).toBe('2024-01-01 01:30')
    expect(formatDateTime('2024-01-01 01:30:00-0530', 'YYYY-MM-DD HH:mm')).toBe('2024-01-01 07:00')
    expect(formatDateTime('2024-02-29', 'DD/MM/YYYY')).toBe('29/02/2024')
    expect(formatDateTime('2023-12-31T24:00:00Z', 'YYYY-MM-DD HH:mm')).toBe('2024-01-01 00:00')
  })

  it('keeps microseconds', () => {
    expect(formatDateTime('2024-01-01T00:00:00.123456Z', 'ss.SSSSSS')).toBe('00.123456')
    expect(formatDateTime('2024-01-01T00:00:00.123456+01:00', 'HH.SSSSSS')).toBe('23.123456')
  })

  it('prints numbers in local time', () => {
    const epoch = Date.UTC(2024, 5, 1, 12, 0, 0)
    const local = new Date(epoch)
    expect(formatDateTime(epoch, 'YYYY-MM-DD HH:mm')).toBe(
      `2024-06-0${local.getDate()} ${String(local.getHours()).padStart(2, '0')}:${String(local.getMinutes()).padStart(2, '0')}`,
    )
  })

  it.each([
    'yesterday',
    '2024-13-01',
    '2024-02-30',
    '2023-02-29',
    '12/31/2024',
    '25:00',
    '',
    'infinity',
    '2024-01-01T25:00:00',
  ])('prints %j unchanged', (text) => {
    expect(formatDateTime(text, 'YYYY')).toBe(text)
  })

  it('prints plain text without a format and for values that are not dates', () => {
    expect(formatDateTime(instant, '')).toBe(instant)
    expect(formatDateTime(true, 'YYYY')).toBe('true')
    expect(formatDateTime(Number.NaN, 'YYYY')).toBe('NaN')
    expect(formatDateTime(1e300, 'YYYY')).toBe('1e+300')
    expect(formatDateTime(null, 'YYYY')).toBe('')
    expect(formatDateTime(undefined, 'YYYY')).toBe('')
  })

  it('reads the other ISO forms and RFC 2822', () => {
    const day = (text: string) => formatDateTime(text, 'YYYY-MM-DD HH:mm')
    expect(day('20240305T0907Z')).toBe('2024-03-05 09:07')
    expect(day('2024-03')).toBe('2024-03-01 00:00')
    expect(day('2024')).toBe('2024-01-01 00:00')
    expect(day('2024-065')).toBe('2024-03-05 00:00')
    expect(day('2024-W10-2')).toBe('2024-03-05 00:00')
    expect(day('2021-W01')).toBe('2021-01-04 00:00')
    expect(day('Tue, 05 Mar 2024 09:07:03 +0100')).toBe('2024-03-05 08:07')
    expect(day('5 Mar 24 09:07 EST')).toBe('2024-03-05 14:07')
  })

  it('counts weeks across the turn of the year', () => {
    expect(formatDateTime('2021-01-01', 'GGGG-[W]WW gggg-[w]ww E')).toBe('2020-W53 2021-w01 5')
    expect(formatDateTime('2018-12-31', 'GGGG-[W]WW gggg-[w]ww E')).toBe('2019-W01 2019-w01 1')
    expect(formatDateTime('2023-01-01', 'GGGG-[W]WW gggg-[w]ww E')).toBe('2022-W52 2023-w01 7')
  })

  it('handles the first centuries and years after 9999', () => {
    expect(formatDateTime('0001-01-01', 'YYYY-MM-DD dddd')).toBe('0001-01-01 Monday')
    expect(formatDateTime('+012345-06-07', 'YYYY')).toBe('+12345')
  })
})

describe('exactInstant', () => {
  it('prints the instant in UTC with all given digits', () => {
    expect(exactInstant('2024-01-01T01:30:00.123456+02:00')).toBe('2023-12-31T23:30:00.123456Z')
    expect(exactInstant('2024-01-01T01:30:00')).toBe('2024-01-01T01:30:00Z')
    expect(exactInstant(0)).toBe('1970-01-01T00:00:00Z')
    expect(exactInstant('soon')).toBeUndefined()
  })
})

describe('parseInstant', () => {
  it('agrees with Date on every day of 400 years', () => {
    for (let day = -80_000; day < 80_000; day += 13) {
      const text = new Date(day * 86_400_000).toISOString()
      expect(parseInstant(text)?.epoch).toBe(day * 86_400_000)
    }
  })
})
