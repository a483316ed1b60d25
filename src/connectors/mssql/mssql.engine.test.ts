import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindText } from '#shared/sql/bind-text.ts'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import { startTdsServer, type TdsAnswer, type TdsScript, type TdsServer } from '#test/tds/tds-server.ts'
import * as types from '#test/tds/tds-types.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost, ConnectorOptions } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { mssql, mssqlOdbc } from './mssql-connector.ts'
import { mssqlBinding } from './mssql-dialect.ts'
import { columnsText, descriptionsText, keysText } from './mssql-schema.ts'

const { int, nvarchar } = types

const trials: ConnectorTrials = {
  types: {
    text: 'select * from types',
    columns: [
      ...(['a', 'b', 'c', 'd'] as const).map((name) => [name, 'integer'] as const),
      ['e', 'boolean'],
      ...(['f', 'g', 'h', 'i', 'j', 'k'] as const).map((name) => [name, 'float'] as const),
      ...(['l', 'm', 'n', 'o', 'p'] as const).map((name) => [name, 'string'] as const),
      ...(['q', 'r'] as const).map((name) => [name, null] as const),
      ['(No column name)', 'integer'],
    ],
    cells: [
      [
        ...[
          '255',
          '-32768',
          '-2147483648',
          '9223372036854775807',
          'true',
          '0.1',
          '1e+300',
          '-922337203685477.5808',
        ],
        ...['-0.0001', '1.50', '12345678901234567890123456789012345.678', '"漢字"', '"é"', '"00ff"'],
        ...['"01234567-89AB-4DEF-8123-456789ABCDEF"', '"long"', '"0.10"', '"text"', '1'],
      ],
    ],
  },
  nulls: {
    text: 'select * from nulls',
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'date'],
      ['d', 'string'],
      ['e', 'float'],
    ],
    cells: [
      ['null', 'null', 'null', 'null', 'null'],
      ['1', '""', '"2024-01-02"', '"x"', '0'],
    ],
  },
  empty: {
    text: 'select * from empty',
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 name, 2 name, 3 name',
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: 'select * from big',
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
      ['c', 'float'],
      ['d', 'float'],
    ],
    cells: [
      [
        '-9223372036854775808',
        '99999999999999999999999999999999999999',
        '-0.00000000000000000000000000000000000001',
        '922337203685477.5807',
      ],
    ],
  },
  dates: {
    text: 'select * from dates',
    columns: [
      ['a', 'date'],
      ['b', 'datetime'],
      ['c', 'datetime'],
      ['d', 'datetime'],
      ['e', 'datetime'],
      ['f', 'datetime'],
      ['g', 'string'],
      ['h', 'string'],
    ],
    cells: [
      [
        ...[
          '"0001-01-01"',
          '"2024-02-29T23:59:59.997"',
          '"2024-02-29T23:59:00"',
          '"9999-12-31T23:59:59.999"',
        ],
        ...['"2024-02-29T12:00:00"', '"2024-02-29T18:29:59.500Z"', '"23:59:59.9999999"', '"08:00:00"'],
      ],
    ],
  },
  unicode: {
    text: "select N'😀 e\u0301 漢字' as [größe 漢]",
    columns: [
      ['größe 漢', 'string'],
      ['b', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 漢字 \u202e'), JSON.stringify('quote " backslash \\ tab \t \u0000')]],
  },
  severalStatements: {
    text: "declare @a int = 1; select 'not this';\nselect sum(a) as total from t",
    columns: [['total', 'integer']],
    cells: [['3']],
  },
  wrongText: {
    text: "select '😀', 1\n\nselect a fron nowhere",
    message: /^Incorrect syntax near 'nowhere'\.$/,
    position: { line: 3, column: 15 },
  },
  withoutResult: { text: 'update t set a = 1', message: /^No data was returned\.$/, position: null },
  lateError: {
    text: 'select 1 / (150000 - n) from numbers',
    message: /^Divide by zero error encountered\.$/,
    position: { line: 1, column: 1 },
  },
  manyRows: 'select n, text from many',
  oversized: (place) => `select cell from oversized_${place}`,
  slow: "waitfor delay '00:01'",
  endless: 'select n from endless',
  schema: [
    {
      name: 'dbo.people',
      description: 'who they are',
      columns: [
        { name: 'id', type: 'int', is_key: true },
        { name: 'name', type: 'nvarchar', description: 'as in the passport' },
      ],
    },
    {
      name: 'sales.orders',
      columns: [{ name: 'person', type: 'int', references: { table: 'dbo.people', column: 'id' } }],
    },
  ],
  lacks: {},
}

function* numbered(count: number, cells: (n: number) => (string | null)[]) {
  for (let n = 1; n <= count; n++) yield cells(n)
}

const schemaColumns = ['a', 'b', 'c', 'd', 'e', 'f'].map(nvarchar)
const unnamed = int('')

const script: Record<string, () => TdsAnswer[]> = {
  'SELECT 1': () => [{ columns: [unnamed], rows: [['1']] }],
  [trials.types.text]: () => [
    {
      columns: [
        ...[types.tiny('a'), types.small('b'), int('c'), types.bigint('d'), types.bit('e'), types.real('f')],
        ...[types.float('g'), types.money('h'), types.smallmoney('i'), types.decimal('j', 5, 2)],
        ...[
          types.decimal('k', 38, 3),
          nvarchar('l'),
          types.varchar('m'),
          types.varbinary('n'),
          types.guid('o'),
        ],
        ...[types.nvarcharMax('p'), types.variant('q'), types.variant('r'), unnamed],
      ],
      rows: [
        [
          ...[
            '255',
            '-32768',
            '-2147483648',
            '9223372036854775807',
            '1',
            '0.1',
            '1e300',
            '-922337203685477.5808',
          ],
          ...['-0.0001', '1.50', '12345678901234567890123456789012345.678', '漢字', 'é', '00ff'],
          ...['01234567-89AB-4DEF-8123-456789ABCDEF', 'long', '0.10', 'text', '1'],
        ],
      ],
    },
  ],
  [trials.nulls.text]: () => [
    {
      columns: [int('a'), nvarchar('b'), types.date('c'), types.nvarcharMax('d'), types.decimal('e', 10, 0)],
      rows: [
        [null, null, null, null, null],
        ['1', '', '2024-01-02', 'x', '0'],
      ],
    },
  ],
  'select * from bitmaps': () => [
    {
      columns: 'abcdefghij'.split('').map((name) => int(name)),
      rows: [[null, '2', null, '4', null, '6', null, '8', null, '10']],
      nullBitmaps: true,
    },
  ],
  [trials.empty.text]: () => [{ columns: [int('a'), nvarchar('b')], rows: [] }],
  [trials.duplicateNames?.text ?? '']: () => [
    { columns: ['name', 'name', 'name'].map(int), rows: [['1', '2', '3']] },
  ],
  [trials.bigNumbers?.text ?? '']: () => [
    {
      columns: [types.bigint('a'), types.decimal('b', 38, 0), types.decimal('c', 38, 38), types.money('d')],
      rows: [
        [
          ...['-9223372036854775808', '99999999999999999999999999999999999999'],
          ...['-0.00000000000000000000000000000000000001', '922337203685477.5807'],
        ],
      ],
    },
  ],
  [trials.dates?.text ?? '']: () => [
    {
      columns: [
        ...[types.date('a'), types.datetime('b'), types.smalldatetime('c'), types.datetime2('d', 7)],
        ...[types.datetime2('e', 0), types.datetimeoffset('f', 3), types.time('g', 7), types.time('h', 0)],
      ],
      rows: [
        [
          ...['0001-01-01', '2024-02-29 23:59:59.997', '2024-02-29 23:59:00', '9999-12-31 23:59:59.9999999'],
          ...['2024-02-29 12:00:00', '2024-02-29 23:59:59.5 +05:30', '23:59:59.9999999', '08:00:00'],
        ],
      ],
    },
  ],
  [trials.unicode.text]: () => [
    {
      columns: [nvarchar('größe 漢'), nvarchar('b')],
      rows: [['😀 e\u0301 漢字 \u202e', 'quote " backslash \\ tab \t \u0000']],
    },
  ],
  [trials.severalStatements?.text ?? '']: () => [
    { columns: [nvarchar('')], rows: [['not this']] },
    { columns: [int('total')], rows: [['3']] },
  ],
  'update t set a = 1': () => [{ count: 7 }],
  [trials.lateError.text]: () => [
    { columns: [int('n')], rows: numbered(120_000, (n) => [String(n)]) },
    { message: { number: 8134, message: 'Divide by zero error encountered.', severity: 16, line: 1 } },
  ],
  [trials.manyRows]: () => [
    { columns: [int('n'), nvarchar('text')], rows: numbered(100_000, (n) => [String(n), `row ${n}`]) },
  ],
  "waitfor delay '00:01'": () => ['wait'],
  'select n from endless': () => [
    { columns: [int('n'), nvarchar('t')], rows: numbered(1e9, (n) => [String(n), 'x'.repeat(50)]) },
  ],
  ...Object.fromEntries(
    oversizedPlaces.map((place, at): [string, () => TdsAnswer[]] => [
      trials.oversized(place),
      () => [
        {
          columns: [types.nvarcharMax('cell')],
          rows: numbered(3, (n) => [n === at + 1 ? 'x'.repeat(oversizedCell) : 'small']),
        },
      ],
    ]),
  ),
  [columnsText]: () => [
    {
      columns: schemaColumns.slice(0, 4),
      rows: [
        ['sales', 'orders', 'person', 'int'],
        ['dbo', 'people', 'name', 'nvarchar'],
        ['dbo', 'people', 'id', 'int'],
      ],
    },
  ],
  [descriptionsText]: () => [
    {
      columns: schemaColumns.slice(0, 4),
      rows: [
        ['dbo', 'people', null, 'who they are'],
        ['dbo', 'people', 'name', 'as in the passport'],
      ],
    },
  ],
  [keysText]: () => [
    {
      columns: schemaColumns,
      rows: [
        ['dbo', 'people', 'id', null, null, null],
        ['sales', 'orders', 'person', 'dbo', 'people', 'id'],
      ],
    },
  ],
  "print 'hello'; select 1 as a": () => [
    { message: { number: 0, message: 'hello', severity: 0, line: 1 } },
    { columns: [int('a')], rows: [['1']] },
  ],
  'exec report': () => [
    { columns: [int('a')], rows: numbered(6000, (n) => [String(n)]) },
    { columns: [int('b')], rows: [['2']] },
  ],
  'exec broken': () => [
    {
      message: {
        number: 208,
        message: "Invalid object name 'x'.",
        severity: 16,
        line: 12,
        procedure: 'broken',
      },
    },
  ],
  'create table #t (a int)': () => [{ count: 0 }],
}

const account = { user: 'reader', password: 'geheim;"=ß', database: 'shop' }

function scriptWith(tls?: TdsScript['tls']): TdsScript {
  return {
    ...account,
    ...(tls === undefined ? {} : { tls }),
    answer(text, values) {
      if (values !== null) return answerBound(text, values)
      return script[text.trim()]?.() ?? null
    },
  }
}

/** Echoes the values; a variable where only a literal may stand is a syntax error, as in SQL Server. */
function answerBound(text: string, values: Readonly<Record<string, string>>): TdsAnswer[] | null {
  if (text.includes('openquery')) {
    return [
      { message: { number: 102, message: "Incorrect syntax near '@sextant1'.", severity: 15, line: 1 } },
    ]
  }
  if (text.includes('nowhere')) {
    const line = text.split('\n').findIndex((each) => each.includes('nowhere')) + 1
    return [{ message: { number: 208, message: "Invalid object name 'nowhere'.", severity: 16, line } }]
  }
  return [{ columns: [nvarchar('text'), nvarchar('values')], rows: [[text, JSON.stringify(values)]] }]
}

const optionsOf = (server: TdsServer): ConnectorOptions => ({
  ...{
    server: '127.0.0.1',
    port: server.port,
    user: account.user,
    password: account.password,
    db: account.database,
  },
})

connectorSuite(mssql, trials, async () => {
  const server = await startTdsServer(scriptWith())
  const options = optionsOf(server)
  return {
    options,
    refused: { ...options, port: await freePort() },
    wrongPassword: { ...options, password: 'wrong-password' },
    running: async () => server.running(),
    stop: () => server.stop(),
  }
})

describe('SQL Server in particular', () => {
  let plain: TdsServer
  let secure: TdsServer
  let certificate: TestCertificate
  beforeAll(async () => {
    certificate = await makeTestCertificate('rsa')
    const [cert, key] = [certificate.certificateFile, certificate.keyFile].map((file) =>
      readFileSync(file, 'utf8'),
    )
    plain = await startTdsServer(scriptWith())
    secure = await startTdsServer(scriptWith({ cert: cert ?? '', key: key ?? '' }))
  })
  afterAll(async () => {
    await Promise.all([plain.stop(), secure.stop(), certificate.remove()])
  })

  const open = (server: TdsServer, more: ConnectorOptions = {}, connector = mssql) =>
    connector.open(
      { ...optionsOf(server), ...more },
      { engineMemoryMb: 256 } as ConnectorHost,
      AbortSignal.timeout(20_000),
    )
  const read = async (text: string, bound: Parameters<typeof bindText> | null = null) => {
    const session = await open(plain)
    const sink = recordingSink()
    const filled = bound === null ? null : bindText(...bound)
    try {
      await session.run(filled?.text ?? text, sink, AbortSignal.timeout(20_000), filled?.values ?? [])
    } finally {
      await session.close()
    }
    return sink
  }
  const bound = (template: string, p: string) => {
    const definition = { name: 'p', title: 'p', type: 'text', value: null, global: false } as const
    return read('', [template, { p }, [definition] as never, mssqlBinding])
  }

  it('reads rows with bits for their nulls', async () => {
    expect((await read('select * from bitmaps')).cells).toEqual([
      ['null', '2', 'null', '4', 'null', '6', 'null', '8', 'null', '10'],
    ])
  })

  it('shows what the server prints, and says when results are left out', async () => {
    expect((await read("print 'hello'; select 1 as a")).lines).toEqual(['hello'])
    const sink = await read('exec report')
    expect([sink.names, sink.cells.length]).toEqual([['a'], 6000])
    expect(sink.lines).toEqual(['The text returned 2 results. Only one of them is shown.'])
  })

  it('ends a batch at GO on a line of its own', async () => {
    const before = plain.received.length
    const sink = await read("create table #t (a int)\nGO\nprint 'hello'; select 1 as a\n go ;\n")
    expect(sink.cells).toEqual([['1']])
    expect(plain.received.slice(before).map(({ text }) => text.trim())).toEqual([
      'create table #t (a int)',
      "print 'hello'; select 1 as a",
    ])
  })

  it('gives no position for an error within a procedure', async () => {
    expect(await failureOf(read('exec broken'))).toMatchObject({
      message: "Invalid object name 'x'.",
      position: null,
    })
  })

  it.each(['x', "O'Neill", '漢字 😀', '', `${'long '.repeat(2000)}`, "'; drop table t --"])(
    'sends values as nvarchar: %s',
    async (value) => {
      const sink = await bound("select * from t where a = '{{p}}' and b like '%{{p}}%'", value)
      const [text, values] = sink.cells[0] ?? []
      expect(JSON.parse(text ?? '')).toBe('select * from t where a = @sextant1 and b like @sextant2')
      expect(JSON.parse(JSON.parse(values ?? ''))).toEqual({ '@sextant1': value, '@sextant2': `%${value}%` })
    },
  )

  it('sends literals where the server takes no variable', async () => {
    const failure = await failureOf(bound("select * from openquery(x, '{{p}}') where a = '{{p}}'", "ü'"))
    expect(plain.received.at(-1)?.text).toContain("where a = N'ü'''")
    // the double does not know such a text
    expect(failure).toBeInstanceOf(QueryFailed)
  })

  it('places errors of texts with values in the text as it is shown', async () => {
    const failure = await failureOf(bound("select '{{p}}'\nfrom nowhere where a = '{{p}}'", 'a long value'))
    expect(failure).toMatchObject({ position: { line: 2, column: 6 } })
  })

  it('encrypts when the server can, and says which server cannot', async () => {
    for (const connector of [mssql, mssqlOdbc]) {
      const session = await open(secure, { use_ssl: true }, connector)
      const sink = recordingSink({ keepsCells: false })
      await session.run(trials.manyRows, sink, AbortSignal.timeout(20_000))
      expect(sink.batches.reduce((sum, each) => sum + each, 0)).toBe(100_000)
      await session.close()
    }
    expect(await failureOf(open(plain, { use_ssl: true }, mssqlOdbc))).toMatchObject({
      message: expect.stringContaining('offers no encryption, which "Use SSL" asks for'),
    })
    const session = await open(plain, { use_ssl: false }, mssqlOdbc)
    await session.ping(AbortSignal.timeout(5000))
    await session.close()
  })

  it('verifies the certificate when told to', async () => {
    const options = { server: 'localhost', use_ssl: true, verify_ssl: true }
    const failure = await failureOf(open(secure, options, mssqlOdbc))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toMatch(/^No secure connection to localhost:\d+: .*self.signed/)
  })

  it.each<[string, ConnectorOptions, RegExp]>([
    ['another database', { db: 'shopp' }, /Cannot open database "shopp"/],
    ['another user', { user: 'nobody' }, /refused the user name or password: Login failed for user 'nobody'/],
    [
      'a host that cannot be found',
      { server: 'nowhere.invalid' },
      /host name of nowhere\.invalid:\d+ cannot be found/,
    ],
  ])('tells of %s', async (_, more, message) => {
    const failure = await failureOf(open(plain, more))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toMatch(message)
    expect((failure as Error).message).not.toContain('geheim')
  })

  it.each<[ConnectorOptions, RegExp]>([
    [{ server: 'host\\instance' }, /named instance/],
    [{ port: 0 }, /Port must be/],
  ])('refuses options: %j', (options, message) => {
    expect(String(mssql.validate?.(options))).toMatch(message)
  })
  it('asks for a name when the certificate is verified', () => {
    const options = { server: '10.0.0.1', use_ssl: true, verify_ssl: true }
    expect(String(mssqlOdbc.validate?.(options))).toMatch(/needs the name of the server/)
    expect(mssql.validate?.(options)).toBeNull()
  })
})
