import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { startClickhouse } from '#test/engines/clickhouse.ts'
import { type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import type { RunProgress } from '../connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { hostileValueTrials, ordinaryTables } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { clickhouse } from './clickhouse-connector.ts'
import { clickhouseTrials as trials } from './clickhouse-trials.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }

let server: RunningEngine

const tests = () => {
  connectorSuite(clickhouse, trials, async () => {
    server = await startClickhouse()
    const options = { url: server.url, user: 'default', password: 'secret', dbname: 'default' }
    const stand = { connector: clickhouse, ground: { host, options }, backends: [] } as unknown as Stand
    await runOn(
      stand,
      `create database elsewhere; create table elsewhere.t (a Int8 comment 'of a', b LowCardinality(String)) engine = Memory comment 'of t'`,
      recordingSink(),
    )
    return {
      host,
      options,
      refused: { ...options, url: `http://127.0.0.1:${await freePort()}` },
      wrongPassword: { ...options, password: 'wrong-password' },
      running: async () => Number(await (await fetch(`${server.url}/running`)).text()),
      stop: server.stop,
    }
  })

  describe('ClickHouse', () => {
    let own: RunningEngine
    let stand: Stand
    beforeAll(async () => {
      own = await startClickhouse()
      const options = { url: own.url, password: 'secret', dbname: 'default' }
      stand = { connector: clickhouse, ground: { host, options }, backends: [] } as unknown as Stand
    })
    afterAll(() => own?.stop())

    hostileValueTrials(() => stand, {
      type: 'clickhouse',
      tables: ordinaryTables({
        ...{ text: 'String', integer: 'Int64', decimal: 'Decimal(10, 2)', time: 'DateTime', boolean: 'Bool' },
        end: ' engine = ReplacingMergeTree order by id',
      }),
    })

    it('is asked on a new connection after it was restarted', async () => {
      const server = await startClickhouse()
      let again: RunningEngine | null = null
      const options = { url: server.url, password: 'secret', dbname: 'default' }
      const ground = { host, options } as unknown as Stand['ground']
      const ask = async (text: string) => {
        const sink = recordingSink()
        await runOn({ connector: clickhouse, ground, backends: [] }, text, sink)
        return sink.cells
      }
      try {
        // the connection is kept open
        expect(await ask('select 1')).toEqual([['1']])
        await server.stop()
        again = await startClickhouse(server.port)
        expect(await ask('select 2')).toEqual([['2']])
        await again.stop()
        expect(await failureOf(ask('select 3'))).toBeInstanceOf(ConnectionFailed)
        again = await startClickhouse(server.port)
        expect(await ask('select 4')).toEqual([['4']])
      } finally {
        await (again ?? server).stop()
      }
    })

    it('adds the totals as a last row', async () => {
      const sink = recordingSink()
      await runOn(
        stand,
        "select toString(arrayJoin(['a', 'b', 'b'])) k, count() n, toDate('2024-01-02') d group by k with totals order by k",
        sink,
      )
      expect(sink.cells).toEqual([
        ['"a"', '1', '"2024-01-02"'],
        ['"b"', '2', '"2024-01-02"'],
        ['"Total"', '3', 'null'],
      ])
      expect(sink.facts).toEqual({ data_scanned: expect.any(Number) })
    })

    it('tells how far it is while it runs, also to a source that only reads', async () => {
      for (const read_only of [false, true]) {
        const options = { ...stand.ground.options, read_only }
        const seen: RunProgress[] = []
        const stop = new AbortController()
        const sink = {
          ...recordingSink({ keepsCells: false }),
          progress: (progress: RunProgress) => seen.push(progress),
        }
        const text = 'select number, sleepEachRow(0.01) from numbers(1000000) settings max_block_size = 5'
        const running = failureOf(
          runOn({ ...stand, ground: { ...stand.ground, options } }, text, sink, stop.signal),
        )
        await expect.poll(() => seen.at(-1)?.rows ?? 0, { timeout: 30_000 }).toBeGreaterThan(0)
        const { rows = 0, ...rest } = seen.at(-1) ?? {}
        expect(rest).toEqual({ bytes: rows * 8, fraction: 0.25 })
        stop.abort()
        expect(await running).toBeInstanceOf(Cancelled)
      }
    })

    it('shows a result without columns for a statement without one', async () => {
      const sink = recordingSink()
      await runOn(stand, 'create table if not exists of_nothing (a Int8) engine = Memory', sink)
      expect([sink.resultSets, sink.names, sink.cells]).toEqual([1, [], []])
    })

    it.each([
      ['', 'Query is empty'],
      ['select 1 format CSV', 'If the query has a FORMAT, leave it out.'],
      ['select nothing_here', 'Code: 47. DB::Exception'],
      ['select * from nowhere', 'Code: 60. DB::Exception'],
    ])('says what is wrong with %s', async (text, message) => {
      const failure = await failureOf(runOn(stand, text, recordingSink()))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect((failure as Error).message).toContain(message)
    })

    it('only reads when its source is read-only', async () => {
      const options = { ...stand.ground.options, read_only: true }
      const own = { ...stand, ground: { ...stand.ground, options } }
      const sink = recordingSink()
      await runOn(own, 'select 1 as a; select 2 as a', sink)
      expect(sink.cells).toEqual([['2']])
      for (const text of ['create table x (a Int8) engine = Memory', 'set readonly = 0; select 1']) {
        expect(String(await failureOf(runOn(own, text, recordingSink())))).toMatch(/Code: 164\b/)
      }
    })

    it('says that the database does not exist', async () => {
      const options = { ...stand.ground.options, dbname: 'nowhere' }
      const failure = await failureOf(
        runOn({ ...stand, ground: { ...stand.ground, options } }, 'select 1', recordingSink()),
      )
      expect(String(failure)).toMatch(/Code: 81\b.*nowhere/)
    })
  })
}

withEngine(
  'ClickHouse 26.7 (chdb 3.4.0)',
  [process.platform === 'win32' && 'chdb has no build for Windows'],
  tests,
)
