import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import {
  type ExasolAnswer,
  type ExasolColumn,
  type ExasolScript,
  type ExasolServer,
  startExasolServer,
} from '#test/live/exasol-server.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost, ConnectorOptions, TunnelStream } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { realServerTrials } from '../real-server-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { exasol } from './exasol-connector.ts'
import { columnsText, settingsTexts } from './exasol-session.ts'

const of =
  (type: string, more: Record<string, number | boolean> = {}) =>
  (name: string): ExasolColumn => ({
    name,
    dataType: { type, ...more },
  })
const decimal = (precision: number, scale: number) => of('DECIMAL', { precision, scale })
const whole = decimal(18, 0)
const varchar = of('VARCHAR', { size: 2_000_000 })

const table = (columns: readonly ExasolColumn[], rows: readonly (readonly string[])[]): ExasolAnswer => ({
  columns,
  count: rows.length,
  row: (at) => rows[at] ?? [],
})

const trials: ConnectorTrials = {
  types: {
    text: 'select * from types',
    columns: [
      ['A', 'integer'],
      ['B', 'float'],
      ['C', 'float'],
      ['D', 'boolean'],
      ...(['E', 'F', 'G', 'H'] as const).map((name) => [name, 'string'] as const),
    ],
    cells: [['-42', '1.50', '1e300', 'true', '"text"', '"ab "', '"+01-02"', '"POINT (1 2)"']],
  },
  nulls: {
    text: 'select * from nulls',
    columns: [
      ['A', 'integer'],
      ['B', 'string'],
      ['C', 'date'],
    ],
    cells: [
      ['null', 'null', 'null'],
      ['0', '"null"', '"2024-01-02"'],
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
    text: 'select 1 name, 2 name, 3 name',
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
      ['B', 'integer'],
      ['C', 'float'],
    ],
    cells: [
      ['9007199254740993', '999999999999999999999999999999999999', '-0.123456789012345678901234567890123456'],
    ],
  },
  dates: {
    text: 'select * from dates',
    columns: [
      ['A', 'date'],
      ['B', 'datetime'],
      ['C', 'datetime'],
    ],
    cells: [['"0001-01-01"', '"2024-02-29T23:59:59.999"', '"2024-02-29T12:00:00.000Z"']],
  },
  unicode: {
    text: 'select * from "größe 漢"',
    columns: [['größe 漢', 'string']],
    cells: [[JSON.stringify('😀 e\u0301 漢字 \u202e quote " backslash \\ tab \t')]],
  },
  severalStatements: {
    text: "insert into t values ('a;b');\nselect sum(a) as total from t;",
    columns: [['TOTAL', 'integer']],
    cells: [['3']],
  },
  wrongText: {
    text: "select '😀';\n\nselect a\nfron nowhere",
    message: /^syntax error, unexpected IDENTIFIER_PART_$/,
    position: { line: 4, column: 6 },
  },
  withoutResult: { text: 'update t set a = 1', message: /^No data was returned\.$/, position: null },
  lateError: {
    text: 'select 1 / (150000 - n) from numbers',
    message: /^data exception - division by zero\.$/,
    position: null,
  },
  manyRows: 'select n, text from many',
  oversized: (place) => `select cell from oversized_${place}`,
  slow: 'select wait',
  endless: 'select n from endless',
  schema: [
    {
      name: 'HR.EMPLOYEES',
      columns: [
        { name: 'ID', type: 'DECIMAL(18,0)' },
        { name: 'NAME', type: 'VARCHAR(30) UTF8' },
      ],
    },
    { name: 'SALES.ORDERS', columns: [{ name: 'AT', type: 'TIMESTAMP' }] },
  ],
  lacks: {},
}

