import { describe, expect, it } from 'vitest'
import { parseResultText } from './parse-result.ts'
import { typeResult } from './typed-result.ts'

const column = (name: string, type: string | null = null) => ({ name, friendly_name: name, type })
const typesOf = (rows: Record<string, unknown>[], ...columns: ReturnType<typeof column>[]) =>
  typeResult({ columns, rows }).columns.map(({ type }) => type)

describe('typeResult', () => {
  it.each([
    ['numbers', [1, 2.5], 'float'],
    ['days', ['2024-01-01', '2024-01-02'], 'date'],
    ['instants', ['2024-01-01T00:00:00', '2024-01-01T00:00:00.123Z'], 'datetime'],
    ['a day among instants', ['2024-01-01T00:00:00', '2024-01-01'], 'string'],
    ['text', ['a', 'b'], 'string'],
    ['a number among text', [1, 'b'], 'string'],
    ['a null among days', ['2024-01-01', null], 'string'],
    ['a null among numbers', [null, 1], 'string'],
    ['booleans', [true, false], 'string'],
    ['no such day', ['2024-02-30'], 'string'],
    ['a space instead of T', ['2024-01-01 00:00:00'], 'string'],
    ['long digits', ['12345678901234567890'], 'string'],
  ])('guesses %s', (_what, cells, type) => {
    const rows = cells.map((a) => ({ a }))
    expect(typesOf(rows, column('a'))).toEqual([type])
    expect(typesOf(rows, column('a', 'string'))).toEqual([type])
  })

  it('trusts the server for every other type', () => {
    expect(typesOf([{ a: 'x', b: '2024-01-01' }], column('a', 'integer'), column('b', 'boolean'))).toEqual([
      'integer',
      'boolean',
    ])
  })

  it('guesses no type without rows or cells', () => {
    expect(typesOf([], column('a'), column('b', 'string'))).toEqual([null, 'string'])
    expect(typesOf([{ a: 1 }, {}], column('a'), column('b'))).toEqual(['float', null])
  })

  it('converts objects and arrays to JSON text and leaves other rows unchanged', () => {
    const plain = { a: 1 }
    const rows = [plain, { a: { x: [1, null] } }, { a: [] }]
    const typed = typeResult({ columns: [column('a')], rows })
    expect(typed.rows).toEqual([{ a: 1 }, { a: '{"x":[1,null]}' }, { a: '[]' }])
    expect(typed.rows[0]).toBe(plain)
    expect(rows[1]).toEqual({ a: { x: [1, null] } })
    expect(typeResult({ columns: [column('a')], rows: [plain] }).rows[0]).toBe(plain)
  })

  it('treats long numbers that were kept as text as numbers', () => {
    const text =
      '{"rows":[{"id":12345678901234567890,"doc":{"ref":12345678901234567891,"t":"1"}},{"id":5,"doc":null}]}'
    const { value, exactNames } = parseResultText(text)
    const { rows } = value as { rows: Record<string, unknown>[] }
    const typed = typeResult({ columns: [column('id'), column('doc')], rows }, exactNames)
    expect(typed.columns.map(({ type }) => type)).toEqual(['float', 'string'])
    expect(typed.rows[0]).toEqual({ id: '12345678901234567890', doc: '{"ref":12345678901234567891,"t":"1"}' })
  })
})
