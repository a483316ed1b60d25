import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSort } from '#shared/results/row-order.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, type TestDataSource } from '#test/factories.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'

let app: AppUnderTest
let member: Caller
let source: TestDataSource
let small: number
let large: number
const largeCount = 60_000

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  source = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
  const worker = await workerUnderTest(app)
  const run = async (query: string) => {
    const asked = await member.post('/api/query_results', { query, data_source_id: source.id })
    return (await untilEnded(member, asked.json().job.id)).query_result_id
  }
  small = await run(`select * from (values
      (1, 12345678901234567890, 10.50::numeric, 'Zoë', timestamptz '2026-01-01 00:00+02', 'x'),
      (2, 12345678901234567891, -3.25, 'adam', '2025-12-31 23:00+00', 'x,y'),
      (3, null, null, null, null, null),
      (4, 7, 10.5, 'Adam', '2024-02-29 12:00+00', '-x'))
    v(id, big, amount, name, at, "a,b")`)
  large = await run(`select n, md5(n::text) as hash, (n * 7919 % 60001) as shuffled,
      'customer ' || n % 1000 as customer, case when n % 10 = 0 then null else n / 100.0 end as amount
    from generate_series(1, ${largeCount}) n`)
  await worker.stop()
})
afterAll(() => app?.close())

interface Window {
  rows: Record<string, unknown>[]
  from: number
  total: number
  complete: boolean
}

function rowsOf(id: number, query: Record<string, string | number>, caller = member) {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  return caller.get(`/api/query_results/${id}/rows?${search}`)
}
const windowOf = async (id: number, query: Record<string, string | number>): Promise<Window> => {
  const reply = await rowsOf(id, query)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const ids = async (query: Record<string, string | number>) =>
  (await windowOf(small, query)).rows.map(({ id }) => id)

const filtered = (filters: unknown) => ids({ filters: JSON.stringify(filters) })
const above = (name: string, value: string, type = 'float') => ({
  ...{ column: { name, displayAs: 'string' }, type, test: 'above', value },
})

describe('filtered windows', () => {
  it('compare numbers exactly, and keep to all conditions', async () => {
    expect(await filtered([above('big', '12345678901234567890')])).toEqual([2])
    expect(await filtered([above('amount', '0'), { ...above('name', 'Z'), test: 'contains' }])).toEqual([1])
    expect(await filtered([{ ...above('name', ''), test: 'null' }])).toEqual([3])
  })

  it('are sorted and searched like all rows', async () => {
    const filters = JSON.stringify([{ ...above('amount', ''), test: 'not_null' }])
    expect(await ids({ filters, sort: '-id' })).toEqual([4, 2, 1])
    const search = { search: 'adam', columns: JSON.stringify(['name']) }
    expect(await ids({ filters, sort: '-id', ...search })).toEqual([4, 2])
    expect(
      await windowOf(large, { filters: JSON.stringify([above('n', '59990', 'integer')]) }),
    ).toMatchObject({
      total: 10,
    })
  })

  it.each([
    ['x'],
    ['{}'],
    [JSON.stringify([above('no such column', '1')])],
    [JSON.stringify([{ test: 'above' }])],
  ])('are refused when they make no sense: %s', async (filters) => {
    expect((await rowsOf(small, { filters })).statusCode).toBe(400)
  })
})

describe('the facts of a column', () => {
  const factsOf = async (id: number, column: string, type?: string) => {
    const search = new URLSearchParams({ column, ...(type === undefined ? {} : { type }) })
    return member.get(`/api/query_results/${id}/facts?${search}`)
  }

  it('are exact', async () => {
    expect((await factsOf(small, 'big')).json()).toMatchObject({
      ...{ rows: 4, nulls: 1, distinct: 3, has_more: false },
      ...{ least: '7', most: '12345678901234567891', sum: '24691357802469135788' },
    })
    expect((await factsOf(large, 'customer')).json()).toMatchObject({ rows: largeCount, distinct: 1000 })
    expect((await factsOf(large, 'amount')).json()).toMatchObject({
      nulls: 6000,
      least: '0.01',
      sum: '16200000',
    })
  })

  it('are those of a column of the result', async () => {
    expect((await factsOf(small, 'no such column')).statusCode).toBe(404)
  })
})

describe('sorted windows', () => {
  it('compare numbers of any length, decimals, texts and instants; missing values come first', async () => {
    expect(await ids({ sort: 'big' })).toEqual([3, 4, 1, 2])
    expect(await ids({ sort: '-big' })).toEqual([2, 1, 4, 3])
    expect(await ids({ sort: 'amount' })).toEqual([3, 2, 1, 4])
    expect(await ids({ sort: '-amount' })).toEqual([1, 4, 2, 3])
    expect(await ids({ sort: 'name' })).toEqual([3, 4, 1, 2])
    expect(await ids({ sort: 'at' })).toEqual([3, 4, 1, 2])
    expect(await ids({ sort: '-amount,-id' })).toEqual([4, 1, 2, 3])
    expect(await ids({ sort: writeSort([{ name: 'a,b', descending: true }]) })).toEqual([2, 1, 4, 3])
  })

  it('show any page of a large result, each row as it is stored', async () => {
    const byShuffled = Array.from({ length: largeCount }, (_, index) => index + 1).toSorted(
      (one, other) => ((one * 7919) % 60_001) - ((other * 7919) % 60_001),
    )
    const first = await windowOf(large, { sort: 'shuffled', count: 5 })
    expect(first).toMatchObject({ from: 0, total: largeCount, complete: true })
    expect(first.rows.map(({ n }) => n)).toEqual(byShuffled.slice(0, 5))
    expect(first.rows[0]).toMatchObject({ shuffled: 1, n: 10_600, amount: null })
    const middle = await windowOf(large, { sort: 'shuffled', from: 1990, count: 500 })
    expect(middle.rows.map(({ n }) => n)).toEqual(byShuffled.slice(1990, 2490))
    const last = await windowOf(large, { sort: '-shuffled', from: largeCount - 3, count: 500 })
    expect(last.rows.map(({ n }) => n)).toEqual(byShuffled.slice(0, 3).toReversed())
    expect((await windowOf(large, { sort: 'shuffled', from: largeCount })).rows).toEqual([])
    const two = await windowOf(large, { sort: 'customer,-n', count: 2 })
    expect(two.rows.map(({ n }) => n)).toEqual([60_000, 59_000])
  })

  it('are the same for all concurrent callers', async () => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, page) => windowOf(large, { sort: 'hash', from: page * 10, count: 10 })),
    )
    const hashes = replies.flatMap(({ rows }) => rows.map(({ hash }) => String(hash)))
    expect(new Set(hashes).size).toBe(50)
    expect(hashes).toEqual(hashes.toSorted())
  })
})

