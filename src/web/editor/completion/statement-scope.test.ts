import { describe, expect, it } from 'vitest'
import type { Relation } from '#web/schema-browser/relation.ts'
import { scopeAt } from './statement-scope.ts'

/** `|` marks the cursor. */
function at(marked: string) {
  return scopeAt(marked.replace('|', ''), marked.indexOf('|'))
}

/** `f=flights` is a table with its alias, `r(a, *flights)` a query with its columns; `^` comes from outside. */
function written({ name, table, columns, isOuter }: Relation): string {
  const inner = columns.map((column) =>
    typeof column === 'string' ? column : `*${column.table ?? column.name}`,
  )
  const source = table === null ? `${name}(${inner.join(', ')})` : `${name}=${table}`
  return (isOuter ? '^' : '') + source
}

describe('the tables at the cursor', () => {
  it.each([
    ['select | from flights', 'flights=flights'],
    ['select | from flights f where x', 'f=flights'],
    ['select | from public.flights as f, "Odd Name" o', 'f=public.flights o=Odd Name'],
    ['select | from a left join b on a.x = b.x inner join `c` z using (id)', 'a=a b=b z=c'],
    ['select 1 from one; select | from two; select 3 from three', 'two=two'],
    ["select ';', 'from x' -- from y\n, | from z /* from w */", 'z=z'],
    ['select | from', ''],
    ['select |', ''],
    ['select | from (select * from inner_table) t', 't(*inner_table)'],
    ['select | from (select a, b.c, count(*) as n, d::date, 1 as "One" from x b) t', 't(a, c, n, d, One)'],
    ['select | from (select a x, b + c y, f(d), -e from q) t', 't(x, y)'],
    ['select | from (select case when a then b end as z, case 1 when 2 then 3 end from q) t', 't(z)'],
    ['select | from (select f.*, g.id from flights f join g on true) t', 't(*flights, id)'],
    ['select | from (select a from x union all select b from y) t', 't(a)'],
    ['with r as (select a, b as c from t) select | from r', 'r(a, c)'],
    ['with r as (select a from t) select x.| from r x', 'x(a)'],
    ['with r (p, q) as (select a, b from t) select | from r', 'r(p, q)'],
    ['with r as (select 1 as a), s as (select *, 2 as b from r) select | from s', 's(*r, b)'],
    ['with r as materialized (select 1 as a) select | from r', 'r(a)'],
    ['with recursive n(i) as (select 1 union all select | from n) select * from n', 'n(i)'],
    ['with recursive n as (select 1 as i union all select | from n) select 1', 'n(i)'],
    ['with r as (select | from t) select * from r', 't=t'],
    ['select * from a where exists (select 1 from b where |)', 'b=b ^a=a'],
    ['select (select max(x) from b where b.id = a.|) from a', 'b=b ^a=a'],
    ['select coalesce(|, 1) from a', 'a=a'],
    ['select coalesce(x, | from a', 'a=a'],
    ['select count(| from a where b', 'a=a'],
    ['select a from x union select | from y', 'y=y'],
    ['select | from x union select b from y', 'x=x'],
    ['update things set |', 'things=things'],
    ['update things t set a = 1 where |', 't=things'],
    ['delete from things where |', 'things=things'],
    ['delete from a using b where |', 'a=a b=b'],
    ['insert into things (|) values (1)', 'things=things'],
    ['insert into things (a) select | from other', 'other=other'],
    [
      'insert into things (a) values (1) on conflict (a) do update set b = |',
      'things=things excluded=things',
    ],
    ['insert into things values (1) returning |', 'things=things'],
    ['merge into t using s on |', 't=t s=s'],
    ['select | from generate_series(1, 5) g', 'g(g)'],
    ['select | from unnest(x) as u(a, b)', 'u(a, b)'],
    ['select | from (values (1, 2)) v(a, b)', 'v(a, b)'],
    ['select | from a, lateral (select b from c) l', 'a=a l(b)'],
    ['select | from (a join b on a.x = b.x)', 'a=a b=b'],
    ['select a is distinct from b, | from c', 'c=c'],
    ['select extract(year from day), | from c', 'c=c'],
    ["select '{{ from x }}', {{ p }}, | from c", 'c=c'],
    ['select $$ from x $$, | from c', 'c=c'],
    ['select * from flights f|', 'flights=flights'],
    ['from a select |', 'a=a'],
    ['select * from ((select x from a) union (select y from b)) u where |', 'u(x)'],
  ])('%s', (text, relations) => {
    const own = at(text).relations
    // the insert's own table stands in its query too
    const shown = text.includes('select | from other') ? own.filter(({ name }) => name !== 'things') : own
    expect(shown.map(written).join(' ')).toBe(relations)
  })

  it('stays fast in a long text', () => {
    const long = `${'select * from some_table where a = 1;\n'.repeat(30_000)}select | from last_table`
    expect(at(long).relations.map(written)).toEqual(['last_table=last_table'])
  })
})

