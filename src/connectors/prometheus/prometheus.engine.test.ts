import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { startPrometheus } from '#test/engines/prometheus.ts'
import { isProgram, type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { prometheus } from './prometheus-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
let server: RunningEngine
let stand: Stand

const resultOf = async (text: string) => {
  const sink = recordingSink()
  await runOn(stand, text, sink)
  return sink
}

const tests = () => {
  beforeAll(async () => {
    server = await startPrometheus()
    stand = {
      connector: prometheus,
      ground: { host, options: { url: `${server.url}/` } },
      backends: [],
    } as unknown as Stand
    // until it has read its own metrics
    await vi.waitFor(() => resultOf('up'), { timeout: 30_000, interval: 200 })
  })
  afterAll(() => server?.stop())

  describe('reads', () => {
    it('a vector: time, value and a column for each label', async () => {
      const sink = await resultOf('up')
      expect(sink.names).toEqual(['timestamp', 'value', '__name__', 'instance', 'job'])
      expect(sink.types).toEqual(['datetime', 'float', 'string', 'string', 'string'])
      expect(sink.cells).toEqual([
        [
          expect.stringMatching(/^"\d{4}-\d\d-\d\dT.*Z"$/),
          '1',
          '"up"',
          `"127.0.0.1:${server.port}"`,
          '"own"',
        ],
      ])
    })

    it('labels of all series, empty where a series has none', async () => {
      const sink = await resultOf(
        `label_replace(vector(1), "a", "ä\\"x", "", "") or label_replace(vector(2), "b", "y", "", "")`,
      )
      expect(sink.names).toEqual(['timestamp', 'value', 'a', 'b'])
      expect(sink.cells.map((row) => row.slice(1))).toEqual([
        ['1', '"ä\\"x"', 'null'],
        ['2', 'null', '"y"'],
      ])
    })

    it('PromQL as it is, with signs that an address would need escaped, and comments', async () => {
      const sink = await resultOf('# a comment\nvector(1) + 2 % 5 # "another"')
      expect(sink.cells.map((row) => row[1])).toEqual(['3'])
    })

    it('scalars and texts', async () => {
      expect((await resultOf('1.5')).cells.map((row) => row[1])).toEqual(['1.5'])
      expect((await resultOf('scalar(vector(1e5))')).cells.map((row) => row[1])).toEqual(['100000'])
    })

    it('numbers that JSON lacks as empty', async () => {
      expect((await resultOf('vector(0) / 0')).cells.map((row) => row[1])).toEqual(['null'])
    })

    it('a range, with times in every form', async () => {
      for (const times of [
        'start=now-1m&end=now',
        'start=now-1m',
        `start=${Math.floor(Date.now() / 1000) - 60}&end=now`,
      ]) {
        const sink = await resultOf(`query=vector(7)&${times}&step=15`)
        expect(sink.cells.length).toBeGreaterThanOrEqual(4)
        expect(new Set(sink.cells.map((row) => row[1]))).toEqual(new Set(['7']))
      }
      const sink = await resultOf(
        'query=vector(7)&start=2026-01-02 03:00:00&end=2026-01-02T03:00:10Z&step=5s',
      )
      expect(sink.cells.map((row) => row[0])).toEqual([
        ...['"2026-01-02T03:00:00.000Z"', '"2026-01-02T03:00:05.000Z"', '"2026-01-02T03:00:10.000Z"'],
      ])
    })

    it('100,000 rows', async () => {
      const sink = recordingSink({ keepsCells: false })
      const series = Array.from(
        { length: 10 },
        (_, at) => `label_replace(vector(1), "n", "${at}", "", "")`,
      ).join(' or ')
      await runOn(stand, `query=${encodeURIComponent(series)}&start=0&end=9999&step=1`, sink)
      expect(sink.batches.reduce((total, count) => total + count, 0)).toBe(100_000)
    })

    it('the names of the metrics as tables', async () => {
      const session = await openOn(stand)
      await session.ping(AbortSignal.timeout(5000))
      const tables = await session.tables(AbortSignal.timeout(5000))
      expect(tables).toContainEqual({ name: 'up', columns: [] })
    })
  })

  describe('says', () => {
    it.each([
      ['sum(', /parse error/],
      ['query=up&step=15', /needs a 'start'/],
      ['query=up&start=yesterday&step=15', /'start' must be a date/],
      ['query=&start=0&step=15', /'query' is missing/],
      ['', /^Query is empty$/],
      ['nothing_of_this_name', /^query result is empty\.$/],
      ['query=up&start=0&end=now&step=1', /exceeded maximum resolution/],
    ])('what is wrong with %s', async (text, message) => {
      const failure = await failureOf(resultOf(text))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect((failure as Error).message).toMatch(message)
    })

    it('that the address is of another server, or of none', async () => {
      const ping = async (url: string) => {
        const session = await openOn(stand, { url })
        return await failureOf(session.ping(AbortSignal.timeout(5000)))
      }
      const other = await ping(`${server.url}/graph`)
      expect(other).toBeInstanceOf(ConnectionFailed)
      expect(String(other)).toMatch(/Is the address right\?/)
      expect(String(await ping(`http://127.0.0.1:${await freePort()}`))).toMatch(
        /cannot be reached: the connection was refused/,
      )
    })

    it('nothing more when the run is stopped', async () => {
      const failure = await failureOf(runOn(stand, 'up', recordingSink(), AbortSignal.abort()))
      expect(failure).toBeInstanceOf(Cancelled)
    })
  })
}

withEngine('Prometheus (Debian)', [!isProgram('apt-get') && 'apt-get is missing'], tests)
