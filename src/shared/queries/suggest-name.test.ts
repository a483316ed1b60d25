import { expect, it } from 'vitest'
import { suggestName } from './suggest-name.ts'

it.each([
  ['select * from flights', 'Flights'],
  ['select origin, count(*) from flights group by origin order by 2', 'Flights by origin'],
  ['select avg(f.delay) from public.flights f group by f.carrier', 'Average delay of flights by carrier'],
  ['SELECT sum(amount) FROM "Shop"."order_lines"', 'Total amount of order lines'],
  ['select max(x) from `data`.`events` group by 1', 'Largest x of events'],
  ['with days as (select 1), top(a) as (select * from orders) select * from days join top on true', 'Orders'],
  ["-- from nowhere\nselect 'from there' /* from here */ from airports where x = {{ from }}", 'Airports'],
  ['select 1', ''],
  ['url: https://example.com\nfields: [a]', ''],
  ['', ''],
])('%s: %s', (text, name) => {
  expect(suggestName(text)).toBe(name)
})
