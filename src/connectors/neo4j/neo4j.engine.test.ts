import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { missingForNeo4j, startNeo4j } from '#test/engines/neo4j.ts'
import { isProgram, type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost } from '../connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { neo4j } from './neo4j-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
let server: RunningEngine
let stand: Stand

const resultOf = async (text: string) => {
  const sink = recordingSink()
  await runOn(stand, text, sink)
  return sink
}
/** runs until it is ended */
const slow =
  'UNWIND range(1, 10000000) AS i UNWIND range(1, 10000000) AS j WITH i + j AS s WHERE s < 0 RETURN s'
const running = async () => {
  const sink = await resultOf(
    "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery STARTS WITH 'UNWIND range(1, 10000000)' RETURN count(*) AS n",
  )
  return Number(sink.cells[0]?.[0])
}
const patience = { timeout: 30_000, interval: 100 }

const tests = () => {
  beforeAll(async () => {
    server = await startNeo4j()
    stand = {
      connector: neo4j,
      ground: { host, options: { url: `${server.url}/`, username: 'neo4j', password: 'any' } },
      backends: [],
    } as unknown as Stand
    await resultOf(
      "CREATE (:Person {name: 'Ann', age: 30})-[:KNOWS {since: 2020}]->(:Person:Admin {name: 'Bob'})",
    )
  })
  afterAll(() => server?.stop())

  describe('reads', () => {
    it('every type, digit for digit', async () => {
      const sink = await resultOf(
        `RETURN 9007199254740993 AS i, 1.5 AS f, 1e300 AS g, 'x "y"' AS s, true AS t, null AS n,
          date('2024-01-02') AS d, datetime('2024-01-02T03:04:00.5[Europe/Zurich]') AS z,
          localdatetime('2024-01-02T03:04:05') AS l, duration('P1DT2H') AS u, [1, 2.5, 'a', null] AS li,
          {a: 9007199254740993, b: [true]} AS m, 0.0 / 0 AS nan`,
      )
      expect(sink.names).toEqual(['i', 'f', 'g', 's', 't', 'n', 'd', 'z', 'l', 'u', 'li', 'm', 'nan'])
      expect(sink.types).toEqual([
        ...['integer', 'float', 'float', 'string', 'boolean', 'string', 'string', 'datetime'],
        ...['string', 'string', 'string', 'string', 'string'],
      ])
      expect(sink.cells).toEqual([
        [
          ...['9007199254740993', '1.5', '1.0E300', '"x \\"y\\""', 'true', 'null', '"2024-01-02"'],
          ...['"2024-01-02T03:04:00.500+01:00"', '"2024-01-02T03:04:05"', '"P1DT2H"', '[1,2.5,"a",null]'],
          ...['{"a":9007199254740993,"b":[true]}', 'null'],
        ],
      ])
    })

    it('nodes, relationships and paths', async () => {
      const sink = await resultOf('MATCH p = (a:Person)-[r:KNOWS]->(b) RETURN a, r, p')
      const [node, relationship, path] = (sink.cells[0] ?? []).map((cell) => JSON.parse(cell))
      expect(node).toMatchObject({ labels: ['Person'], properties: { name: 'Ann', age: 30 } })
      expect(relationship).toMatchObject({ type: 'KNOWS', properties: { since: 2020 } })
      expect(path).toHaveLength(3)
    })

    it('nothing, with its columns, and a statement without a result', async () => {
      const sink = await resultOf('MATCH (n:Nowhere) RETURN n.a AS a, n.b AS b')
      expect([sink.names, sink.cells]).toEqual([['a', 'b'], []])
      expect((await resultOf('CREATE (:Other {x: 1.5})')).names).toEqual([])
    })

    it('100,000 rows, and no more than the sink wants', async () => {
      const sink = recordingSink({ keepsCells: false })
      await runOn(stand, 'UNWIND range(1, 100000) AS i RETURN i, toString(i) AS text', sink)
      expect(sink.batches.reduce((total, count) => total + count, 0)).toBe(100_000)
      const few = recordingSink({ keepsCells: false, stopAfter: 100 })
      const wide = "reduce(text = '', x IN range(1, 500) | text + 'ten chars ')"
      await runOn(stand, `UNWIND range(1, 10000000) AS i RETURN i, ${wide} AS text`, few)
      expect(few.batches.length).toBeGreaterThan(0)
      await expect.poll(running, patience).toBe(0)
    })

    it('labels and types of relationships as tables', async () => {
      const session = await openOn(stand)
      await session.ping(AbortSignal.timeout(20_000))
      const tables = await session.tables(AbortSignal.timeout(20_000))
      expect(tables).toContainEqual({ name: ':KNOWS', columns: [{ name: 'since', type: 'Long' }] })
      const person = tables?.find(({ name }) => name === 'Person')
      expect(person?.columns).toContainEqual({ name: 'age', type: 'Long' })
    })
  })

  describe('says', () => {
    it.each([
      ['MATCH (n)\n  RETRN 1', /Neo\.ClientError\.Statement\.SyntaxError/, { line: 2, column: 3 }],
      ['UNWIND range(1, 5000) AS i RETURN 1 / (4000 - i)', /by zero/, null],
      ['', /^Query is empty$/, null],
    ])('what is wrong with %s', async (text, message, position) => {
      const failure = await failureOf(resultOf(text))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect((failure as Error).message).toMatch(message)
      expect(failure).toMatchObject({ position })
    })

    it('what is wrong with the options', async () => {
      const ping = async (changed: Record<string, unknown>) => {
        const session = await openOn(stand, { ...stand.ground.options, ...changed })
        return await failureOf(session.ping(AbortSignal.timeout(20_000)))
      }
      const database = await ping({ database: 'nowhere' })
      expect(database).toBeInstanceOf(ConnectionFailed)
      expect(String(database)).toMatch(/nowhere/)
      expect(String(await ping({ url: `${server.url}/x` }))).toMatch(/not as Neo4j 5\.19 or later does/)
      expect(String(await ping({ url: `http://127.0.0.1:${await freePort()}` }))).toMatch(
        /cannot be reached: the connection was refused/,
      )
      expect(String(neo4j.validate?.({ url: 'neo4j://db' }))).toMatch(/that of the HTTP interface/)
      expect(String(neo4j.validate?.({ url: 'db:7474' }))).toMatch(/must begin with http/)
    })
  })

  describe('ends a query', () => {
    it('that is stopped', async () => {
      const stop = new AbortController()
      const failure = failureOf(runOn(stand, slow, recordingSink(), stop.signal))
      await expect.poll(running, patience).toBe(1)
      stop.abort()
      expect(await failure).toBeInstanceOf(Cancelled)
      await expect.poll(running, patience).toBe(0)
    })

    it('whose worker died, and no other', async () => {
      stand.backends.length = 0
      const failure = failureOf(runOn(stand, slow, recordingSink()))
      await expect.poll(running, patience).toBe(1)
      // the others are of those who count
      const [backend = {}] = stand.backends
      const { options } = stand.ground
      const other = { query_marker: 'sextant_00000000-0000-0000-0000-000000000000' }
      await neo4j.killOrphan?.(options, host as unknown as ConnectorHost, other)
      expect(await running()).toBe(1)
      await neo4j.killOrphan?.(options, host as unknown as ConnectorHost, backend)
      expect(await failure).toBeInstanceOf(QueryFailed)
      await expect.poll(running, patience).toBe(0)
    })
  })
}

withEngine('Neo4j 5.26 (Maven)', missingForNeo4j(isProgram), tests)
