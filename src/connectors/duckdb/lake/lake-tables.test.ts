import { describe, expect, it } from 'vitest'
import { tablesOf } from './lake-tables.ts'
import { namesIn } from './open-lake.ts'

const tables = (
  keys: readonly string[],
  { tablesPer = 'folder' as const, prefix = '', uploads = [] as string[] } = {},
) =>
  tablesOf(
    keys.map((key) => ({ key, size: 1, version: key })),
    { prefix, tablesPer },
    { root: 'lake', uploads },
  ).map((table) =>
    'base' in table
      ? table
      : {
          name: table.name,
          files: table.files.map(({ path }) => path),
          partitions: table.partitions.map((each) => `${each.name} ${each.type}`),
        },
  )
const namesOf = (...given: Parameters<typeof tables>) => tables(...given).map(({ name }) => name)

describe('tables of a folder', () => {
  it('are folders by their path, and files that lie in none', () => {
    expect(tables(['a.csv', 'b/1.parquet', 'b/2.parquet', 'b/c/x.json.gz', 'notes.txt'])).toEqual([
      { name: 'a', files: ['a.csv'], partitions: [] },
      { name: 'b', files: ['b/1.parquet', 'b/2.parquet'], partitions: [] },
      { name: 'b/c', files: ['b/c/x.json.gz'], partitions: [] },
    ])
    expect(namesOf(['in/a.csv', 'in/b/1.csv'], { prefix: 'in/' })).toEqual(['a', 'b'])
  })

  it('keep their end, or get a number, where a name is taken', () => {
    expect(namesOf(['a.csv', 'a.parquet', 'A.csv', 'a/1.json', 'a/2.csv'])).toEqual([
      ...['a', 'a.parquet', 'A.csv', 'a.json', 'a.csv 2'],
    ])
    expect(namesOf(['orders.csv'], { uploads: ['orders'] })).toEqual(['orders.csv'])
  })

  it('have partitions, whose types lose nothing', () => {
    const keys = [
      't/day=2026-01-31/n=1/m=01/k=a%2Fb/x.parquet',
      't/day=2026-02-01/n=-20/m=1/k=__HIVE_DEFAULT_PARTITION__/y.parquet',
    ]
    expect(tables(keys)).toEqual([
      {
        name: 't',
        files: keys,
        partitions: ['day date', 'n integer', 'm string', 'k string'],
      },
    ])
    expect(tables(['day=2026-02-30/x.csv'])).toEqual([
      { name: 'lake', files: ['day=2026-02-30/x.csv'], partitions: ['day string'] },
    ])
    // other folders of partitions are other tables
    expect(namesOf(['t/a=1/x.csv', 't/x.csv'])).toEqual(['t', 't.csv'])
  })

  it('are no notes of programs', () => {
    expect(namesOf(['_x.csv', '.x.csv', 't/_tmp/x.csv', 't/.y.csv'])).toEqual([])
  })

  it('are folders with a log of their own, whose files are no tables beside them', () => {
    const delta = [
      'd/_delta_log/00000000000000000000.json',
      'd/1.parquet',
      'd/p=1/2.parquet',
      'x_delta_log/3.csv',
    ]
    const iceberg = ['i/metadata/v1.metadata.json', 'i/data/4.parquet']
    const packed = ['j/k/metadata/00001-a.gz.metadata.json', 'j/k/data/5.parquet']
    const both = ['d/metadata/v1.metadata.json']
    expect(tables([...both, ...delta, ...iceberg, ...packed, 'ab/d/5.csv'])).toEqual([
      { name: 'd', kind: 'delta', base: 'd/' },
      { name: 'x_delta_log', files: ['x_delta_log/3.csv'], partitions: [] },
      { name: 'i', kind: 'iceberg', base: 'i/' },
      { name: 'j/k', kind: 'iceberg', base: 'j/k/' },
      { name: 'ab/d', files: ['ab/d/5.csv'], partitions: [] },
    ])
    expect(tables(['in/_delta_log/0.json', 'in/1.parquet'], { prefix: 'in/' })).toEqual([
      { name: 'lake', kind: 'delta', base: 'in/' },
    ])
    expect(namesOf(['a.csv', 'a/_delta_log/0.json'])).toEqual(['a', 'a.delta'])
  })
})

it('finds every name in a text', () => {
  const names = namesIn(`select a.b from "x/Y" join 'z' on "q""r" = 1 -- c\n where t`)
  for (const name of ['x/y', 'z', 'q"r', 't', 'a', 'b']) expect(names).toContain(name)
  expect(names).not.toContain('c')
})
