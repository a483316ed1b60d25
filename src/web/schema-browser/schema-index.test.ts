import { describe, expect, it } from 'vitest'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { createSchemaIndex } from './schema-index.ts'
import { treeMove, treeRows } from './tree-rows.ts'

const small: SchemaTable[] = [
  { name: 'public.airports', columns: [{ name: 'iata', type: 'text' }, { name: 'city' }] },
  {
    name: 'public.flights',
    columns: [
      { name: 'origin', type: 'text' },
      { name: 'delay', type: 'int4' },
    ],
    size: 3,
  },
  { name: 'sales.orders', columns: [{ name: 'id' }, { name: 'origin' }] },
]
const index = createSchemaIndex(small)

describe('search', () => {
  it('finds tables by name, with all their columns', () => {
    expect(index.search('FLIGHTS')).toEqual({ hits: [{ table: 1, columns: null }], expanded: true })
  })
  it('finds columns, and returns only those', () => {
    expect(index.search('origin').hits).toEqual([
      { table: 1, columns: [{ name: 'origin', type: 'text' }] },
      { table: 2, columns: [{ name: 'origin' }] },
    ])
  })
  it('requires every word, in the table or the column', () => {
    expect(index.search('sales origin').hits).toEqual([{ table: 2, columns: [{ name: 'origin' }] }])
    expect(index.search('sales delay').hits).toEqual([])
  })
})

describe('columns', () => {
  it('stand in the order of their table where the schema tells it', () => {
    const columns = [
      { name: 'a', position: 2 },
      { name: 'b', position: 1 },
    ]
    expect(
      createSchemaIndex([{ name: 't', columns }])
        .columns(0)
        .map(({ name }) => name),
    ).toEqual(['b', 'a'])
  })
  it('may be plain strings', () => {
    const strings = createSchemaIndex([{ name: 't', columns: ['a', 'b'] as never }])
    expect(strings.columns(0)).toEqual([{ name: 'a' }, { name: 'b' }])
  })
})

describe('treeRows', () => {
  it('shows the columns of opened tables', () => {
    expect(treeRows(index.outline, new Set([1]), null)).toEqual([
      { table: 0, column: -1, isOpen: false },
      { table: 1, column: -1, isOpen: true },
      { table: 1, column: 0, isOpen: false },
      { table: 1, column: 1, isOpen: false },
      { table: 2, column: -1, isOpen: false },
    ])
  })
  it('opens found columns automatically, and toggling closes them', () => {
    const found = index.search('origin')
    expect(treeRows(index.outline, new Set(), found)).toHaveLength(4)
    expect(treeRows(index.outline, new Set([1]), found)).toHaveLength(3)
  })
})

describe('treeMove', () => {
  const rows = treeRows(index.outline, new Set([1]), null)
  it.each([
    [0, 'ArrowDown', { kind: 'focus', row: 1 }],
    [4, 'ArrowDown', { kind: 'focus', row: 4 }],
    [0, 'ArrowUp', { kind: 'focus', row: 0 }],
    [0, 'ArrowRight', { kind: 'toggle', table: 0 }],
    [1, 'ArrowRight', { kind: 'focus', row: 2 }],
    [1, 'ArrowLeft', { kind: 'toggle', table: 1 }],
    [3, 'ArrowLeft', { kind: 'focus', row: 1 }],
    [3, 'Enter', { kind: 'insert', row: 3 }],
    [1, ' ', { kind: 'toggle', table: 1 }],
    [0, 'End', { kind: 'focus', row: 4 }],
    [0, 'x', null],
  ])('row %i, key %s', (row, key, move) => {
    expect(treeMove(rows, row, key, 10)).toEqual(move)
  })
  it('does nothing in an empty tree', () => {
    expect(treeMove([], 0, 'ArrowDown', 10)).toBe(null)
  })
})

describe('20,000 tables with 500,000 columns', () => {
  it('searches without a noticeable delay', () => {
    const tables: SchemaTable[] = Array.from({ length: 20_000 }, (_, table) => ({
      name: `schema_${table % 40}.table_${table}`,
      columns: Array.from({ length: 25 }, (_unused, column) => ({
        name: `column_${column}_of_${table}`,
        type: 'int4',
      })),
    }))
    const large = createSchemaIndex(tables)
    expect(large.outline.columnTotal).toBe(500_000)
    expect(large.search('column_7_of_19999').hits).toHaveLength(1)
    expect(large.search('column').expanded).toBe(false)
  })
})
