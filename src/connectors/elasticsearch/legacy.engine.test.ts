import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { missingForOpensearch, startOpensearch } from '#test/engines/opensearch.ts'
import { isProgram, type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import type { Connector } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { type RecordingSink, recordingSink } from '../recording-sink.ts'
import { elasticsearch, kibana } from './legacy-connectors.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
let server: RunningEngine

const standOf = (connector: Connector): Stand =>
  ({ connector, ground: { host, options: { server: `${server.url}/` } }, backends: [] }) as unknown as Stand
const resultOf = async (connector: Connector, query: unknown) => {
  const sink = recordingSink()
  await runOn(standOf(connector), JSON.stringify(query), sink)
  return sink
}

/** The server sends the fields of a document in an order of its own. */
const rowsOf = ({ names, cells }: RecordingSink) =>
  cells.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])))

async function bulk(index: string, documents: readonly unknown[]): Promise<void> {
  const lines = documents.flatMap((document) => ['{"index":{}}', JSON.stringify(document)])
  const reply = await fetch(`${server.url}/${index}/_bulk?refresh=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: `${lines.join('\n')}\n`,
  })
  if (!reply.ok) throw new Error(await reply.text())
}

const tests = () => {
  beforeAll(async () => {
    server = await startOpensearch(await freePort())
    await bulk('orders', [
      { id: 1, total: 10.5, shop: { city: 'Bern' }, at: '2024-01-02T03:04:05Z' },
      { id: 2, total: 7, shop: { city: 'Bern' }, at: '2024-01-03T00:00:00Z' },
      { id: 3, total: 1, shop: { city: 'Zürich' }, at: '2024-01-04T00:00:00Z' },
    ])
    await bulk(
      'many',
      Array.from({ length: 12_000 }, (_, n) => ({ n })),
    )
  })
  afterAll(() => server?.stop())

  describe('elasticsearch', () => {
    it('reads documents', async () => {
      const sink = await resultOf(elasticsearch, {
        index: 'orders',
        query: { term: { id: 2 } },
        _source: ['id', 'shop', 'at'],
      })
      expect(rowsOf(sink)).toEqual([{ id: '2', 'shop.city': '"Bern"', at: '"2024-01-03T00:00:00Z"' }])
    })

    it('names the columns of aggregations after their keys', async () => {
      const sink = await resultOf(elasticsearch, {
        index: 'orders',
        size: 0,
        aggs: {
          city: { terms: { field: 'shop.city.keyword' }, aggs: { sum: { sum: { field: 'total' } } } },
        },
      })
      expect(rowsOf(sink)).toEqual([
        expect.objectContaining({ city: '"Bern"', doc_count: '2', sum: '17.5' }),
        expect.objectContaining({ city: '"Zürich"', doc_count: '1', sum: '1.0' }),
      ])
    })
  })

  describe('kibana', () => {
    it('reads documents that a query of Lucene finds', async () => {
      const sink = await resultOf(kibana, {
        index: 'orders',
        query: 'shop.city:bern AND total:[8 TO *]',
        fields: ['id', 'total'],
      })
      expect(rowsOf(sink)).toEqual([{ id: '1', total: '10.5' }])
    })

    it('sorts, and reads 500 documents, or as many as the limit says', async () => {
      expect((await resultOf(kibana, { index: 'many' })).cells).toHaveLength(500)
      const sink = await resultOf(kibana, { index: 'many', limit: 11_000, size: 1000, sort: 'n:desc' })
      expect(sink.cells).toHaveLength(11_000)
      expect(sink.cells[0]).toEqual(['11999'])
    })

    it.each([
      [{ index: 'orders', query: { match_all: {} } }, /Advanced queries are not supported/],
      [{ index: 'orders', limit: -1 }, /'limit' must be a whole number/],
      [{ index: 'orders', fields: [1] }, /'fields' must be a list of names/],
      [{ index: 'nowhere' }, /Return Code: 404 {3}Reason: .*index_not_found_exception/],
    ])('says what is wrong with %j', async (query, message) => {
      const failure = await failureOf(resultOf(kibana, query))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect(String(failure)).toMatch(message)
    })
  })

  it.each([() => elasticsearch, () => kibana])('both have the schema and the connection test', async (of) => {
    const connector = of()
    const session = await openOn(standOf(connector))
    await session.ping(AbortSignal.timeout(5000))
    const tables = await session.tables(AbortSignal.timeout(5000))
    expect(tables?.map(({ name }) => name)).toEqual(['many', 'orders'])
    const options = { server: `http://127.0.0.1:${await freePort()}` }
    const refused = await openOn(standOf(connector), options)
    expect(await failureOf(refused.ping(AbortSignal.timeout(5000)))).toBeInstanceOf(ConnectionFailed)
    expect(String(connector.validate?.({}))).toBe("Missing configuration key 'server'")
    expect(String(connector.validate?.({ server: 'db:9200' }))).toMatch(/must begin with http/)
  })
}

withEngine('OpenSearch 3.8 (Maven)', missingForOpensearch(isProgram), tests)