describe('searched windows', () => {
  it('find what cells show, in the named columns', async () => {
    expect(await ids({ search: 'ADAM' })).toEqual([2, 4])
    expect(await ids({ search: 'adam', columns: '["amount"]' })).toEqual([])
    expect(await ids({ search: 'adam', sort: '-id', columns: '["name"]' })).toEqual([4, 2])
    const shown = (part: object) => JSON.stringify([part])
    const amount = shown({ name: 'amount', displayAs: 'number', numberFormat: '0.000' })
    expect(await ids({ search: '10.500', columns: amount })).toEqual([1, 4])
    const day = shown({ name: 'at', displayAs: 'datetime', dateTimeFormat: 'DD.MM.YYYY' })
    expect(await ids({ search: '31.12.2025', columns: day })).toEqual([1, 2])
    expect(await ids({ search: 'null', columns: '["name"]' })).toEqual([3])
  })

  it('report the number of matches', async () => {
    const page = await windowOf(large, {
      search: 'customer 77',
      columns: '["customer"]',
      from: 600,
      count: 100,
    })
    expect(page.total).toBe(11 * 60)
    expect(page.rows).toHaveLength(60)
    expect(page.rows[0]).toMatchObject({ customer: expect.stringMatching(/^customer 77\d?$/) })
    expect(await windowOf(large, { search: 'nobody' })).toMatchObject({ rows: [], total: 0 })
  })

  it('use the number formats of the organization', async () => {
    const columns = JSON.stringify([{ name: 'big', displayAs: 'number', numberFormat: '0,0' }])
    expect(await ids({ search: '12,345,678', columns })).toEqual([1, 2])
    const reply = await rowsOf(small, { search: '12,345,678', columns })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect((await rowsOf(small, { sort: 'id' })).headers['cache-control']).toContain('max-age')
  })
})

