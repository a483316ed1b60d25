import { describe, expect, it } from 'vitest'
import { cellEncoder, columnType, intervalText, isoTimestamp } from './duckdb-cells.ts'

describe('duckdb cells', () => {
  it.each([
    ['BOOLEAN', 'boolean'],
    ['UTINYINT', 'integer'],
    ['HUGEINT', 'integer'],
    ['DECIMAL(12,2)', 'float'],
    ['DOUBLE', 'float'],
    ['DATE', 'date'],
    ['TIMESTAMP WITH TIME ZONE', 'datetime'],
    ['TIMESTAMP_NS', 'datetime'],
    ['TIME', 'string'],
    ['VARCHAR', 'string'],
    ['INTEGER[]', 'string'],
    ['STRUCT(a INTEGER)', 'string'],
  ])('%s is %s on the wire', (name, type) => expect(columnType(name)).toBe(type))

  it('keeps digits, and turns what JSON cannot hold into null', () => {
    expect(cellEncoder('HUGEINT')('170141183460469231731687303715884105727')).toBe(
      '170141183460469231731687303715884105727',
    )
    expect(cellEncoder('DECIMAL(20,2)')('1.10')).toBe('1.10')
    expect(cellEncoder('DOUBLE')('NaN')).toBe('null')
    expect(cellEncoder('DOUBLE')('Infinity')).toBe('null')
    expect(cellEncoder('BOOLEAN')(true)).toBe('true')
    expect(cellEncoder('INTEGER[]')([1, null])).toBe('[1,null]')
  })

  it.each([
    ['2020-01-02 03:04:05', '2020-01-02T03:04:05'],
    ['2020-01-02 03:04:05.678901', '2020-01-02T03:04:05.678'],
    ['2020-01-02 03:04:05.000001', '2020-01-02T03:04:05'],
    ['2020-01-02 03:04:05+00', '2020-01-02T03:04:05Z'],
    ['2020-01-02 03:04:05.5+02', '2020-01-02T03:04:05.500+02:00'],
    ['2020-01-02 03:04:05-03:30', '2020-01-02T03:04:05-03:30'],
    ['infinity', 'infinity'],
    ['2020-01-02 (BC) 03:04:05', '2020-01-02 (BC) 03:04:05'],
  ])('writes %s as %s', (given, iso) => expect(isoTimestamp(given)).toBe(iso))

  it('writes intervals as words', () => {
    expect(intervalText({ months: 14, days: 3, micros: 14_706_789_000n })).toBe(
      '1 year 2 months 3 days 04:05:06.789',
    )
    expect(intervalText({ months: 0, days: 1, micros: 0n })).toBe('1 day')
    expect(intervalText({ months: 0, days: 0, micros: -1_000_000n })).toBe('-00:00:01')
    expect(intervalText({ months: 0, days: 0, micros: 0n })).toBe('00:00:00')
  })
})
