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
  [
    "select date_trunc('month', o.at)::date as month, sum(total) as revenue from orders o group by 1 order by 1",
    'Revenue by month',
  ],
  ['select c.country, count(*) as n from customers c group by 1', 'Customers by country'],
  ['select count(*) as open_orders from orders', 'Open orders'],
  [
    'with m as (select sum(x) as total from orders group by 1) select day, total from m',
    'Total x of orders by day',
  ],
  [
    'select round(avg(price), 2) as "Mean price", kind from items group by 2',
    'Average price of items by kind',
  ],
  ['select 1', ''],
  ['url: https://example.com\nfields: [a]', ''],
  ['', ''],
])('%s: %s', (text, name) => {
  expect(suggestName(text)).toBe(name)
})
