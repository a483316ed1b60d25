import { describe, expect, it } from 'vitest'
import { bindParameters, joinLists } from './bind-parameters.ts'
import { isValidValue } from './check-value.ts'
import type { StoredParameter } from './detect-parameters.ts'

const parameter = (type: string, rest: Record<string, unknown> = {}): StoredParameter => ({
  ...{ name: 'p', title: 'p', type, value: null, global: false },
  ...rest,
})
const context = {
  now: new Date('2026-05-17T10:00:00Z'),
  zone: 'UTC',
  dropdowns: { p: ['1', 'two'] },
  matches: (pattern: string, value: string) => new RegExp(`^(?:${pattern})$`).test(value),
}
const fits = (definition: StoredParameter, value: unknown) =>
  isValidValue(definition, value, { dropdown: context.dropdowns.p, matches: context.matches })

describe('isValidValue', () => {
  const several = { multiValuesOptions: { prefix: '', suffix: '', separator: ',' } }
  const cases: [StoredParameter, valid: unknown[], invalid: unknown[]][] = [
    [parameter('text'), ['', "it's; --"], [1, null, ['a'], {}]],
    [parameter('text-pattern', { regex: 'a+' }), ['a', 'aaa'], ['ab', '', 1, null]],
    [parameter('text-pattern'), [], ['a']],
    [
      parameter('number'),
      [
        ...[1, -1.5, 1e20, 1e300, 2 ** 53 - 1, '1e5', ' 1 ', '-.5', '+3.', '1E-7', '007'],
        ...['12345678901234567890', '0.12345678901234567890', '1e400'],
      ],
      [
        ...['', '1;drop', '1 2', '0x10', null, [], {}, '1\n--', '1_000', '١'],
        ...['nan', '-NaN', 'inf', '+Infinity', 'true', true, false, Number.NaN, Number.POSITIVE_INFINITY],
        // JSON.parse has rounded it
        JSON.parse('12345678901234567890'),
      ],
    ],
    [parameter('enum', { enumOptions: 'a\nb\r\n1' }), ['a', 'b', 1], ['c', '', ['a'], null, {}]],
    [
      parameter('enum', { enumOptions: ['a', 'b'], ...several }),
      ['a', ['a', 'b'], []],
      [['a', 'c'], [['a']], 'c'],
    ],
    [parameter('query'), ['1', 1, 'two'], ['3', ['1'], null]],
    [
      parameter('date'),
      ['2026-02-28', '2024-02-29', '2026-02-28T10:00', '2026-02-28 10:00:00.5Z'],
      ['2026-02-30', '2026-2-3', 'Jan 5', '10', "2026-01-01'", '2026-01-01 (x)', 20_260_101, null],
    ],
    [parameter('datetime-local'), ['2026-02-28 23:59'], ['2026-02-28 24:00', '']],
    [
      parameter('date-range'),
      [{ start: '2026-01-01', end: '2026-01-02', more: 1 }],
      [{ start: '2026-01-01' }, ['2026-01-01', '2026-01-02'], '2026-01-01--2026-01-02', null],
    ],
    [parameter('unknown'), [], ['a', 1]],
  ]
  it.each(cases)('checks %j', (definition, valid, invalid) => {
    for (const value of valid) expect([value, fits(definition, value)]).toEqual([value, true])
    for (const value of invalid) expect([value, fits(definition, value)]).toEqual([value, false])
  })
})

describe('bindParameters', () => {
  it('reads items that cannot be printed, and never throws', () => {
    const hostile = JSON.parse('{"toString":null,"valueOf":1}')
    expect(joinLists([], { a: [hostile, 1] })).toEqual({ a: '{"toString":null,"valueOf":1},1' })
    const choice = parameter('enum', { name: 'a', enumOptions: [hostile, 'x'] })
    expect(bindParameters([choice], { a: 'x' }, context)).toEqual({ values: { a: 'x' }, invalid: [] })
  })

  it('runs in linear time in the number of parameters', () => {
    const definitions = Array.from({ length: 40_000 }, (_, n) => parameter('number', { name: `p${n}` }))
    const given = Object.fromEntries(definitions.map(({ name }) => [name, 1]))
    expect(bindParameters(definitions, given, context).invalid).toEqual([])
  })

  it('resolves and checks', () => {
    const definitions = [
      parameter('date', { name: 'day' }),
      parameter('date-range', { name: 'span' }),
      parameter('enum', {
        name: 'list',
        enumOptions: 'a\nb',
        multiValuesOptions: { prefix: '"', suffix: '"' },
      }),
      parameter('text', { name: 'token' }),
    ]
    const given = { day: 'd_yesterday', span: 'd_this_month', list: ['a', 'b'], token: 'd_now' }
    expect(bindParameters(definitions, given, context)).toEqual({
      values: {
        day: '2026-05-16',
        span: { start: '2026-05-01', end: '2026-05-31' },
        list: ['a', 'b'],
        token: 'd_now',
      },
      invalid: [],
    })
  })

  it('treats a single value of a multi-value parameter as a list of one', () => {
    const options = { enumOptions: 'name\nx', multiValuesOptions: { prefix: "'", suffix: "'" } }
    const several = parameter('enum', { name: 'a', ...options })
    expect(bindParameters([several], { a: 'name' }, context)).toEqual({
      values: { a: ['name'] },
      invalid: [],
    })
    expect(bindParameters([several], { a: 'other' }, context).invalid).toEqual(['a'])
  })

  it('names invalid values and unknown parameters', () => {
    const definitions = [parameter('number', { name: 'n' }), parameter('date', { name: 'd' })]
    expect(bindParameters(definitions, { n: 'x', d: 'd_never', z: 1 }, context).invalid).toEqual([
      'n',
      'd',
      'z',
    ])
    expect(bindParameters(definitions, {}, context).invalid).toEqual([])
  })

  it('accepts everything unchanged without definitions', () => {
    expect(bindParameters([], { a: [1, 'x'], b: null, c: { d: 1 } }, context)).toEqual({
      values: { a: [1, 'x'], b: null, c: { d: 1 } },
      invalid: [],
    })
  })
})

describe('joinLists', () => {
  it('adds prefix and suffix to the items, and keeps quoted items whole', () => {
    const list = (prefix: string) =>
      parameter('enum', { name: 'l', multiValuesOptions: { prefix, suffix: prefix, separator: ',' } })
    expect(joinLists([list('"')], { l: ['a', 'b'] })).toEqual({ l: '"a","b"' })
    expect(joinLists([list("'")], { l: ["O'Brien", 'b'] })).toEqual({ l: "'O''Brien','b'" })
    expect(joinLists([list('"')], { l: ['5" disk', "it's"] })).toEqual({ l: '"5"" disk","it\'s"' })
    expect(joinLists([], { l: [1, 'x'], s: 'x' })).toEqual({ l: '1,x', s: 'x' })
  })
})
