import { describe, expect, it } from 'vitest'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { CompletionItem } from '#web/schema-browser/complete-names.ts'
import { createSchemaIndex } from '#web/schema-browser/schema-index.ts'
import { namesRequest } from './names-request.ts'
import { rankEntries } from './rank-entries.ts'
import { scopeAt } from './statement-scope.ts'
import { wordBefore } from './word-at-cursor.ts'

const text = (...names: string[]) => names.map((name) => ({ name, type: 'text' }))

const tables: SchemaTable[] = [
  { name: 'airports', columns: text('iata', 'city', 'name') },
  {
    name: 'flights',
    columns: [
      { name: 'id', type: 'int8' },
      { name: 'origin', type: 'text', references: { table: 'airports', column: 'iata' } },
      { name: 'dest', type: 'text', references: { table: 'airports', column: 'iata' } },
      { name: 'dep_delay', type: 'int4' },
      { name: 'carrier', type: 'text' },
    ],
  },
  { name: 'carriers', columns: text('carrier', 'name') },
  { name: 'sales.orders', columns: text('id', 'user_id', 'amount', 'created_at') },
  { name: 'users', columns: text('id', 'name', 'created_at') },
  { name: 'categories', columns: text('id', 'name') },
  { name: 'products', columns: text('id', 'category_id', 'price') },
]
const index = createSchemaIndex(tables)

/** `|` marks the cursor. */
function itemsAt(marked: string): CompletionItem[] {
  const cursor = marked.indexOf('|')
  const whole = marked.replace('|', '')
  const word = wordBefore(whole.slice(whole.lastIndexOf('\n', cursor - 1) + 1, cursor))
  const request = namesRequest(word, scopeAt(whole, cursor), cursor)
  return request === null ? [] : index.complete(request).items
}

/** The first names of the list, as they would be written without quotes. */
function offered(marked: string, count = 6): string[] {
  const { prefix } = wordBefore(marked.slice(0, marked.indexOf('|')))
  return rankEntries(itemsAt(marked), prefix, () => 0)
    .slice(0, count)
    .map(({ label, owner }) => (owner === undefined ? label : `${owner}.${label}`))
}

describe('the names that a statement is offered', () => {
  it.each([
    ['select * from f|', ['flights']],
    ['select * from sales.|', ['orders']],
    ['select * from |', ['airports', 'flights', 'carriers', 'sales.orders', 'users', 'categories']],
    ['select o| from flights', ['origin', 'sales.orders', 'airports', 'categories', 'products']],
    ['select f.d| from flights f', ['dest', 'dep_delay', 'id']],
    ['select flights.de| from public.flights', ['dest', 'dep_delay']],
    ['select public.flights.des| from flights', ['dest']],
    ['select nothing.| from flights', []],
    ['select dep| from airports', []],
    ['select delay| from flights', ['dep_delay']],
    ['select * from flights where d|', ['dest', 'dep_delay', 'id', 'sales.orders', 'products']],
    [
      'select * from flights f, airports a where c|',
      ['carrier', 'city', 'carriers', 'categories', 'products'],
    ],
    // a name of several tables says whose it is
    ['select * from users u join products p on true order by id|', ['u.id', 'p.id', 'category_id']],
    ['select x.| from (select origin, count(*) as n from flights group by 1) x', ['origin', 'n']],
    ['with r as (select origin, 1 as one from flights) select o| from r', ['origin', 'one', 'sales.orders']],
    ['with r as (select * from users) select r.| from r', ['id', 'name', 'created_at']],
    ['with r as (select u.*, 1 as x from users u) select | from r', ['id', 'name', 'created_at', 'x']],
    ['with recent as (select 1) select * from re|', ['recent']],
    ['select origin, count(*) as n from flights group by origin order by n|', ['n', 'origin']],
    ['select a, b as bee from users order by |', ['a', 'bee', 'id', 'name', 'created_at']],
    ['update users set na|', ['name']],
    ['insert into sales.orders (|) values (1)', ['id', 'user_id', 'amount', 'created_at']],
    ['insert into users (id, na|', ['name']],
    ['select 1 from flights where exists (select 1 from airports where ci|)', ['city']],
    [
      'select 1 from flights where exists (select 1 from airports where car|)',
      ['flights.carrier', 'carriers'],
    ],
    ['select 1 as o|', []],
    ['select id from users u|', []],
    ['with x (ca|', []],
    ['ori|', []],
    ['select ori|', ['origin', 'categories']],
  ])('%s', (marked, names) => {
    expect(offered(marked).slice(0, Math.max(1, names.length))).toEqual(names)
  })
})

describe('the conditions of a join', () => {
  const conditions = (marked: string) =>
    itemsAt(marked)
      .filter(({ kind }) => kind === 'join')
      .map(({ label }) => label)
  it.each([
    ['select * from flights f join airports a on |', ['f.origin = a.iata', 'f.dest = a.iata']],
    [
      'select * from airports join flights on |',
      ['airports.iata = flights.origin', 'airports.iata = flights.dest'],
    ],
    ['select * from flights f join carriers c on |', ['f.carrier = c.carrier']],
    ['select * from users u join sales.orders o on |', ['u.id = o.user_id']],
    ['select * from sales.orders o join users on | where true', ['o.user_id = users.id']],
    ['select * from products p join categories c on |', ['p.category_id = c.id']],
    ['select * from categories c join products p on p|', []],
    ['select * from categories c join products p on c|', ['c.id = p.category_id']],
    ['with r as (select user_id from sales.orders) select * from r join users u on |', ['r.user_id = u.id']],
    ['select * from users u join sales.orders o on | join products p on true', ['u.id = o.user_id']],
    ['select * from users u join airports a on |', []],
    ['select * from users u where |', []],
  ])('%s', (marked, labels) => {
    expect(conditions(marked)).toEqual(labels)
  })
})

describe('20,000 tables', () => {
  const many = createSchemaIndex(
    Array.from({ length: 20_000 }, (_, at) => ({
      name: `schema_${at % 40}.table_${at}`,
      columns: text('id'),
    })),
  )
  const nothing = { relations: [], queries: [], selected: [], joined: null, target: null }
  const request = { qualifier: null, place: 'tables' as const, ...nothing }
  it('are cut to a list that says so', () => {
    const answer = many.complete({ ...request, prefix: 'table_1' })
    expect(answer).toMatchObject({ isComplete: false })
    expect(answer.items).toHaveLength(200)
    const few = many.complete({ ...request, prefix: 'table_1999' })
    expect(few).toMatchObject({ isComplete: true })
    expect(few.items[0]?.label).toBe('schema_39.table_1999')
  })
})
