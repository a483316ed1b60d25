import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import { freePort } from '#test/test-postgres.ts'
import type { TnsAnswer, TnsScript } from '#test/tns/tns-script.ts'
import { startTnsServer, type TnsServer } from '#test/tns/tns-server.ts'
import * as types from '#test/tns/tns-types.ts'
import type { ConnectorHost, ConnectorOptions, TunnelStream } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { realServerTrials } from '../real-server-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { oracle } from './oracle-connector.ts'
import { columnsText } from './oracle-schema.ts'
import { settingsText } from './oracle-session.ts'

const { number, varchar, clob } = types

const trials: ConnectorTrials = {
  types: {
    text: 'select * from types',
    columns: [
      ...(['A', 'B', 'C'] as const).map((name) => [name, 'integer'] as const),
      ...(['D', 'E', 'F', 'G'] as const).map((name) => [name, 'float'] as const),
      ...(['H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P'] as const).map((name) => [name, 'string'] as const),
    ],
    cells: [
      [
        ...['42', '-700', '7', '0.5', '1.25', '0.1', '-1e+300', '"text"', '"ab   "', '"漢字"', '"00ff"'],
        ...['"long"', '"beef"', '"{\\"a\\":1.10}"', '"+01-02"', '"-03 04:05:06.5"'],
      ],
    ],
  },
  nulls: {
    text: 'select * from nulls',
    columns: [
      ['A', 'integer'],
      ['B', 'string'],
      ['C', 'datetime'],
      ['D', 'string'],
      ['E', 'float'],
    ],
    cells: [
      ['null', 'null', 'null', 'null', 'null'],
      ['0', '"x"', '"2024-01-02T00:00:00"', '"y"', '-0.5'],
    ],
  },
  empty: {
    text: 'select * from empty',
    columns: [
      ['A', 'integer'],
      ['B', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 name, 2 name, 3 name from dual',
    columns: [
      ['NAME', 'integer'],
      ['NAME1', 'integer'],
      ['NAME2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: 'select * from big',
    columns: [
      ['A', 'integer'],
      ['B', 'float'],
      ['C', 'float'],
      ['D', 'integer'],
    ],
    cells: [
      [
        ...['99999999999999999999999999999999999999', '-0.00000000000000000000000000000000000001'],
        ...['-12345678901234567890.0123456789', '9007199254740993'],
      ],
    ],
  },
  dates: {
    text: 'select * from dates',
    columns: (['A', 'B', 'C', 'D', 'E', 'F'] as const).map((name) => [name, 'datetime'] as const),
    cells: [
      [
        // the third does not exist in zones that change their clocks
        ...['"2024-02-29T23:59:59"', '"-0044-03-15T00:00:00"', '"2024-03-31T02:30:00.123"'],
        ...['"2024-02-29T18:29:59.500Z"', '"2024-02-29T10:00:00.000Z"', '"9999-12-31T23:59:59.999"'],
      ],
    ],
  },
  unicode: {
    text: 'select * from "größe 漢"',
    columns: [
      ['größe 漢', 'string'],
      ['B', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 漢字 \u202e'), JSON.stringify('quote " backslash \\ tab \t')]],
  },
  severalStatements: {
    text: 'insert into t values (1);\nbegin\n  update t set a = 2; commit;\nend;\n/\nselect sum(a) as total from t;',
    columns: [['TOTAL', 'integer']],
    cells: [['3']],
  },
  wrongText: {
    text: 'select 1 from dual;\n\nselect a\nfrom nowhere',
    message: /^ORA-00942: table or view does not exist$/,
    position: { line: 4, column: 6 },
  },
  withoutResult: null,
  lateError: {
    text: 'select 1 / (150000 - n) from numbers',
    message: /^ORA-01476: divisor is equal to zero$/,
    position: { line: 1, column: 1 },
  },
  manyRows: 'select n, text from many',
  oversized: (place) => `select cell from oversized_${place}`,
  slow: 'begin dbms_session.sleep(60); end;',
  endless: 'select n from endless',
  schema: [
    {
      name: 'HR.EMPLOYEES',
      columns: [
        { name: 'ID', type: 'NUMBER(10)' },
        { name: 'NAME', type: 'VARCHAR2(30)' },
        { name: 'SALARY', type: 'NUMBER(8,2)' },
      ],
    },
    { name: 'SALES.ORDERS', columns: [{ name: 'AT', type: 'TIMESTAMP(6)' }] },
  ],
  lacks: { withoutResult: 'a statement without rows returns how many rows it changed' },
}

function* numbered(count: number, cells: (n: number) => (string | null)[]) {
  for (let n = 1; n <= count; n++) yield cells(n)
}

const divided = { number: 1476, message: 'ORA-01476: divisor is equal to zero' }

const script: Record<string, () => TnsAnswer> = {
  [settingsText]: () => ({ count: 0 }),
  'SELECT 1 FROM dual': () => ({ columns: [number('1')], rows: [['1']] }),
  [trials.types.text]: () => ({
    columns: [
      ...[number('A', 10, 0), number('B', 5, -2), number('C'), number('D', 3, 2), number('E', 126, -127)],
      ...[types.binaryFloat('F'), types.binaryDouble('G'), varchar('H'), types.char('I', 5)],
      ...[types.nvarchar('J'), types.raw('K'), clob('L'), types.blob('M'), types.json('N')],
      ...[types.intervalYm('O'), types.intervalDs('P')],
    ],
    rows: [
      [
        ...['42', '-700', '7', '0.5', '1.25', '0.1', '-1e300', 'text', 'ab', '漢字', '00ff', 'long', 'beef'],
        ...['{"a":1.10}', '+1-2', '-3 4:5:6.500000000'],
      ],
    ],
  }),
  [trials.nulls.text]: () => ({
    columns: [number('A', 10, 0), varchar('B'), types.date('C'), clob('D'), number('E', 3, 1)],
    rows: [
      [null, null, null, null, null],
      ['0', 'x', '2024-01-02 00:00:00', 'y', '-0.5'],
    ],
  }),
  [trials.empty.text]: () => ({ columns: [number('A', 10, 0), varchar('B')], rows: [] }),
  [trials.duplicateNames?.text ?? '']: () => ({
    columns: ['NAME', 'NAME', 'NAME'].map((name) => number(name)),
    rows: [['1', '2', '3']],
  }),
  [trials.bigNumbers?.text ?? '']: () => ({
    columns: [number('A', 38, 0), number('B', 38, 38), number('C'), number('D')],
    rows: [
      [
        ...['99999999999999999999999999999999999999', '-0.00000000000000000000000000000000000001'],
        ...['-12345678901234567890.0123456789', '9007199254740993'],
      ],
    ],
  }),
  [trials.dates?.text ?? '']: () => ({
    columns: [
      ...[types.date('A'), types.date('B'), types.timestamp('C'), types.timestampTz('D')],
      ...[types.timestampLtz('E'), types.timestamp('F')],
    ],
    rows: [
      [
        ...['2024-02-29 23:59:59', '-44-03-15 00:00:00', '2024-03-31 02:30:00.123456'],
        ...['2024-02-29 18:29:59.5', '2024-02-29 12:00:00', '9999-12-31 23:59:59.999999999'],
      ],
    ],
  }),
  [trials.unicode.text]: () => ({
    columns: [types.nvarchar('größe 漢'), varchar('B')],
    rows: [['😀 e\u0301 漢字 \u202e', 'quote " backslash \\ tab \t']],
  }),
  'insert into t values (1)': () => ({ count: 1 }),
  'begin\n  update t set a = 2; commit;\nend;': () => ({ count: 0 }),
  'select sum(a) as total from t': () => ({ columns: [number('TOTAL')], rows: [['3']] }),
  'select 1 from dual': () => ({ columns: [number('1')], rows: [['1']] }),
  'select a\nfrom nowhere': () => ({
    error: { number: 942, message: 'ORA-00942: table or view does not exist', offset: 14 },
  }),
  [trials.lateError.text]: () => ({
    columns: [number('N')],
    rows: numbered(120_000, (n) => [String(n)]),
    fails: divided,
  }),
  [trials.manyRows]: () => ({
    columns: [number('N'), varchar('TEXT')],
    rows: numbered(100_000, (n) => [String(n), `row ${n}`]),
  }),
  'begin dbms_session.sleep(60); end;': () => 'wait',
  'select n from endless': () => ({
    columns: [number('N'), varchar('T')],
    rows: numbered(1e9, (n) => [String(n), 'x'.repeat(50)]),
    slowly: true,
  }),
  ...Object.fromEntries(
    oversizedPlaces.map((place, at): [string, () => TnsAnswer] => [
      trials.oversized(place),
      () => ({
        columns: [clob('CELL')],
        rows: numbered(3, (n) => [n === at + 1 ? 'x'.repeat(oversizedCell) : 'small']),
      }),
    ]),
  ),
  [columnsText]: () => ({
    columns: ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => varchar(name)),
    rows: [
      ['SALES', 'ORDERS', 'AT', 'TIMESTAMP(6)', null, '6', '0'],
      ['HR', 'EMPLOYEES', 'SALARY', 'NUMBER', '8', '2', '0'],
      ['HR', 'EMPLOYEES', 'NAME', 'VARCHAR2', null, null, '30'],
      ['HR', 'EMPLOYEES', 'ID', 'NUMBER', '10', '0', '0'],
    ],
  }),
  'select a fraction later': () => ({
    columns: [number('N')],
    rows: numbered(2000, (n) => [n === 1500 ? '1500.25' : String(n)]),
  }),
  'select a cursor': () => ({ columns: [types.cursor('C')], rows: [] }),
  'select 5001 columns': () => ({
    columns: Array.from({ length: 5001 }, (_, at) => number(`C${at}`)),
    rows: [],
  }),
}

const account = { user: 'reader', password: 'geheim;"=ß', service: 'shop.example' }

function scriptWith(more: Partial<TnsScript> = {}): TnsScript {
  return {
    ...account,
    answer: (text) =>
      script[text]?.() ?? { error: { number: 900, message: 'ORA-00900: invalid SQL statement' } },
    ...more,
  }
}

const optionsOf = (server: TnsServer): ConnectorOptions => ({
  ...{ user: account.user, password: account.password, host: '127.0.0.1', port: server.port },
  servicename: account.service,
})

connectorSuite(oracle, trials, async () => {
  const server = await startTnsServer(scriptWith())
  const options = optionsOf(server)
  return {
    options,
    refused: { ...options, port: await freePort() },
    wrongPassword: { ...options, password: 'wrong-password' },
    running: async () => server.running(),
    stop: () => server.stop(),
  }
})

realServerTrials(oracle, {
  examples: {
    numbers: {
      text: 'select 9007199254740993 a, -0.5 b, cast(1.25 as number(5, 2)) c, 1e-30 d, to_binary_double(0.1) e from dual',
      columns: [
        ['A', 'integer'],
        ['B', 'float'],
        ['C', 'float'],
        ['D', 'float'],
        ['E', 'float'],
      ],
      cells: [['9007199254740993', '-0.5', '1.25', `0.${'0'.repeat(29)}1`, '0.1']],
    },
    times: {
      text: `select date '2024-02-29' a, timestamp '2024-03-31 02:30:00.123456' b,
        timestamp '2024-02-29 23:59:59.5 +05:30' c, interval '-3 04:05:06.5' day to second d, interval '1-2' year to month e from dual`,
      columns: [
        ['A', 'datetime'],
        ['B', 'datetime'],
        ['C', 'datetime'],
        ['D', 'string'],
        ['E', 'string'],
      ],
      cells: [
        [
          ...['"2024-02-29T00:00:00"', '"2024-03-31T02:30:00.123"', '"2024-02-29T18:29:59.500Z"'],
          ...['"-03 04:05:06.5"', '"+01-02"'],
        ],
      ],
    },
    'texts and large objects': {
      text: "select q'[it's]' a, to_clob('漢字 😀') b, hextoraw('00ff') c, to_blob(hextoraw('beef')) d, cast(null as varchar2(5)) e, to_clob('') f from dual",
      columns: (['A', 'B', 'C', 'D', 'E', 'F'] as const).map((name) => [name, 'string'] as const),
      cells: [['"it\'s"', '"漢字 😀"', '"00ff"', '"beef"', 'null', 'null']],
    },
    'blocks of PL/SQL before a query': {
      text: 'declare n number; begin n := 1; end;\n/\nselect 1 name, 2 name from dual;',
      columns: [
        ['NAME', 'integer'],
        ['NAME1', 'integer'],
      ],
      cells: [['1', '2']],
    },
  },
  wrongText: {
    text: 'select 1 from dual;\nselect a\nfrom sextant_has_no_such_table',
    message: /^ORA-00942: /,
    position: { line: 3, column: 6 },
  },
  manyRows: "select level n, 'row ' || level text from dual connect by level <= 100000",
  slow: 'begin dbms_session.sleep(60); end;',
})

describe('Oracle in particular', () => {
  let plain: TnsServer
  let secure: TnsServer
  let certificate: TestCertificate
  beforeAll(async () => {
    certificate = await makeTestCertificate('rsa')
    const [cert = '', key = ''] = [certificate.certificateFile, certificate.keyFile].map((file) =>
      readFileSync(file, 'utf8'),
    )
    plain = await startTnsServer(scriptWith())
    secure = await startTnsServer(scriptWith({ tls: { cert, key } }))
  })
  afterAll(async () => {
    await Promise.all([plain.stop(), secure.stop(), certificate.remove()])
  })

  const open = (server: TnsServer, more: ConnectorOptions = {}, host: Partial<ConnectorHost> = {}) =>
    oracle.open(
      { ...optionsOf(server), ...more },
      { engineMemoryMb: 256, ...host } as ConnectorHost,
      AbortSignal.timeout(20_000),
    )
  const read = async (text: string) => {
    const session = await open(plain)
    const sink = recordingSink()
    try {
      await session.run(text, sink, AbortSignal.timeout(20_000))
    } finally {
      await session.close()
    }
    return sink
  }
  const ca = () => readFileSync(certificate.certificateFile).toString('base64')

  it('tells how many rows changed, and keeps the change', async () => {
    const sink = await read('insert into t values (1)')
    expect([sink.names, sink.types, sink.cells]).toEqual([['Row(s) Affected'], ['integer'], [['1']]])
    expect(plain.received.at(-1)).toEqual({ text: 'insert into t values (1)', commits: true })
    await read('select 1 from dual')
    expect(plain.received.at(-1)?.commits).toBe(false)
  })

  it('keeps a fraction that comes after whole numbers', async () => {
    const sink = await read('select a fraction later')
    expect([sink.types, sink.cells[1499], sink.cells[1999]]).toEqual([['integer'], ['1500.25'], ['2000']])
  })

  it.each([
    ['select a cursor', /^The column C has the type CURSOR, .* Run the query of the cursor itself\.$/],
    ['select 5001 columns', /^The result has 5,001 columns; the limit is 5,000\./],
    ['select :x from dual', /^The statement has variables such as :name, for which there are no values\./],
  ])('refuses %s', async (text, message) => {
    expect(((await failureOf(read(text))) as Error).message).toMatch(message)
  })

  it.each([
    ['host:port/service', (port: number) => `127.0.0.1:${port}/${account.service}`],
    ['//host:port/service', (port: number) => `tcp://127.0.0.1:${port}/${account.service}:dedicated`],
    [
      'a descriptor',
      (port: number) =>
        `(DESCRIPTION = (ADDRESS_LIST = (ADDRESS = (PROTOCOL = TCP)(HOST = 127.0.0.1)(PORT = ${port})))
         (CONNECT_DATA = (SERVER = DEDICATED)(SERVICE_NAME = ${account.service})))`,
    ],
  ])('connects by %s', async (_, text) => {
    const session = await open(plain, { host: '_useservicename', servicename: text(plain.port) })
    await session.ping(AbortSignal.timeout(5000))
    await session.close()
  })

  it('follows the listener to another port', async () => {
    const listener = await startTnsServer(scriptWith({ redirect: plain.port }))
    const session = await open(listener)
    await session.ping(AbortSignal.timeout(5000))
    await session.close()
    await listener.stop()
  })

  it('encrypts, and checks the certificate', async () => {
    const session = await open(secure, { host: 'localhost', use_ssl: true, ssl_caFile: ca() })
    const sink = recordingSink({ keepsCells: false })
    await session.run(trials.manyRows, sink, AbortSignal.timeout(20_000))
    expect(sink.batches.reduce((sum, each) => sum + each, 0)).toBe(100_000)
    await session.close()
    const failure = await failureOf(open(secure, { host: 'localhost', use_ssl: true }))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toMatch(/^No secure connection to localhost:\d+: .*self.signed/)
  })

  it.each(['directly', 'through a tunnel'])(
    'encrypts again when the listener asks for it, %s',
    async (way) => {
      const [cert = '', key = ''] = [certificate.certificateFile, certificate.keyFile].map((file) =>
        readFileSync(file, 'utf8'),
      )
      const server = await startTnsServer(scriptWith({ tls: { cert, key, renews: true } }))
      const tunnel = {
        async connect() {
          const socket = connect(server.port, '127.0.0.1')
          await new Promise((resolve) => socket.once('connect', resolve))
          const stream = Duplex.from({ readable: socket, writable: socket })
          const like = { bytesRead: 0, setNoDelay: () => stream, setKeepAlive: () => stream }
          return Object.assign(stream, like) as unknown as TunnelStream
        },
      }
      const options = { host: 'localhost', use_ssl: true, ssl_caFile: ca() }
      const session = await open(server, options, way === 'directly' ? {} : { tunnel })
      await session.ping(AbortSignal.timeout(5000))
      await session.close()
      await server.stop()
    },
  )

  it('goes through a tunnel, whose end looks up the name', async () => {
    const asked: string[] = []
    let isLeft = false
    const tunnel = {
      async connect(host: string, port: number) {
        asked.push(`${host}:${port}`)
        const socket = connect(plain.port, '127.0.0.1')
        await new Promise((resolve) => socket.once('connect', resolve))
        socket.once('close', () => {
          isLeft = true
        })
        return socket as unknown as TunnelStream
      },
    }
    const session = await open(plain, { host: 'db.internal', port: 1521 }, { tunnel })
    await session.ping(AbortSignal.timeout(5000))
    await session.close()
    expect(asked).toEqual(['db.internal:1521'])
    await expect.poll(() => isLeft).toBe(true)
  })

  it.each<[string, ConnectorOptions, RegExp]>([
    ['another service', { servicename: 'other' }, /does not know other\. Check the DSN Service Name/],
    ['another user', { user: 'nobody' }, /because the user name or the password is wrong: ORA-01017/],
    ['an unknown host', { host: 'nowhere.invalid' }, /host name of nowhere\.invalid:\d+ cannot be found/],
  ])('tells of %s', async (_, more, message) => {
    const failure = await failureOf(open(plain, more))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toMatch(message)
    expect((failure as Error).message).not.toContain('geheim')
  })
})
