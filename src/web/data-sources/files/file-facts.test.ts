import { expect, it } from 'vitest'
import { formatOf, tableNameOf } from './file-facts.ts'

it.each([
  ['Orders 2026.csv', 'orders_2026'],
  ['Über/Größe "x"; drop table y.CSV', 'u_ber_gro_e_x_drop_table_y'],
  ['2026.json', 'table_2026'],
  ['.csv', 'table'],
  ['数据.tsv', 'table'],
  [`${'a'.repeat(100)}.csv`, 'a'.repeat(63)],
])('calls the table of %s %s', (file, table) => {
  expect(tableNameOf(file)).toBe(table)
})

it('knows formats by the end of the name', () => {
  expect(['a.CSV', 'a.b.jsonl', 'a.tab', 'a.exe', 'a'].map(formatOf)).toEqual([
    'csv',
    'ndjson',
    'tsv',
    null,
    null,
  ])
})
