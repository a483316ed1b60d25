/** Queries as people type them: most end lines where a list of names could be open. */
export const queries: readonly string[] = [
  `select carrier, count(*) as n
from flights f
where delayed
group by carrier
order by n
limit 5`,
  `sel`,
  `select cat, count(*) as n
from events e
where flag
group by cat
order by n`,
  `select *
from flights
where origin in ('JFK', 'LGA', 'EWR')`,
  `select count(*)
from (
  select distinct origin
  from flights
) o`,
  `with recent as (
  select * from flights
  where year = 2013
)
select r.carrier, avg(r.dep_delay) as avg_delay
from recent r
group by r.carrier`,
  `select coalesce(
  max(dep_delay),
  0
) as m
from flights`,
  `select
  origin,
  delay
from flights`,
  `select f.origin o, f.dest d
from flights f
join airports a
on a.code = f.dest`,
  `select a.name, count(*)
from flights as f
left join airports as a on (a.code = f.origin)
group by 1
having count(*) > 10`,
  `select "Odd Name", 'it''s'
from "Mixed Case" m`,
  `select 'a (b', ")", '{'`,
  `select $$text (with$$ as t`,
  `-- a comment (with a bracket
select 1 -- and 'another`,
  `/* several
lines of ( comment */
select 1`,
  `select * from flights where carrier = '{{ carrier }}'`,
  `select * from flights where day between '{{ days.start }}' and '{{ days.end }}'`,
  `select {{ column }}
from flights`,
  `select case
  when dep_delay > 60 then 'late'
  when dep_delay > 0 then 'a bit'
  else 'on time'
end as how,
count(*)
from flights
group by 1`,
  `select row_number() over (
  partition by origin
  order by dep_delay desc
) as rn
from flights`,
  `select sum(n) over w
from t
window w as (order by day)`,
  `update flights
set carrier = 'UA'
where carrier = 'CO';`,
  `insert into log (at, what)
values (now(), 'x');`,
  `delete from log
where at < now() - interval '1 day';`,
  `select 1;
select 2;`,
  `select array[1, 2, 3]`,
  `select (array[1, 2])[1]`,
  `select t.x[1][2]
from t`,
  `select data -> 'a' ->> 'b'
from j`,
  `select data #>> '{a,b}'
from j`,
  `select x::date, y::numeric(10, 2)
from t`,
  `select extract(year from day)
from flights`,
  `select to_char(day, 'YYYY-MM')
from flights
group by 1`,
  `select a, b
from t1
union all
select c, d
from t2`,
  `select *
from a, b, lateral (
  select 1
) l`,
  `select count(*) filter (where delayed)
from flights`,
  `select percentile_cont(0.5) within group (order by dep_delay)
from flights`,
  `select distinct on (origin) origin, day
from flights
order by origin, day desc`,
  `select exists (
  select 1
  from flights
  where origin = 'JFK'
)`,
  `with recursive n(i) as (
  select 1
  union all
  select i + 1 from n where i < 10
)
select i
from n`,
  `explain
select 1`,
  `SELECT Origin, COUNT(*)
FROM Flights
GROUP BY Origin`,
  `Select 1
From t`,
  `select o
from t o
where o`,
  `select count(*) as dest
from flights
order by dest
limit 1`,
  `with fl as (select 1)
select *
from fl
limit 1`,
  `select co
from t co`,
  `select c, d, e, f
from g h
order by i`,
  `select s.a se, s.b fr
from s
where se`,
  `select not null`,
  `select null is null`,
  `select -1, +2, 3 % 2, 4 ^ 2`,
  `select 'x' || 'y' || chr(10)`,
  `select e'\\\\n', u&'\\\\0041'`,
  `select format('%s (%s)', a, b)
from t`,
  `select regexp_replace(a, '[()]', '')
from t`,
  `select json_build_object(
  'a', 1,
  'b', json_build_array(1, 2)
)`,
  `select a
from t tablesample system (10)`,
  `select a
from t
where (a, b) in ((1, 2), (3, 4))`,
  `select a from t where b like '%(%'`,
  `grant select on t to u`,
  `select 1 as "a ""b"" c"`,
  `select \`a b\`
from \`c d\``,
  `select now() at time zone 'utc'
fetch first 5 rows only`,
]

export const documents: readonly string[] = [
  `url: https://example.com/rows
path: data.items
fields: [a, b]
params:
  - name: x
    value: "y"`,
  `{
  "collection": "flights",
  "query": {"delay": {"$gt": 10}},
  "fields": ["a", "b"]
}`,
]