const script: Record<string, () => ExasolAnswer> = {
  ...Object.fromEntries(settingsTexts.map((text) => [text, () => ({ rowCount: 0 })])),
  'SELECT 1 FROM DUAL': () => table([decimal(1, 0)('1')], [['1']]),
  [trials.types.text]: () =>
    table(
      [
        ...[whole('A'), decimal(5, 2)('B'), of('DOUBLE')('C'), of('BOOLEAN')('D'), varchar('E')],
        ...[of('CHAR')('F'), of('INTERVAL YEAR TO MONTH')('G'), of('GEOMETRY')('H')],
      ],
      [['-42', '"1.50"', '1e300', 'true', '"text"', '"ab "', '"+01-02"', '"POINT (1 2)"']],
    ),
  [trials.nulls.text]: () =>
    table(
      [whole('A'), varchar('B'), of('DATE')('C')],
      [
        ['null', 'null', 'null'],
        ['0', '"null"', '"2024-01-02"'],
      ],
    ),
  [trials.empty.text]: () => table([whole('A'), varchar('B')], []),
  [trials.duplicateNames?.text ?? '']: () => table(['NAME', 'NAME', 'NAME'].map(whole), [['1', '2', '3']]),
  [trials.bigNumbers?.text ?? '']: () =>
    table(
      [whole('A'), decimal(36, 0)('B'), decimal(36, 36)('C')],
      [
        [
          '9007199254740993',
          '"999999999999999999999999999999999999"',
          '"-0.123456789012345678901234567890123456"',
        ],
      ],
    ),
  [trials.dates?.text ?? '']: () =>
    table(
      [of('DATE')('A'), of('TIMESTAMP')('B'), of('TIMESTAMP WITH LOCAL TIME ZONE')('C')],
      [['"0001-01-01"', '"2024-02-29 23:59:59.999999"', '"2024-02-29 12:00:00.000000"']],
    ),
  [trials.unicode.text]: () =>
    table([varchar('größe 漢')], [[JSON.stringify('😀 e\u0301 漢字 \u202e quote " backslash \\ tab \t')]]),
  "insert into t values ('a;b')": () => ({ rowCount: 1 }),
  'select sum(a) as total from t': () => table([decimal(36, 0)('TOTAL')], [['3']]),
  "select '😀'": () => table([varchar('X')], [['"😀"']]),
  'select a\nfron nowhere': () => ({ error: 'syntax error, unexpected IDENTIFIER_PART_ [line 2, column 6]' }),
  'update t set a = 1': () => ({ rowCount: 7 }),
  [trials.lateError.text]: () => ({
    ...{ columns: [whole('N')], count: 200_000, row: (at: number) => [String(at)], failsAt: 120_000 },
  }),
  [trials.manyRows]: () => ({
    ...{
      columns: [whole('N'), varchar('TEXT')],
      count: 100_000,
      row: (at: number) => [String(at), `"row ${at}"`],
    },
  }),
  'select wait': () => 'wait',
  'select n from endless': () => ({
    ...{ columns: [whole('N'), varchar('T')], count: 1e9, slowly: true },
    row: (at: number) => [String(at), `"${'x'.repeat(50)}"`],
  }),
  ...Object.fromEntries(
    oversizedPlaces.map((place, at): [string, () => ExasolAnswer] => [
      trials.oversized(place),
      () => ({
        ...{ columns: [varchar('CELL')], count: 3 },
        row: (n: number) => [n === at ? `"${'x'.repeat(oversizedCell)}"` : '"small"'],
      }),
    ]),
  ),
  [columnsText]: () =>
    table(['A', 'B', 'C', 'D'].map(varchar), [
      ['"SALES"', '"ORDERS"', '"AT"', '"TIMESTAMP"'],
      ['"HR"', '"EMPLOYEES"', '"NAME"', '"VARCHAR(30) UTF8"'],
      ['"HR"', '"EMPLOYEES"', '"ID"', '"DECIMAL(18,0)"'],
    ]),
  'select a wrong number': () => table([whole('A')], [['1.5']]),
  'select a short column': () => ({
    columns: [whole('A'), whole('B')],
    count: 2,
    row: (at) => (at === 0 ? ['1', '2'] : ['1']),
  }),
}

const account = { user: 'reader', password: 'geheim;"=ß' }

function scriptWith(tls?: ExasolScript['tls']): ExasolScript {
  return {
    ...account,
    ...(tls === undefined ? {} : { tls }),
    answer: (text) => script[text]?.() ?? { error: `object ${text} not found` },
  }
}

const optionsOf = (server: ExasolServer): ConnectorOptions => ({
  ...{ ...account, host: '127.0.0.1', port: server.port, encrypted: false },
})

connectorSuite(exasol, trials, async () => {
  const server = await startExasolServer(scriptWith())
  const options = optionsOf(server)
  return {
    options,
    refused: { ...options, port: await freePort() },
    wrongPassword: { ...options, password: 'wrong-password' },
    running: async () => server.running(),
    stop: () => server.stop(),
  }
})

