import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type PinotServer, pinotUser, startPinot } from '#test/live/pinot-server.ts'
import { freePort } from '#test/test-postgres.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { hostileValueTrials } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { pinot } from './pinot-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const count = (to: number) => `with recursive c(n) as (select 1 union all select n + 1 from c limit ${to})`

const trials: ConnectorTrials = {
  types: {
    text: `select '1' as "a:INT", '9223372036854775807' as "b:LONG", '1.5' as "c:FLOAT", 'NaN' as "d:DOUBLE", '1.50' as "e:BIG_DECIMAL",
      'true' as "f:BOOLEAN", 'x' as "g:STRING", '{"k":1}' as "h:JSON", '00ff' as "i:BYTES", '[1,2]' as "j:INT_ARRAY", '{"p":"q"}' as "k:MAP"`,
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'float'],
      ['f', 'boolean'],
      ['g', 'string'],
      ['h', 'string'],
      ['i', 'string'],
      ['j', null],
      ['k', null],
    ],
    cells: [
      [
        ...['1', '9223372036854775807', '1.5', 'null', '1.50', 'true', '"x"', '"{\\"k\\":1}"', '"00ff"'],
        ...['[1,2]', '{"p":"q"}'],
      ],
    ],
  },
  nulls: {
    text: `select null as "a:INT", '' as b, null as "c:TIMESTAMP"`,
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'datetime'],
    ],
    cells: [['null', '""', 'null']],
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
    text: `select -9223372036854775807 as a, '12345678901234567890.1234567890' as "b:BIG_DECIMAL"`,
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
    ],
    cells: [['-9223372036854775807', '12345678901234567890.1234567890']],
  },
  dates: {
    text: `select '2024-01-02 03:04:05.0' as "a:TIMESTAMP", '1970-01-01 00:00:00.123' as "b:TIMESTAMP"`,
    columns: [
      ['a', 'datetime'],
      ['b', 'datetime'],
    ],
    cells: [['"2024-01-02T03:04:05.000"', '"1970-01-01T00:00:00.123"']],
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
    text: 'set useMultistageEngine = true; select 2 as a',
    columns: [['a', 'integer']],
    cells: [['2']],
  },
  wrongText: {
    text: '\n  selct 2',
    message: /near "selct": syntax error at line 2, column 3\. \(code 150\)$/,
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
  slow: 'select /* hangs */ 1',
  endless: null,
  schema: [
    {
      name: 'default.trips',
      columns: [
        { name: 'at', type: 'TIMESTAMP' },
        { name: 'city', type: 'STRING' },
        { name: 'fare', type: 'DOUBLE' },
        { name: 'tags', type: 'STRING[]' },
      ],
    },
  ],
  lacks: {
    withoutResult: 'only queries are accepted, and each has a result',
    endless: 'a broker sends a result only when it is complete',
  },
}

const optionsOf = ({ port, url }: PinotServer) => ({
  ...{ brokerHost: '127.0.0.1', brokerPort: port, controllerURI: `${url}/`, ...pinotUser },
})

connectorSuite(pinot, trials, async () => {
  const server = await startPinot()
  const options = optionsOf(server)
  return {
    host,
    options,
    refused: { ...options, brokerPort: await freePort() },
    wrongPassword: { ...options, password: 'wrong-password' },
    running: async () => server.running(),
    stop: server.stop,
  }
})

describe('Pinot', () => {
  let server: PinotServer
  let stand: Stand
  beforeAll(async () => {
    server = await startPinot()
    stand = {
      connector: pinot,
      ground: { host, options: optionsOf(server) },
      backends: [],
    } as unknown as Stand
  })
  afterAll(() => server.stop())

  hostileValueTrials(() => stand, null)

  it('takes no part of an answer for the whole', async () => {
    const failure = await failureOf(runOn(stand, "select 'breaks off' as a", recordingSink()))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(String(failure)).toMatch(/connection to the server was lost/)
  })

  it('says that groups may be missing', async () => {
    const sink = recordingSink()
    await runOn(stand, 'select /* cut */ 1 as a', sink)
    expect(sink.cells).toEqual([['1']])
    expect(sink.lines).toEqual([
      'Pinot has reached one of its limits: groups or rows may be missing in the result.',
    ])
  })

  it('names what is wrong with the controller', async () => {
    const session = await openOn(stand, { ...optionsOf(server), controllerURI: `${server.url}/query` })
    const failure = await failureOf(session.tables(AbortSignal.timeout(5000)))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(/answers, but not as a controller of Pinot does \(status 404\)/)
  })

  it.each([
    [{ brokerScheme: 'ftp' }, /^BrokerScheme must be/],
    [{ brokerPort: 0.5 }, /^BrokerPort must be/],
    [{ brokerHost: 'http://a' }, /^BrokerHost must be/],
    [{ controllerURI: 'http://user:secret@a' }, /^ControllerURI must begin/],
    [{ controllerURI: '' }, /^ControllerURI must begin/],
  ])('refuses wrong options (%#)', (change, message) => {
    expect(String(pinot.validate?.({ ...optionsOf(server), ...change }))).toMatch(message)
  })
})
