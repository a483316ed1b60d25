import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { missingForDruid, startDruid } from '#test/engines/druid.ts'
import { isProgram, type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost } from '../connector.ts'
import { Cancelled } from '../connector-errors.ts'
import { failureOf, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { hostileValueTrials } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { druid } from './druid-connector.ts'

/** The rows `1`, … as texts: a broker without data has only what the text holds. */
const many = (count: number) => `unnest(string_to_array(repeat('1,', ${count - 1}) || '1', ','))`

const trials: ConnectorTrials = {
  types: {
    text: `select 1 as a, cast(2 as bigint) as b, 1.5 as c, cast(1.5 as float) as d, true as e, 'x' as f,
      array[1, 2] as g, array['p"', null] as h, json_object('k':array[1]) as i, cast(1.25 as decimal(10, 2)) as j`,
    columns: [
      ...[...'ab'].map((name) => [name, 'integer'] as const),
      ...[...'cd'].map((name) => [name, 'float'] as const),
      ['e', 'boolean'],
      ['f', 'string'],
      ...[...'ghi'].map((name) => [name, null] as const),
      ['j', 'float'],
    ],
    cells: [['1', '2', '1.5', '1.5', 'true', '"x"', '[1,2]', '["p\\"",null]', '{"k":[1]}', '1.25']],
  },
  nulls: {
    text: "select cast(null as bigint) as a, cast(null as varchar) as b, '' as c",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'string'],
    ],
    cells: [['null', 'null', '""']],
  },
  empty: {
    text: 'select x as a from (values (1)) as t(x) where x = 2',
    columns: [['a', 'integer']],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 as name, 2 as name, 3 as name',
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: 'select 9223372036854775807 as a, -9223372036854775807 as b',
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
    ],
    cells: [['9223372036854775807', '-9223372036854775807']],
  },
  dates: {
    text: "select timestamp '2024-01-02 03:04:05.123' as a, date '2024-02-29' as b",
    columns: [
      ['a', 'datetime'],
      ['b', 'date'],
    ],
    cells: [['"2024-01-02T03:04:05.123Z"', '"2024-02-29"']],
  },
  unicode: {
    text: "select '😀 e\u0301 \"quoted\" \\ ''' as a, 'x' as \"表\"",
    columns: [
      ['a', 'string'],
      ['表', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 "quoted" \\ \''), '"x"']],
  },
  severalStatements: {
    text: "select 'not this; one';\n-- nor; this\nselect 2 as a // it's; the last\n;",
    columns: [['a', 'integer']],
    cells: [['2']],
  },
  wrongText: {
    text: 'select 1;\n  select 1 as a b',
    message: /^Received an unexpected token \[b\] \(line \[1\], column \[15\]\)$/,
    position: { line: 2, column: 17 },
  },
  withoutResult: null,
  lateError: {
    text: `select parse_json(n) as p from unnest(string_to_array(repeat('1,', 149999) || '{bad,' || repeat('1,', 50000) || '1', ',')) as t(n)`,
    message: /connection to the server was lost/,
    position: null,
  },
  manyRows: `select n, 'text' as b from ${many(100_000)} as t(n)`,
  oversized: (place) =>
    `select case n when '${oversizedPlaces.indexOf(place)}' then repeat('x', ${oversizedCell}) else 'small' end as a from unnest(array['0', '1', '2']) as t(n)`,
  slow: null,
  endless: `select n, m from ${many(300_000)} as t(n), ${many(300_000)} as u(m)`,
  schema: [
    {
      name: 'sys.server_segments',
      columns: [
        { name: 'server', type: 'VARCHAR' },
        { name: 'segment_id', type: 'VARCHAR' },
      ],
    },
  ],
  lacks: {
    withoutResult: 'every statement that is accepted has a result',
    slow: 'a broker without data computes in the thread of the request, which Druid does not interrupt',
  },
}

const host = { fetchServer: createServerFetch({ version: 'test' }) }

const tests = () => {
  let server: RunningEngine
  let stand: Stand
  beforeAll(async () => {
    server = await startDruid()
    const options = { host: '127.0.0.1', port: server.port }
    stand = { connector: druid, ground: { host, options }, backends: [] } as unknown as Stand
  }, 300_000)
  afterAll(() => server?.stop())

  connectorSuite(druid, trials, async () => ({
    host,
    options: { host: '127.0.0.1', port: server.port },
    refused: { host: '127.0.0.1', port: await freePort() },
    wrongPassword: null,
    // the server lists no queries; the test below asks it for the one of the session
    running: null,
    stop: async () => {},
  }))

  describe('Druid', () => {
    hostileValueTrials(() => stand, null)

    /** An endless query that has begun to answer, and whether the server still has it. */
    const begun = async (signal: AbortSignal) => {
      stand.backends.length = 0
      const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>()
      const sink = { ...recordingSink({ keepsCells: false }) }
      const { rows } = sink
      sink.rows = (batch) => {
        begin()
        return rows(batch)
      }
      const running = failureOf(runOn(stand, trials.endless ?? '', sink, signal))
      await isBegun
      const isKnown = async () => {
        const path = `/druid/v2/sql/${stand.backends[0]?.['sql_query_id']}`
        return (await fetch(server.url + path, { method: 'DELETE' })).status
      }
      return { running, isKnown }
    }

    it('has ended a query that was cancelled', async () => {
      const controller = new AbortController()
      const { running, isKnown } = await begun(controller.signal)
      controller.abort()
      expect(await running).toBeInstanceOf(Cancelled)
      expect(await isKnown()).toBe(404)
    })

    it('tells the server to end the query of a worker that died', async () => {
      const controller = new AbortController()
      const { running, isKnown } = await begun(controller.signal)
      const [backend] = stand.backends
      await druid.killOrphan?.(stand.ground.options, host as ConnectorHost, backend ?? {})
      expect(await isKnown()).toBe(404)
      controller.abort()
      await running
    })

    it('reads comments as we do', async () => {
      const sink = recordingSink()
      await runOn(stand, "select 1 as a // it's\n, 2 as b -- it's\r, 3 as c /* /* it's */", sink)
      expect(sink.names).toEqual(['a', 'b', 'c'])
    })
  })
}

withEngine('Druid 33.0.0', missingForDruid(isProgram), tests)