describe('the WITH queries at the cursor', () => {
  it.each([
    ['with a as (select 1 as x), b as (select 2 as y) select * from |', 'a(x) b(y)'],
    ['with a as (select 1 as x), b as (select * from |) select 2', 'a(x) b()'],
    ['with a as (select 1 as x) select * from (select * from |) t', 'a(x)'],
    ['select * from |', ''],
  ])('%s', (text, queries) => {
    expect(at(text).queries.map(written).join(' ')).toBe(queries)
  })
})

describe('what can stand at the cursor', () => {
  it.each([
    [
      'start',
      '|',
      'sel|',
      'select 1; |',
      'select 1 union |',
      'select * from (|',
      'where a in (|',
      'explain |',
    ],
    ['tables', 'select * from |', 'from a, |', 'from a join |', 'update |', 'insert into |', 'from public.|'],
    ['tables', 'select * from fli|', 'grant select on |', 'from a join b on a.x = b.x join |'],
    [
      'columns',
      'select |',
      'select a, |',
      'select\n  |',
      'select f(|',
      'where a = |',
      'where a and |',
      'a + |',
    ],
    [
      'columns',
      'on a.x = |',
      'from a join b on |',
      'order by |',
      'group by a, |',
      'having |',
      'update t set |',
    ],
    [
      'columns',
      'select extract(year from |)',
      'a is distinct from |',
      'from a join b using (|',
      'select a * |',
    ],
    ['columns', 'insert into t (|', 'insert into t (a, |) values', 'over (partition by |', 'values (|'],
    ['columns', 'select case when |', 'then |', 'filter (where |', 'from f(|'],
    ['keywords', 'from events |', 'select count(*) |', 'select 1 |', "select 'x' |", 'from (select 1) |'],
    [
      'keywords',
      'from "Odd Name" |',
      'select * |',
      'select a.* |',
      'from t a|',
      'order by a d|',
      'select not n |',
    ],
    ['keywords', 'with x as (select 1) |', 'select {{ p }} |', 'select a[1] |', 'insert into t (a |'],
    [
      'new',
      'select a as |',
      'with x as (select 1) select a as |',
      'with x (|',
      'with x (ca|',
      'with x (a, |) as',
      'with y as (select 1), x (|',
    ],
    ['new', 'create table t (|', 'create table t (a int, |', 'from unnest(a) as t (|', 'with x as |'],
    ['types', 'select a::|', 'select cast(a as |', 'create table t (a |', 'select try_cast(a as i|'],
  ])('%s', (kind, ...texts) => {
    expect(texts.map((text) => [text, at(text).place.kind])).toEqual(texts.map((text) => [text, kind]))
  })

  it('names the table of INSERT, and where the list opens by itself', () => {
    expect(at('insert into public.things (|').place.target).toBe('things')
    const opening = ['order by |', 'group by |', 'from a join b on |', 'over (partition by |']
    expect(opening.filter((text) => !at(text).place.opens)).toEqual([])
    const quiet = ['select |', 'where |', 'order by a, |', 'from |', '|', 'order by a |']
    expect(quiet.filter((text) => at(text).place.opens)).toEqual([])
  })

  it('knows the names of the select list', () => {
    expect(at('select a, count(*) as n from t order by |').selected).toEqual(['a', 'n'])
  })
})
