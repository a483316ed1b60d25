import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type DatabricksServer,
  databricksClient,
  databricksOptions,
  startDatabricks,
} from '#test/live/databricks-server.ts'
import { freePort } from '#test/test-postgres.ts'
import type { BackendReference, ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { hostileValueTrials } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { databricks } from './databricks-connector.ts'

const count = (to: number) => `with recursive c(n) as (select 1 union all select n + 1 from c limit ${to})`
const rowsOf = (rows: number) => `${count(rows)} select n, 'row ' || n as text from c`
/** of the double */
const twoParts = rowsOf(40_000)

const trials: ConnectorTrials = {
  types: {
    text: `select '1' as "a:TINYINT", '2' as "b:BIGINT", '0.1' as "c:FLOAT", '1.50' as "d:DECIMAL(10,2)", 'true' as "e:BOOLEAN",
      'x' as f, x'00FF' as g, '[1,{"k":null}]' as "h:ARRAY<STRUCT<k:INT>>", '{"k":"1"}' as "i:MAP<STRING,STRING>",
      '{"a":1.50}' as "j:VARIANT", 'INTERVAL ''1'' DAY' as "k:INTERVAL DAY", 'no JSON' as "l:STRUCT<a:INT>", '-3' as "m:DECIMAL(38,0)"`,
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'boolean'],
      ['f', 'string'],
      ['g', 'string'],
      ...[...'hij'].map((name) => [name, null] as const),
      ['k', 'string'],
      ['l', null],
      ['m', 'integer'],
    ],
    cells: [
      [
        ...['1', '2', '0.1', '1.50', 'true', '"x"', '"00ff"', '[1,{"k":null}]', '{"k":"1"}', '{"a":1.50}'],
        ...['"INTERVAL \'1\' DAY"', '"no JSON"', '-3'],
      ],
    ],
  },
  nulls: {
    text: `select null as "a:INT", '' as b, null as c, 'NaN' as "d:DOUBLE", '-Infinity' as "e:FLOAT"`,
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', null],
      ['d', 'float'],
      ['e', 'float'],
    ],
    cells: [['null', '""', 'null', 'null', 'null']],
  },
  empty: { text: 'select 1 as "a:INT" where 0', columns: [['a', 'integer']], cells: [] },
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
    text: `select 9223372036854775807 as a, '12345678901234567890.1234567890' as "b:DECIMAL(38,10)", '1.7976931348623157E308' as "c:DOUBLE"`,
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
      ['c', 'float'],
    ],
    cells: [['9223372036854775807', '12345678901234567890.1234567890', '1.7976931348623157E308']],
  },
  dates: {
    text: `select '2024-01-02T03:04:05.123456Z' as "a:TIMESTAMP", '2024-01-02T03:04:05' as "b:TIMESTAMP_NTZ", '0001-02-28' as "c:DATE",
      '2024-01-02T03:04:05.1+05:30' as "d:TIMESTAMP"`,
    columns: [
      ['a', 'datetime'],
      ['b', 'datetime'],
      ['c', 'date'],
      ['d', 'datetime'],
    ],
    cells: [
      [
        ...['"2024-01-02T03:04:05.123Z"', '"2024-01-02T03:04:05"', '"0001-02-28"'],
        ...['"2024-01-02T03:04:05.100+05:30"'],
      ],
    ],
  },
  unicode: {
    text: "select '😀 e\u0301 \"quoted\" \\\\ ''' as a, '表' as 表",
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
    message: /^\[PARSE_SYNTAX_ERROR\] near "selct": syntax error/,
    position: { line: 2, column: 3 },
  },
  withoutResult: null,
  lateError: {
    text: `${count(150_000)} select /* late */ n from c`,
    message: /^The result could not be read\.$/,
    position: null,
  },
  manyRows: rowsOf(100_000),
  oversized: (place) =>
    `${count(3)} select n, case n when ${oversizedPlaces.indexOf(place) + 1} then hex(zeroblob(${oversizedCell / 2})) else 'small' end as cell from c`,
  slow: 'select /* hangs */ 1',
  endless: null,
  schema: null,
  lacks: {
    withoutResult: 'a statement without a result gives one row that says so',
    endless: 'rows come only when the statement has ended',
    schema: 'its tables are read on demand',
  },
}

connectorSuite(databricks, trials, async () => {
  const server = await startDatabricks()
  return {
    host: server.host,
    options: databricksOptions,
    refused: { ...databricksOptions, host: `127.0.0.1:${await freePort()}` },
    wrongPassword: { ...databricksOptions, http_password: 'wrong-password' },
    running: async () => server.running(),
    stop: server.stop,
  }
})