realServerTrials(exasol, {
  examples: {
    numbers: {
      text: 'select cast(9007199254740993 as decimal(18, 0)) a, cast(-0.5 as decimal(36, 20)) b, cast(0.1 as double) c, true d',
      columns: [
        ['A', 'integer'],
        ['B', 'float'],
        ['C', 'float'],
        ['D', 'boolean'],
      ],
      cells: [['9007199254740993', '-0.50000000000000000000', '0.1', 'true']],
    },
    'times and texts': {
      text: "select date '2024-02-29' a, timestamp '2024-03-31 02:30:00.123' b, 'it''s 漢字 😀' c, cast(null as varchar(5)) d",
      columns: [
        ['A', 'date'],
        ['B', 'datetime'],
        ['C', 'string'],
        ['D', 'string'],
      ],
      cells: [['"2024-02-29"', '"2024-03-31T02:30:00.123"', '"it\'s 漢字 😀"', 'null']],
    },
  },
  wrongText: {
    text: 'select 1;\nselect a\nfrom sextant_has_no_such_table',
    message: /^object SEXTANT_HAS_NO_SUCH_TABLE not found/,
    position: { line: 3, column: 6 },
  },
  manyRows: "select level as n, 'row ' || level as text from dual connect by level <= 100000",
  slow: 'select count(*) from exa_all_columns a, exa_all_columns b, exa_all_columns c, exa_all_columns d',
})

describe('Exasol in particular', () => {
  let plain: ExasolServer
  let secure: ExasolServer
  let certificate: TestCertificate
  beforeAll(async () => {
    certificate = await makeTestCertificate('rsa')
    const [cert = '', key = ''] = [certificate.certificateFile, certificate.keyFile].map((file) =>
      readFileSync(file, 'utf8'),
    )
    plain = await startExasolServer(scriptWith())
    secure = await startExasolServer(scriptWith({ cert, key }))
  })
  afterAll(async () => {
    await Promise.all([plain.stop(), secure.stop(), certificate.remove()])
  })

  const open = (server: ExasolServer, more: ConnectorOptions = {}, host: Partial<ConnectorHost> = {}) =>
    exasol.open({ ...optionsOf(server), ...more }, host as ConnectorHost, AbortSignal.timeout(20_000))
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
  const pings = async (server: ExasolServer, more: ConnectorOptions, host?: Partial<ConnectorHost>) => {
    const session = await open(server, more, host)
    await session.ping(AbortSignal.timeout(5000))
    await session.close()
  }

  it.each([
    ['select a wrong number', /^The server sent "1\.5" as a value of type integer\.$/],
    ['select a short column', /^The server sent a column of another length than told\.$/],
  ])('does not trust the server: %s', async (text, message) => {
    expect(((await failureOf(read(text))) as Error).message).toMatch(message)
  })

  it('encrypts, and checks the certificate by its authority or its fingerprint', async () => {
    const pem = readFileSync(certificate.certificateFile)
    const print = new X509Certificate(pem).fingerprint256
    const ca = pem.toString('base64')
    await pings(secure, { encrypted: true })
    await pings(secure, { encrypted: true, host: 'localhost', ssl_caFile: ca })
    await pings(secure, { encrypted: true, host: `127.0.0.1/${print}` })
    const other = await failureOf(open(secure, { encrypted: true, host: `127.0.0.1/${'ab'.repeat(32)}` }))
    expect((other as Error).message).toMatch(
      /^No secure connection to 127\.0\.0\.1:\d+: its certificate has the/,
    )
  })

  it('goes through a tunnel', async () => {
    const asked: string[] = []
    const tunnel = {
      async connect(host: string, port: number) {
        asked.push(`${host}:${port}`)
        const socket = connect(plain.port, '127.0.0.1')
        await new Promise((resolve) => socket.once('connect', resolve))
        return socket as unknown as TunnelStream
      },
    }
    await pings(plain, { host: 'exa.internal', port: 8563 }, { tunnel })
    expect(asked).toEqual(['exa.internal:8563'])
  })

  it.each<[string, ConnectorOptions, RegExp]>([
    ['another user', { user: 'nobody' }, /refused the login: Connection exception - authentication failed\./],
    ['an unknown host', { host: 'nowhere.invalid' }, /host name of nowhere\.invalid:\d+ cannot be found/],
    ['no TLS there', { encrypted: true }, /^No secure connection to|closed the connection/],
  ])('tells of %s', async (_, more, message) => {
    const failure = await failureOf(open(plain, more))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toMatch(message)
    expect((failure as Error).message).not.toContain('geheim')
  })

  it.each<[ConnectorOptions, RegExp]>([
    [{ host: 'exasol1..5', port: 0 }, /Port must be/],
    [{ host: 'a,b' }, /^Host must be the name or the address of one server\.$/],
    [{ host: 'a/print' }, /SHA-256 fingerprint/],
  ])('refuses options: %j', (options, message) => {
    expect(String(exasol.validate?.(options))).toMatch(message)
  })
})
