import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseResultText } from '#shared/results/parse-result.ts'
import type { RowSearch, SortColumn } from '#shared/results/row-order.ts'
import { typeResult } from '#shared/results/typed-result.ts'
import { sortRows } from '#visualizations/table/table-sort.ts'
import { maxOrderedRows, rowOrdering } from './order-rows.ts'
import { TooLargeToOrder } from './text-arena.ts'

type Cells = Readonly<Record<string, string>>

const formats = { thousandsSeparator: ',', decimalSeparator: '.', nullValue: 'null' }

/** `rows`: JSON texts of cells, in chunks of two rows */
function ordering(types: Readonly<Record<string, string | null>>, rows: readonly Cells[]) {
  const columns = Object.entries(types).map(([name, type]) => ({ name, friendly_name: name, type }))
  const texts = rows.map(
    (row) => `{${columns.map(({ name }) => `${JSON.stringify(name)}:${row[name]}`).join(',')}}`,
  )
  return {
    columns,
    texts,
    order(sort: readonly SortColumn[], search: RowSearch | null = null): number[] {
      const facts = { row_count: rows.length, byte_count: texts.join().length * 3 }
      const work = rowOrdering({ columns, ...facts, formats, sort, search })
      for (let row = 0; row < texts.length; row += 2) {
        work.read(Buffer.from((row === 0 ? '' : ',') + texts.slice(row, row + 2).join(',')))
      }
      return [...work.finish().order]
    },
  }
}

const by = (name: string, descending = false): SortColumn => ({ name, descending })
const sorted = (type: string | null, cells: readonly string[], descending = false) => {
  const rows = cells.map((a) => ({ a }))
  return ordering({ a: type }, rows)
    .order([by('a', descending)])
    .map((row) => cells[row])
}

