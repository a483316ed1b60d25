import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findReferences, readPairs } from './query-references.ts'
import type { SqlDialect } from './scan-sql.ts'

const duckdb: SqlDialect = {
  backslashEscapes: false,
  dollarQuotes: true,
  variableSigns: '$?',
  hashComments: false,
  backtickNames: false,
  queriesWithValues: true,
}

/** As written, with the braces. */
const found = (text: string) => findReferences(text, duckdb).map(({ start, end }) => text.slice(start, end))

describe('findReferences', () => {
  it.each<[string, string[]]>([
    ['select * from query_1', ['query_1']],
    ['SELECT * FROM QUERY_1', ['QUERY_1']],
    ['select * from\n\tquery_1\nwhere a = 1', ['query_1']],
    ['select * from query_1 join query_2 on query_1.a = query_2.a', ['query_1', 'query_2']],
    ['select * from query_1 a left outer join cached_query_2 b using (a)', ['query_1', 'cached_query_2']],
    ['select * from query_1, query_2 as b, cached_query_3', ['query_1', 'query_2', 'cached_query_3']],
    ['select * from query_1 a join query_2 b on a.x = b.x, query_3', ['query_1', 'query_2', 'query_3']],
    ['select * from (query_1 join query_2 using (a)), query_3', ['query_1', 'query_2', 'query_3']],
    ['select * from (select * from query_1) a, query_2', ['query_1', 'query_2']],
    ['select * from query_1 where a in (select a from query_2) and b = 2', ['query_1', 'query_2']],
    ['select (select max(a) from query_1), b from query_2', ['query_1', 'query_2']],
    ['with a as (select * from query_1) select * from a, query_2', ['query_1', 'query_2']],
    ['with recursive a(x) as (select 1 union all select x from a, query_1) from a', ['query_1']],
    ['select * from query_1 union all select * from query_2', ['query_1', 'query_2']],
    ['from query_1', ['query_1']],
    ['select exists(from query_1)', ['query_1']],
    ['select * from "query_1" as x', ['"query_1"']],
    ['select * from main.query_1', ['query_1']],
    ['select * from lateral (select * from query_1) x', ['query_1']],
    ['pivot query_1 on a using sum(b)', ['query_1']],
    ['summarize query_1', ['query_1']],
    ['select * from query_1; select * from query_2', ['query_1', 'query_2']],
    ['select * from query_1 --, query_2\n, query_3', ['query_1', 'query_3']],
    ['select * from /* query_1 */ query_2', ['query_2']],
    ['select * from query_1 cross join query_2 positional join query_3', ['query_1', 'query_2', 'query_3']],
    ['select a, b from query_1 order by a, query_2', ['query_1']],
    ['select * from query_1 group by a, query_2', ['query_1']],
    ['select * from query_1 window w as (partition by a), query_2 as (order by b)', ['query_1']],
    ['insert into t select * from query_1', ['query_1']],
    ['create table t as from query_1', ['query_1']],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it.each([
    "select 'from query_1'",
    'select $$ from query_1 $$',
    '-- from query_1',
    '/* from query_1 */ select 1',
    'select query_1 from t',
    'select a, query_1',
    'select t.query_1 from t',
    'select query_1.a from t as query_1',
    'select * from query_1.t',
    'select * from query_1(2)',
    'select * from my_query_1',
    'select * from query_',
    'select * from query_x',
    'select * from query_1x',
    'select extract(year from query_1)',
    "select trim(both 'x' from query_1)",
    'select a is distinct from query_1',
    'select a is not distinct from query_1 from t',
    'select * from t where a = query_1',
    'select * from f(a, query_1)',
    'with query_1 as (select 1) select * from query_1',
    'with "query_1"(a, b) as materialized (select 1, 2) select * from query_1',
    'with a as (select 1), query_1 as not materialized (select 2) select * from QUERY_1',
    'select * from param_query_1_',
    'select * from param_query_1_ {a=1}',
    'select * from param_query_1_{a=1',
    "select * from 'query_1'",
    '',
    'from',
    'select * from (((',
    ')))',
  ])('none in %s', (text) => {
    expect(found(text)).toEqual([])
  })

  it('reads the values of a query with parameters', () => {
    const text = 'select * from param_query_12_{day=2026-01-02&name=a%20b} x, Param_Query_3_{}'
    expect(findReferences(text, duckdb)).toMatchObject([
      { kind: 'param', id: 12, written: 'param_query_12_', pairs: 'day=2026-01-02&name=a%20b' },
      { kind: 'param', id: 3, pairs: '' },
    ])
    expect(found(text)).toEqual(['param_query_12_{day=2026-01-02&name=a%20b}', 'Param_Query_3_{}'])
  })

  it('takes what is in the braces for one word, up to the first closing one', () => {
    expect(found("from param_query_1_{range=2026-01-01--2026-01-31&a=';(/*} x, query_2")).toEqual([
      "param_query_1_{range=2026-01-01--2026-01-31&a=';(/*}",
      'query_2',
    ])
  })

  it('says which kind it is', () => {
    expect(
      findReferences('from query_1, CACHED_query_02, param_query_3_{a=1}', duckdb).map(({ kind, id }) => [
        kind,
        id,
      ]),
    ).toEqual([
      ['query', 1],
      ['cached', 2],
      ['param', 3],
    ])
  })

  it('never fails, and gives places in order', () => {
    const piece = fc.constantFrom(
      ...[
        'from',
        'join',
        ',',
        '(',
        ')',
        'select',
        'query_1',
        'param_query_1_',
        '{',
        '}',
        "'",
        '"',
        'as',
        'with',
      ],
      ...[' ', '\n', '--', '/*', '*/', ';', 'on', '.', '=', 'a'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const places = findReferences(text, duckdb)
        for (const [index, { start, end }] of places.entries()) {
          expect(start).toBeGreaterThanOrEqual(places[index - 1]?.end ?? 0)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })
})

describe('readPairs', () => {
  it.each<[string, Record<string, unknown>]>([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=x%20y%26z&b=p+q', { a: 'x y&z', b: 'p q' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a=', { a: '' }],
    ['a', { a: '' }],
    ['a=%27%20or%201=1', { a: "' or 1=1" }],
  ])('%s', (pairs, values) => {
    expect(readPairs(pairs)).toEqual(values)
  })
})