describe('Databricks', () => {
  let server: DatabricksServer
  let stand: Stand
  beforeAll(async () => {
    server = await startDatabricks()
    const ground = { host: server.host, options: databricksOptions }
    stand = { connector: databricks, ground, backends: [] } as unknown as Stand
  })
  beforeEach(() => {
    server.begun.length = 0
    server.requests.length = 0
    stand.backends.length = 0
  })
  afterAll(() => server.stop())

  const standWith = (options: object): Stand => ({
    ...stand,
    ground: { ...stand.ground, options: { ...stand.ground.options, ...options } },
  })
  const seconds = () => AbortSignal.timeout(60_000)

  hostileValueTrials(() => stand, null)

  it('reads results through the workspace if the option says so, up to their limit', async () => {
    const inline = standWith({ external_links: false })
    const sink = recordingSink({ keepsCells: false })
    await runOn(inline, twoParts, sink)
    expect(sink.batches.reduce((sum, each) => sum + each, 0)).toBe(40_000)
    const tooLarge = 'select hex(zeroblob(13200000)) as a'
    const failure = await failureOf(runOn(inline, tooLarge, recordingSink()))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(String(failure)).toMatch(/Inline byte limit exceeded/)
  })

  it('asks for another address when one in the storage has expired', async () => {
    await runOn(stand, twoParts, recordingSink({ keepsCells: false }))
    const second = server.requests.filter((request) => request.endsWith('/result/chunks/1'))
    expect(second).toHaveLength(2)
  })

  it('gives one row for a statement without a result', async () => {
    const sink = recordingSink()
    await runOn(stand, 'create table without_result (a int)', sink)
    expect([sink.names, sink.cells]).toEqual([['result'], [['"No data was returned."']]])
  })

  it('passes on what USE says to the statements behind it, and refuses what would be lost', async () => {
    const text = '-- where\nuse catalog main; use `my schema`; select 1; USE a.b; select 2; use c; select 3'
    await runOn(stand, text, recordingSink())
    expect(server.begun.map(({ catalog, schema }) => [catalog, schema])).toEqual([
      [undefined, undefined],
      ['main', undefined],
      ['main', 'my schema'],
      ['main', 'my schema'],
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'c'],
    ])
    for (const lost of ["set time zone 'UTC'; select 1", "use identifier('a'); select 1"]) {
      expect(String(await failureOf(runOn(stand, lost, recordingSink())))).toMatch(/has no sessions/)
    }
  })

  it('comes again when the service has too much to do', async () => {
    server.stumble(1)
    const sink = recordingSink()
    await runOn(stand, 'select 1 as a', sink)
    expect(sink.cells).toEqual([['1']])
  })

  it('gets tokens for a service principal, and another one when its token is no longer good', async () => {
    const principal = standWith({ http_password: '', ...databricksClient })
    for (const tokens of [1, 0]) {
      server.requests.length = 0
      await runOn(principal, 'select 1 as a', recordingSink())
      expect(server.requests.filter((request) => request.includes('/oidc/'))).toHaveLength(tokens)
    }
    server.revoke()
    await runOn(principal, 'select 1 as a', recordingSink())
    const wrong = standWith({ http_password: '', ...databricksClient, client_secret: 'wrong-secret' })
    const failure = await failureOf(runOn(wrong, 'select 1', recordingSink()))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(/gives no token to the client principal-1: Client authentication failed/)
    expect(String(failure)).not.toContain('wrong-secret')
  })

  it('says that there is no such warehouse', async () => {
    const other = standWith({ http_path: '/sql/1.0/warehouses/gone' })
    const failure = await failureOf(runOn(other, 'select 1', recordingSink()))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(/gone does not exist\. Is HTTP Path right\?/)
  })

  it('goes on reading what a worker began that died, and pays for it once', async () => {
    const session = await openOn(stand)
    const controller = new AbortController()
    const stuck = { ...recordingSink({ keepsCells: false }), rows: () => new Promise<boolean>(() => {}) }
    void failureOf(session.run(`select 0; ${twoParts}`, stuck, controller.signal))
    await expect.poll(() => stand.backends.length).toBe(2)
    const host = { ...stand.ground.host, reportBackend() {} } as unknown as ConnectorHost
    const resume = (from: BackendReference, sink = recordingSink({ keepsCells: false })) =>
      databricks.resume?.(stand.ground.options, host, from, sink, seconds())
    const [early, last] = stand.backends as [BackendReference, BackendReference]
    const sink = recordingSink({ keepsCells: false })
    expect(await resume(last, sink)).toBe(true)
    expect(sink.batches.reduce((sum, each) => sum + each, 0)).toBe(40_000)
    expect(server.begun).toHaveLength(2)
    // the statements behind it have not begun
    expect(await resume(early)).toBe(false)
    expect(await resume({ statement: 'last/01ef-gone' })).toBe(false)
    controller.abort()
  })

  it('reads its schema in parts', async () => {
    const session = await openOn(stand)
    expect(await session.levels?.databases(seconds())).toEqual(['shop', 'default'])
    const names = ['shop.orders', 'shop.b`c']
    expect(await session.levels?.tables('shop', false, seconds())).toEqual({
      tables: names.map((name) => ({ name, columns: [] })),
      hasColumns: false,
    })
    const orders = [
      { name: 'id', type: 'bigint' },
      { name: 'price', type: 'decimal(10,2)', description: 'with tax' },
    ]
    expect(await session.levels?.tables('shop', true, seconds())).toEqual({
      tables: names.map((name, at) => ({ name, columns: at === 0 ? orders : [] })),
      hasColumns: true,
    })
    expect(await session.levels?.columns('shop', 'orders', seconds())).toEqual(orders)
    // a catalog of Hive, whose tables are asked one by one
    expect(await session.levels?.tables('old', true, seconds())).toEqual({
      tables: [{ name: 'old.orders', columns: orders }],
      hasColumns: true,
    })
    expect(
      await failureOf(session.levels?.columns('shop', "it's `x\\", seconds()) ?? Promise.resolve()),
    ).toBeInstanceOf(QueryFailed)
  })

  it.each([
    [{ host: 'a/b' }, /^Host must be/],
    [{ host: 'user@evil.example' }, /^Host must be/],
    [{ http_path: '/sql/protocolv1/o/1/0123-cluster' }, /^HTTP Path must be that of a SQL warehouse/],
    [{ http_password: '' }, /^Access Token is missing/],
    [{ http_password: 'two words' }, /may not contain spaces/],
  ])('refuses the options %o', (options, message) => {
    expect(String(databricks.validate?.({ ...databricksOptions, ...options }))).toMatch(message)
  })

  it('takes an address as it stands in a browser', () => {
    expect(
      databricks.validate?.({ ...databricksOptions, host: 'https://dbc-1.cloud.databricks.com/' }),
    ).toBeNull()
  })
})
