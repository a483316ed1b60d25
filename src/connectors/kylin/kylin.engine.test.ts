import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { bindText } from '#shared/sql/bind-text.ts'
import { kylinProject, kylinUser, startKylin } from '#test/live/kylin-server.ts'
import type { HttpDouble } from '#test/live/lazy-rows.ts'
import { freePort } from '#test/test-postgres.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand, withSession } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { kylin } from './kylin-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const count = (to: number) => `with recursive c(n) as (select 1 union all select n + 1 from c limit ${to})`

const trials: ConnectorTrials = {
  types: {
    text: `select 1 as "A:INTEGER", 2 as "B:BIGINT", '1.5' as "C:DOUBLE", '1.50' as "D:DECIMAL(10,2)", 'true' as "E:BOOLEAN", 'x' as "F:VARCHAR",
      '[1]' as "G:ANY"`,
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'boolean'],
      ['f', 'string'],
      ['g', 'string'],
    ],
    cells: [['1', '2', '1.5', '1.50', 'true', '"x"', '"[1]"']],
  },
  nulls: {
    text: `select null as "a:INTEGER", '' as b`,
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [['null', '""']],
  },
  empty: { text: 'select 1 as "a:INTEGER" where 0', columns: [['a', 'integer']], cells: [] },
  duplicateNames: {
    text: 'select 1 as name, 2 as NAME, 3 as name',
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: `select 9223372036854775807 as a, '12345678901234567890.1234567890' as "b:DECIMAL"`,
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
    ],
    cells: [['9223372036854775807', '12345678901234567890.1234567890']],
  },
  dates: {
    text: `select '2024-01-02 03:04:05.123' as "a:TIMESTAMP", '2024-02-29' as "b:DATE"`,
    columns: [
      ['a', 'datetime'],
      ['b', 'date'],
    ],
    cells: [['"2024-01-02T03:04:05.123"', '"2024-02-29"']],
  },
  unicode: {
    text: "select '😀 e\u0301 \"quoted\" \\ ''' as a, '表' as 表",
    columns: [
      ['a', 'string'],
      ['表', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 "quoted" \\ \''), '"表"']],
  },
  severalStatements: {
    text: "select 'not this; one';\n-- nor; this\nselect 2 as a;",
    columns: [['a', 'integer']],
    cells: [['2']],
  },
  wrongText: {
    text: 'select 1;\n  selct 2',
    message: /near "selct": syntax error at line 1, column 1\./,
    position: { line: 2, column: 3 },
  },
  withoutResult: null,
  lateError: {
    text: `${count(200_000)} select n, abs(case n when 150000 then -9223372036854775807 - 1 else n end) as b from c`,
    message: /integer overflow/,
    position: null,
  },
  manyRows: `${count(100_000)} select n, 'row ' || n as text from c`,
  oversized: (place) =>
    `${count(3)} select n, case n when ${oversizedPlaces.indexOf(place) + 1} then hex(zeroblob(${oversizedCell / 2})) else 'small' end as cell from c`,
  slow: null,
  endless: null,
  schema: [
    { name: 'EDW.CAL', columns: [{ name: 'week', type: 'INTEGER' }] },
    {
      name: 'SALES',
      columns: [
        { name: 'part_dt', type: 'DATE' },
        { name: 'price', type: 'DECIMAL' },
      ],
    },
  ],
  lacks: {
    withoutResult: 'only queries are accepted, and each has a result',
    slow: 'the API has no way to end a query',
    endless: 'the same; a result is sent only when it is complete',
  },
}

const optionsOf = ({ url }: HttpDouble) => ({ url: `${url}/kylin/`, project: kylinProject, ...kylinUser })

connectorSuite(kylin, trials, async () => {
  const server = await startKylin()
  const options = optionsOf(server)
  return {
    host,
    options,
    refused: { ...options, url: `http://127.0.0.1:${await freePort()}/kylin/` },
    wrongPassword: { ...options, password: 'wrong-password' },
    running: null,
    stop: server.stop,
  }
})

describe('Kylin', () => {
  let server: HttpDouble
  let stand: Stand
  beforeAll(async () => {
    server = await startKylin()
    stand = {
      connector: kylin,
      ground: { host, options: optionsOf(server) },
      backends: [],
    } as unknown as Stand
  })
  afterAll(() => server.stop())

  const withValue = (template: string, p: string) => {
    const bound = bindText(template, { p }, [], kylin.binds)
    const sink = recordingSink()
    const running = withSession(stand, (session) =>
      session.run(bound.text, sink, AbortSignal.timeout(5000), bound.values),
    )
    return running.then(() => sink.cells)
  }

  it('sends values as they are', async () => {
    for (const value of ["it's", '\\', "' or '1'='1", '%_', '"', '😀']) {
      expect(
        await withValue("select '{{p}}' as a from (select '{{p}}' as b) where b = '{{p}}'", value),
      ).toEqual([[JSON.stringify(value)]])
    }
  })

  it.each(['--', '/*', '*/', '//'])(
    'sends no value with %s, which older releases take for a comment',
    async (sign) => {
      const failure = await failureOf(withValue("select 1 as a where '1' = '{{p}}'", `a ${sign} b`))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect(String(failure)).toMatch(/with the signs of a comment/)
    },
  )

  it('takes no part of an answer for the whole', async () => {
    const failure = await failureOf(runOn(stand, "select 'breaks off' as a", recordingSink()))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(String(failure)).toMatch(/connection to the server was lost/)
  })

  it('ends the request of a run that is cancelled', async () => {
    const controller = new AbortController()
    const before = server.received()
    const running = failureOf(runOn(stand, 'select /* hangs */ 1', recordingSink(), controller.signal))
    await expect.poll(server.received).toBe(before + 1)
    controller.abort()
    expect(await running).toBeInstanceOf(Cancelled)
  })

  it.each([
    [{ project: 'other' }, /Cannot find project 'other'/],
    [{ url: 'http://127.0.0.1/other' }, null],
  ])('names what is wrong with the options (%#)', async (change, message) => {
    const url = message === null ? `${server.url}/other/` : optionsOf(server).url
    const session = await openOn(stand, { ...optionsOf(server), ...change, url })
    const failure = await failureOf(session.ping(AbortSignal.timeout(5000)))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(message ?? /answers, but not as Kylin does \(status 404\)/)
  })

  it.each(['nothing', 'ftp://127.0.0.1', 'https://user:secret@127.0.0.1/kylin'])(
    'refuses the address %s',
    (url) => {
      expect(String(kylin.validate?.({ ...optionsOf(server), url }))).toMatch(/^Kylin API URL must/)
    },
  )
})
