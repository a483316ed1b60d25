import { afterAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { missingForAvatica, startAvatica } from '#test/engines/avatica.ts'
import { isProgram, type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { hostileValueTrials } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { phoenix } from './phoenix-connector.ts'

const range = (to: number) => `system_range(1, ${to})`

const trials: ConnectorTrials = {
  types: {
    text: `select cast(1 as tinyint) as a, cast(2 as smallint) as b, 3 as c, cast(4 as bigint) as d, cast(0.1 as real) as e,
      cast(0.1 as double) as f, 1.50 as g, true as h, 'x' as i, cast('00ff' as binary) as j, cast(-0.25 as double) as k`,
    columns: [
      ...[...'ABCD'].map((name) => [name, 'integer'] as const),
      ...[...'EFG'].map((name) => [name, 'float'] as const),
      ['H', 'boolean'],
      ['I', 'string'],
      ['J', 'string'],
      ['K', 'float'],
    ],
    cells: [['1', '2', '3', '4', '0.1', '0.1', '1.50', 'true', '"x"', '"00ff"', '-0.25']],
  },
  nulls: {
    text: "select cast(null as bigint) as a, cast(null as varchar) as b, '' as c, cast(null as date) as d",
    columns: [
      ['A', 'integer'],
      ['B', 'string'],
      ['C', 'string'],
      ['D', 'date'],
    ],
    cells: [['null', 'null', '""', 'null']],
  },
  empty: { text: `select x as a from ${range(3)} where x > 5`, columns: [['A', 'integer']], cells: [] },
  duplicateNames: {
    text: 'select 1 as name, 2 as name, 3 as name',
    columns: [
      ['NAME', 'integer'],
      ['NAME1', 'integer'],
      ['NAME2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: `select 9223372036854775807 as a, cast('-9223372036854775808' as bigint) as b,
      cast('12345678901234567890.1234567890' as decimal(40, 10)) as c, cast('-0.01' as decimal(10, 2)) as d`,
    columns: [
      ['A', 'integer'],
      ['B', 'integer'],
      ['C', 'float'],
      ['D', 'float'],
    ],
    cells: [['9223372036854775807', '-9223372036854775808', '12345678901234567890.1234567890', '-0.01']],
  },
  dates: {
    text: `select timestamp '2024-01-02 03:04:05.123' as a, date '2024-02-29' as b, date '1969-12-31' as c, time '23:59:58' as d`,
    columns: [
      ['A', 'datetime'],
      ['B', 'date'],
      ['C', 'date'],
      ['D', 'string'],
    ],
    cells: [['"2024-01-02T03:04:05.123"', '"2024-02-29"', '"1969-12-31"', '"23:59:58"']],
  },
  unicode: {
    text: "select '😀 e\u0301 \"quoted\" \\\\ \\'''' as a, '\\t\\n' as b, 'x' as \"表\"",
    columns: [
      ['A', 'string'],
      ['B', 'string'],
      ['表', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 "quoted" \\ \'\''), '"\\t\\n"', '"x"']],
  },
  severalStatements: {
    text: "create table if not exists s (a varchar); delete from s; insert into s values (';');\n-- nor; this\nselect a from s // it's; the last\n;",
    columns: [['A', 'string']],
    cells: [['";"']],
  },
  wrongText: {
    text: 'select 1;\n  selct 2',
    message: /^code: -?\d+, sql state: \w*, message: .*Syntax error/s,
    position: null,
  },
  withoutResult: null,
  lateError: {
    text: `select 1 / (150000 - x) as a from ${range(200_000)}`,
    message: /division by zero/i,
    position: null,
  },
  manyRows: `select x, 'row' || x as b from ${range(100_000)}`,
  oversized: (place) =>
    `select casewhen(x = ${oversizedPlaces.indexOf(place) + 1}, repeat('x', ${oversizedCell}), 'small') as a from ${range(3)}`,
  slow: null,
  endless: `select a.x, b.x as y from ${range(1_000_000)} a, ${range(1_000_000)} b`,
  schema: [
    {
      name: 'A',
      columns: [
        { name: 'ID', type: 'BIGINT' },
        { name: 'PRICE', type: 'DECIMAL' },
      ],
    },
    { name: 'S.B', columns: [{ name: 'WHEN', type: 'TIMESTAMP' }] },
  ],
  lacks: {
    withoutResult: 'a statement without a result gives a result without columns',
    slow: 'the protocol can end a query between two parts of its result only',
  },
}

const host = { fetchServer: createServerFetch({ version: 'test' }) }

const tests = () => {
  let server: RunningEngine
  let stand: Stand
  connectorSuite(phoenix, trials, async () => {
    server = await startAvatica()
    const options = { url: server.url }
    stand = { connector: phoenix, ground: { host, options }, backends: [] } as unknown as Stand
    return {
      host,
      options,
      refused: { url: `http://127.0.0.1:${await freePort()}` },
      wrongPassword: null,
      running: null,
      stop: async () => {},
    }
  })

  describe('Phoenix', () => {
    afterAll(() => server?.stop())

    hostileValueTrials(() => stand, null)

    it('reads comments as we do', async () => {
      const sink = recordingSink()
      await runOn(stand, "select 1 as a // it's\n, 2 as b -- it's\r, 3 as c /* /* it's */ -- the last", sink)
      expect(sink.names).toEqual(['A', 'B', 'C'])
    })

    it('gives a result without columns for a statement without one', async () => {
      const sink = recordingSink()
      await runOn(stand, 'create table if not exists without_result (a int)', sink)
      expect([sink.names, sink.cells]).toEqual([[], []])
    })

    it('leaves no connection in the server', async () => {
      const count = async () => {
        const sink = recordingSink()
        await runOn(stand, 'select count(*) as n from information_schema.sessions', sink)
        return sink.cells
      }
      const before = await count()
      await runOn(stand, trials.endless ?? '', recordingSink({ stopAfter: 10 }))
      expect(await failureOf(runOn(stand, 'selct', recordingSink()))).toBeInstanceOf(QueryFailed)
      expect(await count()).toEqual(before)
    })

    it.each(['nothing', 'ftp://127.0.0.1', 'http://user:secret@127.0.0.1:8765'])(
      'refuses the address %s',
      (url) => {
        expect(String(phoenix.validate?.({ url }))).toMatch(/^Url must/)
      },
    )

    it('says that it is another server', async () => {
      const { createServer } = await import('node:http')
      const other = createServer((_, response) => response.end('{"response": "openConnection"}'))
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      const { port } = other.address() as { port: number }
      const session = await openOn(stand, { url: `http://127.0.0.1:${port}` })
      const failure = await failureOf(session.ping(AbortSignal.timeout(5000)))
      other.close()
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect(String(failure)).toMatch(/answers, but not as the query server of Phoenix does/)
    })
  })
}

withEngine('Avatica 1.28.0 over H2', missingForAvatica(isProgram), tests)
