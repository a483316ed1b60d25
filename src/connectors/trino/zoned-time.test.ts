import { expect, it } from 'vitest'
import { parseType } from './trino-types.ts'
import { inUtc } from './zoned-time.ts'

it.each([
  ['2024-01-02 03:04:05.123 UTC', '2024-01-02T03:04:05.123Z'],
  ['2024-01-02 03:04:05 Europe/Berlin', '2024-01-02T02:04:05.000Z'],
  ['2024-07-02 03:04:05.9999 Europe/Berlin', '2024-07-02T01:04:05.999Z'],
  ['2024-01-02 03:04:05 -03:30', '2024-01-02T06:34:05.000Z'],
  // an hour that exists twice, and one that does not exist
  ['2024-10-27 01:30:00 UTC', '2024-10-27T01:30:00.000Z'],
  ['2024-03-31 03:00:00 Europe/Berlin', '2024-03-31T01:00:00.000Z'],
  ['2024-03-10 03:00:00 America/New_York', '2024-03-10T07:00:00.000Z'],
  ['1900-01-01 00:00:00 Asia/Kolkata', '1899-12-31T18:38:50.000Z'],
])('%s is %s', (text, utc) => {
  expect(inUtc(text)).toBe(utc)
})

it.each(['2024-01-02 03:04:05', '2024-01-02 03:04:05 Nowhere/City', 'x'])('%s is no instant', (text) => {
  expect(inUtc(text)).toBeNull()
})

it('reads types with parameters, and fields with and without names', () => {
  const type = parseType(
    'row(a bigint, "b "" (c" array(varchar(25)), timestamp(6) with time zone, double, d map(varchar, decimal(38,9)))',
  )
  expect(type.inner.map(({ name, type: own }) => [name, own.base, own.numbers])).toEqual([
    ['a', 'bigint', []],
    ['b " (c', 'array', []],
    [null, 'timestamp with time zone', ['6']],
    [null, 'double', []],
    ['d', 'map', []],
  ])
  expect(parseType('decimal(38, 9)').numbers).toEqual(['38', '9'])
  expect(() => parseType('array('.repeat(200))).toThrow('has no end')
})