describe('refusals', () => {
  it('are those of the result itself', async () => {
    const query = { sort: 'id', search: 'a' }
    expect((await rowsOf(small, query, app.anonymous)).statusCode).toBe(401)
    expect((await rowsOf(small, query, await app.as(app.outsider))).statusCode).toBe(403)
    expect((await rowsOf(4_000_000, query)).statusCode).toBe(404)
  })

  it.each([
    [{ sort: 'nothing' }, 'sort'],
    [{ sort: '--id' }, 'sort'],
    [{ sort: 'id,' }, 'sort'],
    [{ sort: 'id,-id' }, 'sort'],
    [{ sort: 'id,big,amount,name,at,a%2Cb,id,big,amount,name,at' }, 'sort'],
    [{ sort: 'x'.repeat(5000) }, 'sort'],
    [{ search: 'a', columns: '["nothing"]' }, 'columns'],
    [{ search: 'a', columns: 'name' }, 'columns'],
    [{ search: 'a', columns: '[]' }, 'columns'],
    [{ search: 'a', columns: '[{"name":"id"}]' }, 'columns'],
    [{ search: 'a', columns: '["id","name","id"]' }, 'columns'],
    [{ search: 'a'.repeat(501) }, 'search'],
    [{ sort: 'id', count: 10_001 }, 'count'],
    [{ sort: 'id', from: -1 }, 'from'],
  ])('name the invalid argument: %o', async (query, field) => {
    const reply = await rowsOf(small, query)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'request.invalid', field })
  })

  it('of a result that is too large say what to do instead', async () => {
    const id = 2_500_000
    await app.context.pool.query(
      `insert into query_results
       select (json_populate_record(r, json_build_object('id', $1::int, 'row_count', 6000000))).*
       from query_results r where id = $2`,
      [id, small],
    )
    const reply = await rowsOf(id, { sort: 'id' })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      code: 'result.too_large_to_order',
      message: expect.stringContaining('ORDER BY'),
    })
  })

  it('of a result with missing rows replace a page that would look complete', async () => {
    const id = 2_500_001
    await app.context.pool.query(
      `insert into query_results select (json_populate_record(r, json_build_object('id', $1::int))).*
       from query_results r where id = $2`,
      [id, small],
    )
    expect((await rowsOf(id, { sort: 'id' })).statusCode).toBe(500)
  })
})

describe('the head of a large result', () => {
  const head = async (id: number) =>
    (await member.get(`/api/query_results/${id}?large=head`)).json().query_result

  it('has the first rows, the count and all other fields of the whole', async () => {
    const { data: whole, ...facts } = (await member.get(`/api/query_results/${large}`)).json().query_result
    const { data, ...same } = await head(large)
    expect(same).toEqual(facts)
    expect(data).toEqual({ ...whole, rows: whole.rows.slice(0, 500), row_count: largeCount })
  })

  it('is the whole result if that is small', async () => {
    const { data } = await head(small)
    expect(data.rows).toHaveLength(4)
    expect(data).not.toHaveProperty('row_count')
    expect((await member.get(`/api/query_results/${small}?large=tail`)).statusCode).toBe(400)
  })

  it('is also the reply to an execution', async () => {
    const { body } = await app.context.db
      .selectFrom('query_results')
      .select('query_text as body')
      .where('id', '=', large)
      .executeTakeFirstOrThrow()
    const again = { query: body, data_source_id: source.id, max_age: -1 }
    const reply = await member.post('/api/query_results', { ...again, large: 'head' })
    expect(reply.json().query_result.data).toMatchObject({ row_count: largeCount })
    expect(reply.json().query_result.data.rows).toHaveLength(500)
    expect((await member.post('/api/query_results', again)).json().query_result.data.rows).toHaveLength(
      largeCount,
    )
  })
})
