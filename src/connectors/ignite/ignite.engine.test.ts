import { afterAll, describe, expect, it } from 'vitest'
import { type IgniteServer, missingForIgnite, startIgnite } from '#test/engines/ignite.ts'
import { isProgram, withEngine } from '#test/engines/start-engine.ts'
import { freePort } from '#test/test-postgres.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { hostileValueTrials } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { ignite } from './ignite-connector.ts'

const range = (to: string) => `system_range(1, ${to})`

const trials: ConnectorTrials = {
  types: {
    text: `select cast(1 as tinyint) as a, cast(2 as smallint) as b, 3 as c, cast(4 as bigint) as d, cast(0.1 as real) as e,
      0.1e0 as f, 1.50 as g, true as h, 'x' as i, cast('7d4b1c0e-9f6a-4d57-8f0e-1a2b3c4d5e6f' as uuid) as j, x'00ff' as k`,
    columns: [
      ...[...'abcd'].map((name) => [name.toUpperCase(), 'integer'] as const),
      ...[...'efg'].map((name) => [name.toUpperCase(), 'float'] as const),
      ['H', 'boolean'],
      ...[...'ijk'].map((name) => [name.toUpperCase(), 'string'] as const),
    ],
    cells: [
      [
        ...['1', '2', '3', '4', '0.1', '0.1', '1.50', 'true', '"x"'],
        ...['"7d4b1c0e-9f6a-4d57-8f0e-1a2b3c4d5e6f"', '"00ff"'],
      ],
    ],
  },
  nulls: {
    text: "select null as a, '' as b union all select 1, null",
    columns: [
      ['A', 'integer'],
      ['B', 'string'],
    ],
    cells: [
      ['null', '""'],
      ['1', 'null'],
    ],
  },
  empty: { text: `select x as a from ${range('3')} where x > 5`, columns: [['A', null]], cells: [] },
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
  // the server is in Newfoundland
  dates: {
    text: `select timestamp '2024-01-02 03:04:05.123456' as a, date '2024-02-29' as b, date '1900-03-01' as c,
      date '2024-07-01' as d, time '23:59:58' as e`,
    columns: [
      ['A', 'datetime'],
      ['B', 'date'],
      ['C', 'date'],
      ['D', 'date'],
      ['E', 'string'],
    ],
    cells: [['"2024-01-02T06:34:05.123Z"', '"2024-02-29"', '"1900-03-01"', '"2024-07-01"', '"23:59:58"']],
  },
  unicode: {
    text: "select '😀 e\u0301 \"quoted\" \\ ''' as a, char(9) || char(10) as b, 'x' as \"表\"",
    columns: [
      ['A', 'string'],
      ['B', 'string'],
      ['表', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 "quoted" \\ \''), '"\\t\\n"', '"x"']],
  },
  severalStatements: {
    text: "create table if not exists s (a int primary key, b varchar); delete from s; insert into s values (1, ';');\n-- nor; this\nselect b from s // it's; the last\n;",
    columns: [['B', 'string']],
    cells: [['";"']],
  },
  wrongText: {
    text: 'select 1;\n  select 1 frm t u',
    message: /Syntax error/,
    position: { line: 2, column: 18 },
  },
  withoutResult: null,
  lateError: {
    text: `select 1 / (150000 - x) as a from ${range('200000')}`,
    message: /division by zero/i,
    position: null,
  },
  manyRows: `select x, 'row' || x as b from ${range('100000')}`,
  oversized: (place) =>
    `select casewhen(x = ${oversizedPlaces.indexOf(place) + 1}, repeat('x', ${oversizedCell}), 'small') as a from ${range('3')}`,
  slow: `select count(*) from ${range('2000000')} a, ${range('2000000')} b where mod(a.x * b.x, 7) = 3`,
  endless: `select a.x, b.x as y from ${range('1000000')} a, ${range('1000000')} b`,
  schema: [
    {
      name: 'OF_SCHEMA',
      columns: [
        { name: 'A', type: 'INT' },
        { name: 'B', type: 'DECIMAL' },
        { name: 'C', type: 'TIMESTAMP' },
      ],
    },
  ],
  lacks: { withoutResult: 'every statement that is accepted has a result' },
}

const tests = () => {
  let server: IgniteServer
  let stand: Stand
  const optionsOf = ({ port, user, password }: IgniteServer) => ({
    ...{ server: `127.0.0.1:${port}`, user, password },
  })
  /** Asked over a connection of its own. */
  const running = async () => {
    const sink = recordingSink()
    await runOn(stand, "select count(*) from sys.sql_queries where sql like '%from system_range(%'", sink)
    // this one counts itself
    return Number(sink.cells[0]?.[0]) - 1
  }

  connectorSuite(ignite, trials, async () => {
    server = await startIgnite()
    const options = optionsOf(server)
    stand = { connector: ignite, ground: { options }, backends: [] } as unknown as Stand
    await runOn(
      stand,
      'create table of_schema (a int primary key, b decimal(10, 2), c timestamp)',
      recordingSink(),
    )
    return {
      options,
      refused: { ...options, server: `127.0.0.1:${await freePort()}` },
      wrongPassword: { ...options, password: 'wrong-password' },
      running,
      stop: async () => {},
    }
  })

  describe('Ignite', () => {
    afterAll(() => server?.stop())

    hostileValueTrials(() => stand, null)

    it('reads comments and texts in dollars as we do', async () => {
      const sink = recordingSink()
      await runOn(
        stand,
        "select 1 as a // it's\n, 2 as b -- it's\r, 3 as c /* /* it's */, $$it's$$ as d",
        sink,
      )
      expect(sink.names).toEqual(['A', 'B', 'C', 'D'])
    })

    it('takes the first of several servers that answers', async () => {
      const other = await freePort()
      const options = { ...optionsOf(server), server: `127.0.0.1:${other}, 127.0.0.1:${server.port}` }
      const session = await openOn(stand, options)
      await session.ping(AbortSignal.timeout(20_000))
      await session.close()
    })

    it.each([
      [{ user: '', password: '' }, /The user name or password is incorrect/],
      [{ tls: true }, /No secure connection|closed the connection/],
    ])('says what is wrong with the options (%#)', async (change, message) => {
      const failure = await failureOf(openOn(stand, { ...optionsOf(server), ...change }))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect(String(failure)).toMatch(message)
    })
  })
}

withEngine('Ignite 2.17.0', missingForIgnite(isProgram), tests)
