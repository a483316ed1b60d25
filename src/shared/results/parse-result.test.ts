import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNumber } from '../format/numbers.ts'
import { parseResultText } from './parse-result.ts'

const parse = (text: string) => parseResultText(text).value

describe('parseResultText', () => {
  it('keeps the digits of integers beyond 2^53 and of long decimals', () => {
    const { value, exactNames } = parseResultText(
      '{"rows":[{"id":9007199254740993,"n":-12345678901234567890,"d":0.12345678901234567890123,"s":1}]}',
    )
    expect(value).toEqual({
      rows: [{ id: '9007199254740993', n: '-12345678901234567890', d: '0.12345678901234567890123', s: 1 }],
    })
    expect([...exactNames]).toEqual(['id', 'n', 'd'])
  })

  it('leaves exact numbers unchanged', () => {
    const text =
      '[9007199254740992,0.30000000000000004,0.1000000000000000,100000000000000000000,1.7976931348623157e+308,1234567890123456.0]'
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it('does not change digits inside strings', () => {
    const rows = [
      { a: '12345678901234567890', b: ',12345678901234567890,' },
      { a: ':12345678901234567890,', b: 'x\\":12345678901234567890,' },
      { a: '\\', b: '"a":12345678901234567890' },
      { a: '\\\\"', '12345678901234567890': [], b: '{"id":12345678901234567890}' },
    ]
    expect(parse(JSON.stringify(rows))).toEqual(rows)
    expect(parse(JSON.stringify(rows, null, 2))).toEqual(rows)
  })

  it('finds numbers right after and between such strings', () => {
    expect(
      parse('{"a\\"\\\\":12345678901234567891,":":":12345678901234567890,","b" : 12345678901234567892 }'),
    ).toEqual({
      'a"\\': '12345678901234567891',
      ':': ':12345678901234567890,',
      b: '12345678901234567892',
    })
    expect(parse('[12345678901234567891, 12345678901234567892]')).toEqual([
      '12345678901234567891',
      '12345678901234567892',
    ])
    expect(parse('12345678901234567891')).toBe('12345678901234567891')
  })

  it('reports the decoded member name', () => {
    expect([...parseResultText('{"caf\\u00e9":12345678901234567890}').exactNames]).toEqual(['café'])
  })

  it('refuses invalid JSON', () => {
    expect(() => parse('{"a":12345678901234567890')).toThrow(SyntaxError)
    expect(() => parse('"12345678901234567890')).toThrow(SyntaxError)
    expect(() => parse('')).toThrow(SyntaxError)
  })

  it('agrees with JSON.parse on every value of exact numbers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  it('keeps every digit of every long integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (big) => {
        const cell = (parse(`{"a":"${big}","b":${big}}`) as { b: unknown }).b
        expect(formatNumber(cell, '0')).toBe(String(big))
      }),
    )
  })
})
