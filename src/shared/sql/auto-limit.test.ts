import { describe, expect, it } from 'vitest'
import { applyAutoLimit } from './auto-limit.ts'
import { mysql, oracle, pg } from './dialects.test-support.ts'

describe('applyAutoLimit', () => {
  it.each([
    ['select * from t', 'select * from t LIMIT 1000'],
    ['select * from t; -- c', 'select * from t LIMIT 1000; -- c'],
    ['-- why\n/* and */ select 1', '-- why\n/* and */ select 1 LIMIT 1000'],
    ['select 1; select 2', 'select 1; select 2 LIMIT 1000'],
    ['select * from (select 1 limit 5) x', 'select * from (select 1 limit 5) x LIMIT 1000'],
    ["select 'limit 5'", "select 'limit 5' LIMIT 1000"],
    ['select "limit" from t', 'select "limit" from t LIMIT 1000'],
    ['select t.limit from t', 'select t.limit from t LIMIT 1000'],
    ['select offset, x from t', 'select offset, x from t LIMIT 1000'],
    ['select 1 -- limit 5', 'select 1 LIMIT 1000 -- limit 5'],
    [
      'with a as (select 1 limit 5) select * from a',
      'with a as (select 1 limit 5) select * from a LIMIT 1000',
    ],
    ['with a as (select 1) (select * from a)', 'with a as (select 1) (select * from a) LIMIT 1000'],
    [
      'with recursive a(n) as (select 1 union all select n+1 from a) table a',
      'with recursive a(n) as (select 1 union all select n+1 from a) table a LIMIT 1000',
    ],
    ['(select 1)', '(select 1) LIMIT 1000'],
    ['(select 1 limit 5) union all (select 2)', '(select 1 limit 5) union all (select 2) LIMIT 1000'],
    ['table t', 'table t LIMIT 1000'],
    ['from t', 'from t LIMIT 1000'],
    ['select * from t for update', 'select * from t LIMIT 1000 for update'],
    [
      'select * from t for no key update of t skip locked',
      'select * from t LIMIT 1000 for no key update of t skip locked',
    ],
    ['select * from t offset 10', 'select * from t LIMIT 1000 offset 10'],
    ['select * from t offset 10;', 'select * from t LIMIT 1000 offset 10;'],
    ['select 1 union select 2 offset 1 for update', 'select 1 union select 2 LIMIT 1000 offset 1 for update'],
    ['(select 1 offset 5)', '(select 1 offset 5) LIMIT 1000'],
    ['select (insert) from t', 'select (insert) from t LIMIT 1000'],
  ])('limits %j', (text, expected) => {
    expect(applyAutoLimit(text, pg, 1000)).toBe(expected)
  })

  it.each([
    'select * from t limit 5',
    'select * from t LIMIT ALL',
    'select * from t limit 5 offset 10',
    'select * from t offset 10 rows',
    'select a[offset(1)] from t limit 5',
    'select * from t offset $1',
    'select * from t fetch first 5 rows only',
    'select * from t limit 5 for update',
    'select * into x from t',
    '(select 1 limit 5)',
    '((select 1 limit 5)) order by 1',
    'with a as (select 1) select * from a limit 5',
    'with a as (insert into t values (1) returning *) select * from a',
    'with a as (select 1) insert into t select * from a',
    'with a as (select 1) (select * from a limit 5)',
    'values (1), (2)',
    'insert into t select * from s',
    'update t set a = 1 returning *',
    'explain select * from t',
    'show all',
    'select * from t using sample 10',
    'select 1; drop table t',
    '',
    ';',
    '-- nothing',
    'with',
    '(',
  ])('leaves %j alone', (text) => {
    expect(applyAutoLimit(text, pg, 1000)).toBe(text)
  })

  it('handles the comments, names and locks of MySQL', () => {
    expect(applyAutoLimit('select 1 # limit 5', mysql, 10)).toBe('select 1 LIMIT 10 # limit 5')
    expect(applyAutoLimit('select `limit` from t lock in share mode', mysql, 10)).toBe(
      'select `limit` from t LIMIT 10 lock in share mode',
    )
    expect(applyAutoLimit("select 'a\\' limit 5' from t", mysql, 10)).toBe(
      "select 'a\\' limit 5' from t LIMIT 10",
    )
    expect(applyAutoLimit("select * from t into outfile '/tmp/x'", mysql, 10)).not.toContain('LIMIT')
    expect(applyAutoLimit('select * from t force index for order by (i)', mysql, 10)).toMatch(/ LIMIT 10$/)
  })

  it.each([`with ${'a as (select 1), '.repeat(50_000)}`, '('.repeat(300_000), '(select 1) '.repeat(50_000)])(
    'ends on hostile text %#',
    (text) => expect(applyAutoLimit(text, pg, 1000).length).toBeGreaterThan(0),
  )

  const mssql = {
    ...{
      kind: 'top' as const,
      backslashEscapes: false,
      dollarQuotes: false,
      variableSigns: '',
      hashComments: false,
    },
    ...{ backtickNames: false, bracketNames: 'doubled' as const, nestedComments: true },
  }
  it.each([
    ['select * from t', 'select TOP 1000 * from t'],
    ['select distinct a from t', 'select distinct TOP 1000 a from t'],
    ['select all a from t', 'select all TOP 1000 a from t'],
    ['/* why /* ever */ select */ select 1', '/* why /* ever */ select */ select TOP 1000 1'],
    ['select * from (select top 5 * from t) x', 'select TOP 1000 * from (select top 5 * from t) x'],
    [
      'with a as (select top 5 * from t) select * from a',
      'with a as (select top 5 * from t) select TOP 1000 * from a',
    ],
    ['declare @n int = 1; select @n + a from t', 'declare @n int = 1; select @n + a from t'],
    ['select a, @n from t', 'select TOP 1000 a, @n from t'],
    ['select t.top, [for], "union" from t', 'select TOP 1000 t.top, [for], "union" from t'],
    ['select [a]] from b] from t order by 1', 'select TOP 1000 [a]] from b] from t order by 1'],
    ['select * from t option (recompile)', 'select TOP 1000 * from t option (recompile)'],
    ...[
      'select top 5 * from t',
      'select top (5) percent * from t',
      'select distinct top 5 a from t',
      'select * from t order by a offset 5 rows',
      'select * from t order by a offset 5 rows fetch next 5 rows only',
      'select a into #b from t',
      'select a from t union all select b from u',
      'select a from t for json path',
      'select @n = count(*) from t',
      'select 1 select 2',
      'with a as (select 1 x) insert into t select x from a',
      'insert into t select * from u',
      'exec report',
      'declare @n int',
      '',
    ].map((text) => [text, text]),
  ])('of SQL Server: %s', (text, limited) => expect(applyAutoLimit(text, mssql, 1000)).toBe(limited))

  it.each([
    ['select * from t', 'select * from t FETCH NEXT 1000 ROWS ONLY'],
    [
      "select q'[fetch first 5; it's]' from t -- c",
      "select q'[fetch first 5; it's]' from t FETCH NEXT 1000 ROWS ONLY -- c",
    ],
    [
      'with a as (select 1 from dual) select * from a where rownum < 5',
      'with a as (select 1 from dual) select * from a where rownum < 5 FETCH NEXT 1000 ROWS ONLY',
    ],
    ...[
      'select * from t fetch first 5 rows only',
      'select * from t offset 5 rows',
      'select * from t for update',
      'select a into b from t',
      'begin null; end',
      'begin null; end;\n/\nselect 1 from dual',
    ].map((text) => [text, text]),
  ])('of Oracle: %s', (text, limited) => expect(applyAutoLimit(text, oracle, 1000)).toBe(limited))
})
