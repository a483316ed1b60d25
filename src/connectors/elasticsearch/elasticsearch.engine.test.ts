import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { missingForOpensearch, startOpensearch } from '#test/engines/opensearch.ts'
import { isProgram, type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost } from '../connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { elasticsearch2 } from './elasticsearch-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
let server: RunningEngine
let stand: Stand

const resultOf = async (query: unknown) => {
  const sink = recordingSink()
  await runOn(stand, typeof query === 'string' ? query : JSON.stringify(query), sink)
  return sink
}
const messageOf = async (query: unknown) => {
  const failure = await failureOf(resultOf(query))
  expect(failure).toBeInstanceOf(QueryFailed)
  return (failure as Error).message
}

async function call(method: string, path: string, body: string | null = null): Promise<unknown> {
  const type = path.includes('_bulk') ? 'application/x-ndjson' : 'application/json'
  const reply = await fetch(server.url + path, { method, headers: { 'content-type': type }, body })
  if (!reply.ok) throw new Error(await reply.text())
  return await reply.json()
}

const orders = [
  `{"id":9007199254740993,"total":10.50,"paid":true,"at":"2024-01-02T03:04:05.123456Z","shop":{"city":"Zürich","geo":{"lat":47.4}},"tags":["new"]}`,
  `{"id":2,"total":7,"paid":false,"at":"2024-01-03T00:00:00Z","shop":{"city":"Bern"},"tags":["new","big"],"note":"say \\"hi\\""}`,
  `{"id":3,"total":null,"paid":true,"at":"2024-01-03T12:00:00Z","shop":{"city":"Bern"},"tags":[]}`,
]

const many = 25_000
/** so slow that it only ends when it is ended */
const slow = {
  index: 'many',
  size: 1,
  query: {
    script: {
      script: { source: 'long x = 0; for (int i = 0; i < 200000; i++) { x += i % 7 } return x > 0' },
    },
  },
}
const runningSearches = async () => {
  const tasks = JSON.stringify(await (await fetch(`${server.url}/_tasks?actions=*search*`)).json())
  return tasks.includes('indices:data/read/search')
}
const waitFor = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}