describe('sorting', () => {
  it('puts missing values first, then numbers and booleans, then texts', () => {
    const cells = ['"b"', 'null', '2', 'true', '"a"', '-1', 'false', '10']
    const ascending = ['null', '-1', 'false', 'true', '2', '10', '"a"', '"b"']
    expect(sorted(null, cells)).toEqual(ascending)
    expect(sorted(null, cells, true)).toEqual(ascending.toReversed())
  })

  it('keeps the order of equal cells, in both directions', () => {
    const { order } = ordering({ a: 'integer', b: 'integer' }, [
      { a: '1', b: '1' },
      { a: '0', b: '2' },
      { a: '1', b: '2' },
      { a: '0', b: '1' },
    ])
    expect(order([by('a')])).toEqual([1, 3, 0, 2])
    expect(order([by('a', true)])).toEqual([0, 2, 1, 3])
    expect(order([by('a', true), by('b', true)])).toEqual([2, 0, 1, 3])
    expect(order([by('b'), by('a')])).toEqual([3, 0, 1, 2])
  })

  it('compares every digit of long numbers', () => {
    const cells = [
      '9007199254740993',
      '9007199254740992',
      '-9007199254740993',
      '0.30000000000000000001',
      '0.3',
      '1e3',
    ]
    expect(sorted('float', cells)).toEqual([
      '-9007199254740993',
      '0.3',
      '0.30000000000000000001',
      '1e3',
      '9007199254740992',
      '9007199254740993',
    ])
    expect(sorted('float', ['"2.50"', '"10"', '"-3"', '1'])).toEqual(['"-3"', '1', '"2.50"', '"10"'])
    expect(sorted('float', ['-0', '0', '-0.0'])).toEqual(['-0', '0', '-0.0'])
  })

  it('compares dates as instants, whatever their offset, to the last digit', () => {
    const cells = [
      '"2026-01-01T00:00:00+02:00"',
      '"2025-12-31"',
      '"2025-12-31T23:00:00Z"',
      'null',
      '"never"',
      '"2025-12-31T23:00:00.000001Z"',
      '"2025-12-31T23:00:00.0000010001"',
      '"0001-01-01"',
    ]
    expect(sorted('datetime', cells)).toEqual([
      'null',
      '"0001-01-01"',
      '"2025-12-31"',
      '"2026-01-01T00:00:00+02:00"',
      '"2025-12-31T23:00:00Z"',
      '"2025-12-31T23:00:00.000001Z"',
      '"2025-12-31T23:00:00.0000010001"',
      '"never"',
    ])
  })

  it('compares texts by UTF-16 unit, lists and objects as JSON text', () => {
    const cells = [
      '"\u{1F600}"',
      '"\uFFFD"',
      '"é"',
      '"Z"',
      '"a"',
      '"a\\u0000"',
      '""',
      '"\\""',
      '[1,2]',
      '{"a":1}',
    ]
    const texts = (json: string) => {
      const value: unknown = JSON.parse(json)
      return typeof value === 'string' ? value : json
    }
    const expected = cells.toSorted((one, other) => (texts(one) < texts(other) ? -1 : 1))
    expect(sorted('string', cells)).toEqual(expected)
  })

  it('sorts texts with a common beginning', () => {
    const cells = Array.from(
      { length: 300 },
      (_, row) => `"https://example.com/customers/${(row * 7919) % 300}/of/many"`,
    )
    expect(sorted('string', cells)).toEqual(cells.toSorted())
  })

  const cell = fc.oneof(
    fc.constant('null'),
    fc.boolean().map(String),
    fc.integer({ min: -3, max: 3 }).map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => JSON.stringify(text)),
    fc.constantFrom('"customer 1"', '"customer 12"', '"customer 2"', '"2026-01-02"', '"12.5"'),
  )
  it('matches the order in which the web client sorts a result that it has read whole', () => {
    const table = fc.record({
      rows: fc.array(fc.record({ a: cell, b: cell }), { maxLength: 30 }),
      type: fc.constantFrom('integer', 'float'),
      sort: fc.constantFrom([by('a')], [by('a', true)], [by('b', true), by('a')], [by('a'), by('b', true)]),
    })
    fc.assert(
      fc.property(table, ({ rows, type, sort }) => {
        const { order, columns, texts } = ordering({ a: type, b: 'float' }, rows)
        const { value, exactNames } = parseResultText(`[${texts.join(',')}]`)
        const data = typeResult({ columns, rows: value as Record<string, unknown>[] }, exactNames)
        const expected = sortRows(
          data.rows,
          sort,
          new Map(columns.map((column) => [column.name, column.type])),
        )
        expect(order(sort).map((row) => data.rows[row])).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})

describe('searching', () => {
  const { order } = ordering({ id: 'integer', name: 'string', day: 'date' }, [
    { id: '1234', name: '"Ada \\"the first\\""', day: '"2026-03-04"' },
    { id: '5', name: 'null', day: 'null' },
    { id: '12345678901234567890', name: '"BÄR"', day: '"2026-04-03"' },
  ])
  const shown = (name: string, part: object = {}) => ({ name, displayAs: 'string', ...part })

  it('looks at the text that cells show, in any case', () => {
    const find = (text: string, ...columns: { name: string; displayAs: string }[]) =>
      order([], { text, columns })
    expect(find('1,234', shown('id', { displayAs: 'number', numberFormat: '0,0' }))).toEqual([0, 2])
    expect(find('1,234', shown('id'))).toEqual([])
    expect(find('8901234567890', shown('id'))).toEqual([2])
    expect(find('04/03/26', shown('day', { displayAs: 'datetime', dateTimeFormat: 'DD/MM/YY' }))).toEqual([0])
    expect(find('"THE', shown('name'))).toEqual([0])
    expect(find('bär', shown('name'))).toEqual([2])
    expect(find('nul', shown('name'))).toEqual([1])
    expect(find('2026', shown('name'), shown('day'))).toEqual([0, 2])
    expect(find('bär at 5', shown('name'))).toEqual([])
  })

  it('fills templates from the whole row', () => {
    const link = {
      displayAs: 'link',
      linkUrlTemplate: '/x/{{ id }}',
      linkTextTemplate: '{{ @ }} of {{ day }}',
    }
    expect(order([], { text: 'bär of 2026-04', columns: [shown('name', link)] })).toEqual([2])
  })

  it('combines with sorting', () => {
    expect(order([by('id', true)], { text: '2026', columns: [shown('day')] })).toEqual([2, 0])
  })
})

describe('limits', () => {
  const columns = [{ name: 'a', friendly_name: 'a', type: 'string' }]
  const task = { columns, formats, byte_count: 1e9, sort: [by('a')], search: null }

  it('refuses results that would take too much memory', () => {
    expect(() => rowOrdering({ ...task, row_count: maxOrderedRows + 1 })).toThrow(TooLargeToOrder)
    const work = rowOrdering({ ...task, row_count: 1000 })
    const chunk = Buffer.from(`{"a":"${'x'.repeat(1_000_000)}"}`)
    expect(() => {
      for (let row = 0; row < 1000; row++) work.read(chunk)
    }).toThrow(TooLargeToOrder)
  })

  it('refuses texts of one row that exceed the memory of a thread', () => {
    const read = (cell: string, template?: string) => {
      const link = { name: 'a', displayAs: 'link', linkUrlTemplate: '/x', linkTextTemplate: template }
      const column = template === undefined ? { name: 'a', displayAs: 'string' } : link
      const search = { text: 'q', columns: [column] }
      rowOrdering({ ...task, sort: [], search, row_count: 1 }).read(Buffer.from(`{"a":${cell}}`))
    }
    const megabyte = `"${'x'.repeat(1_000_000)}"`
    expect(() => read(megabyte)).not.toThrow()
    expect(() => read(megabyte, '{{ a }} {{ @ }}')).not.toThrow()
    // written out, this would be a gigabyte
    expect(() => read(megabyte, '{{a}}'.repeat(1000))).toThrow(TooLargeToOrder)
    expect(() => read(`"${'x'.repeat(20_000_000)}"`)).toThrow(TooLargeToOrder)
    expect(() => read(`[${'[],'.repeat(1_000_000)}1]`)).toThrow(TooLargeToOrder)
    const sorting = rowOrdering({ ...task, row_count: 1 })
    expect(() => sorting.read(Buffer.from(`{"a":[${'[],'.repeat(1_000_000)}1]}`))).toThrow(TooLargeToOrder)
  })

  it('never returns a part as the whole', () => {
    const work = rowOrdering({ ...task, row_count: 2 })
    work.read(Buffer.from('{"a":"x"}'))
    expect(() => work.finish()).toThrow('1 of its 2 rows')
  })
})