const tests = () => {
  beforeAll(async () => {
    server = await startOpensearch(await freePort())
    await call(
      'PUT',
      '/orders',
      JSON.stringify({
        mappings: {
          properties: {
            id: { type: 'long' },
            total: { type: 'double' },
            at: { type: 'date' },
            tags: { type: 'keyword' },
            shop: {
              properties: { city: { type: 'keyword' }, geo: { properties: { lat: { type: 'float' } } } },
            },
          },
        },
      }),
    )
    const lines = orders.flatMap((order, at) => [`{"index":{"_id":"${at}"}}`, order])
    await call('POST', '/orders/_bulk?refresh=true', `${lines.join('\n')}\n`)
    await call('PUT', '/many', JSON.stringify({ settings: { number_of_shards: 3 } }))
    const documents = Array.from({ length: many }, (_, at) => `{"index":{}}\n{"n":${at},"same":1}`)
    await call('POST', '/many/_bulk?refresh=true', `${documents.join('\n')}\n`)
    await call('PUT', '/.hidden', '{}')
    stand = {
      connector: elasticsearch2,
      ground: { host, options: { url: `${server.url}/` } },
      backends: [],
    } as unknown as Stand
  })
  afterAll(() => server?.stop())

  describe('reads documents', () => {
    it('of every type, with all their digits, flattened', async () => {
      const sink = await resultOf({ index: 'orders', sort: [{ at: 'asc' }] })
      expect(sink.names).toEqual([
        ...['id', 'total', 'paid', 'at', 'shop.city', 'shop.geo.lat', 'tags', 'note'],
      ])
      expect(sink.types).toEqual([
        ...['integer', 'float', 'boolean', 'datetime', 'string', 'float', 'string', 'string'],
      ])
      expect(sink.cells).toEqual([
        [
          ...['9007199254740993', '10.50', 'true', '"2024-01-02T03:04:05.123Z"', '"Zürich"', '47.4'],
          ...['"new"', 'null'],
        ],
        [
          ...['2', '7', 'false', '"2024-01-03T00:00:00Z"', '"Bern"', 'null'],
          ...['["new","big"]', '"say \\"hi\\""'],
        ],
        ['3', 'null', 'true', '"2024-01-03T12:00:00Z"', '"Bern"', 'null', '[]', 'null'],
      ])
    })

    it('found by a number of 16 digits, with the fields that are wanted', async () => {
      const sink = await resultOf(
        '{"index":"orders","query":{"term":{"id":9007199254740993}},"result_fields":["total","shop"]}',
      )
      expect(sink.names).toEqual(['total', 'shop.city', 'shop.geo.lat'])
      expect(sink.cells).toEqual([['10.50', '"Zürich"', '47.4']])
    })

    it('as fields, if the query asks for no document', async () => {
      const sink = await resultOf({ index: 'orders', _source: false, fields: ['id', 'tags'], sort: ['id'] })
      expect(sink.cells).toEqual([
        ['2', '["new","big"]'],
        ['3', 'null'],
        ['9007199254740993', '"new"'],
      ])
    })

    it('of several indices, and none', async () => {
      const sink = await resultOf({ index: ['orders', 'ma*'], query: { range: { n: { lt: 2 } } } })
      expect(sink.cells).toHaveLength(2)
      const none = await resultOf({ index: 'orders', query: { match_none: {} } })
      expect([none.names, none.cells]).toEqual([[], []])
    })

    it('more than an index returns at once, each of them once', async () => {
      for (const sort of [undefined, 'same', [{ n: { order: 'desc' } }]]) {
        const sink = await resultOf({ index: 'many', size: 100_000, ...(sort && { sort }) })
        expect(new Set(sink.cells.map(([n]) => n)).size).toBe(many)
        expect(sink.cells).toHaveLength(many)
      }
      const part = await resultOf({ index: 'many', from: 12_000, size: 9000, sort: ['n'] })
      expect(part.cells.map(([n]) => Number(n))).toEqual(Array.from({ length: 9000 }, (_, at) => 12_000 + at))
      // none is left open
      expect(await call('GET', '/_search/point_in_time/_all')).toMatchObject({ pits: [] })
    })

    it('no more than the sink wants', async () => {
      const few = recordingSink({ keepsCells: false, stopAfter: 1000 })
      await runOn(stand, JSON.stringify({ index: 'many', size: 100_000 }), few)
      expect(few.batches.reduce((total, count) => total + count, 0)).toBeLessThan(many)
    })
  })

  describe('reads aggregations', () => {
    it('of buckets within buckets, with their metrics', async () => {
      const sink = await resultOf({
        index: 'orders',
        size: 0,
        aggs: {
          city: {
            terms: { field: 'shop.city' },
            aggs: {
              sum: { sum: { field: 'total' } },
              day: { date_histogram: { field: 'at', calendar_interval: 'day' } },
            },
          },
        },
      })
      expect(sink.names.toSorted()).toEqual([
        ...['city', 'city.doc_count', 'city.doc_count_error_upper_bound', 'city.sum.value'],
        ...['city.sum_other_doc_count', 'day', 'day.doc_count'],
      ])
      const wanted = ['city', 'city.doc_count', 'city.sum.value', 'day', 'day.doc_count']
      const places = wanted.map((name) => sink.names.indexOf(name))
      expect(places.map((at) => sink.types[at])).toEqual([
        ...['string', 'integer', 'float', 'datetime', 'integer'],
      ])
      expect(sink.cells.map((row) => places.map((at) => row[at]))).toEqual([
        ['"Bern"', '2', '7.0', '"2024-01-03T00:00:00.000Z"', '2'],
        ['"Zürich"', '1', '10.5', '"2024-01-02T00:00:00.000Z"', '1'],
      ])
    })

    it('of named filters, and around others', async () => {
      const sink = await resultOf({
        index: 'orders',
        size: 0,
        aggs: {
          paid: {
            filter: { term: { paid: true } },
            aggs: {
              kind: {
                filters: { filters: { big: { term: { tags: 'big' } }, new: { term: { tags: 'new' } } } },
              },
            },
          },
        },
        result_fields: ['kind', 'paid.doc_count'],
      })
      expect(sink.names).toEqual(['paid.doc_count', 'kind', 'kind.doc_count'])
      expect(sink.cells).toEqual([
        ['2', '"big"', '0'],
        ['2', '"new"', '1'],
      ])
    })

    it('without buckets, and of nothing', async () => {
      const aggs = { low: { min: { field: 'total' } } }
      const sink = await resultOf({ index: 'orders', size: 0, aggs })
      expect([sink.names, sink.cells]).toEqual([['low.value'], [['7.0']]])
      const terms = { tags: { terms: { field: 'tags' } } }
      const none = await resultOf({ index: 'orders', size: 0, query: { match_none: {} }, aggs: terms })
      expect(none.cells).toEqual([])
    })
  })

  it('tells indices and fields, and passes the connection test', async () => {
    const session = await openOn(stand)
    await session.ping(AbortSignal.timeout(5000))
    const tables = await session.tables(AbortSignal.timeout(5000))
    expect(tables?.map(({ name }) => name)).toEqual(['many', 'orders'])
    expect(tables?.[1]?.columns).toEqual([
      { name: 'at', type: 'date' },
      { name: 'id', type: 'long' },
      { name: 'note', type: 'text' },
      { name: 'paid', type: 'boolean' },
      { name: 'shop.city', type: 'keyword' },
      { name: 'shop.geo.lat', type: 'float' },
      { name: 'tags', type: 'keyword' },
      { name: 'total', type: 'double' },
    ])
  })

  describe('says', () => {
    it.each([
      [{ index: 'nowhere' }, /Status 404: index_not_found_exception: no such index \[nowhere\]/],
      [
        { index: 'orders', query: { nonsense: {} } },
        /Status 400: parsing_exception: unknown query \[nonsense\]/,
      ],
      [{ index: 'orders', query: { term: { id: 'x' } } }, /For input string: "x"/],
      [{ index: 'orders', size: 20_000, query: { nonsense: {} } }, /unknown query \[nonsense\]/],
      ['', /^Query is empty$/],
      ['{"index": orders}', /^Invalid JSON format\. /],
      ['[]', /must be an object/],
      [{ index: '..' }, /there is no index/],
      [{ index: 3 }, /'index' must be a text/],
      [{ index: 'many/_delete_by_query', query: { match_all: {} } }, /Status 4/],
    ])('what is wrong with %j', async (query, message) => {
      expect(await messageOf(query)).toMatch(message)
    })

    it('where the JSON is wrong', async () => {
      const failure = await failureOf(resultOf('{\n "index": "orders" "size": 1}'))
      expect(failure).toMatchObject({ position: { line: 2, column: 20 } })
    })

    it('that nothing is there, or another server', async () => {
      const ping = async (url: string) =>
        failureOf((await openOn(stand, { url })).ping(AbortSignal.timeout(5000)))
      const refused = await ping(`http://127.0.0.1:${await freePort()}`)
      expect(refused).toBeInstanceOf(ConnectionFailed)
      expect(String(refused)).toMatch(/cannot be reached: the connection was refused/)
      expect(String(await ping(`${server.url}/wrong`))).toMatch(/Status 4/)
    })

    it.each(['db:9200', 'http://me:pw@db:9200', '', 'http://db:9200/?x=1'])(
      'that %s is no address',
      async (url) => {
        expect(String(elasticsearch2.validate?.({ url }))).toMatch(/^URL base path must/)
      },
    )
  })

  describe('ends the search in the server', () => {
    it('when the run is stopped', async () => {
      const stop = new AbortController()
      const failure = failureOf(runOn(stand, JSON.stringify(slow), recordingSink(), stop.signal))
      await waitFor(runningSearches)
      stop.abort()
      expect(await failure).toBeInstanceOf(Cancelled)
      await waitFor(async () => !(await runningSearches()))
    })

    it('when its worker has died', async () => {
      stand.backends.length = 0
      const failure = failureOf(runOn(stand, JSON.stringify(slow), recordingSink()))
      await waitFor(runningSearches)
      const [backend = {}] = stand.backends
      const other = { request_name: 'sextant_00000000-0000-0000-0000-000000000000' }
      const { options } = stand.ground
      await elasticsearch2.killOrphan?.(options, host as unknown as ConnectorHost, other)
      expect(await runningSearches()).toBe(true)
      await elasticsearch2.killOrphan?.(options, host as unknown as ConnectorHost, backend)
      await waitFor(async () => !(await runningSearches()))
      expect(await failure).toBeInstanceOf(QueryFailed)
    })
  })
}

withEngine('OpenSearch 3.8 (Maven)', missingForOpensearch(isProgram), tests)
