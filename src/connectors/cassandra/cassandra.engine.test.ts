import { connect } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindText } from '#shared/sql/bind-text.ts'
import { missingForCassandra, startCassandra } from '#test/engines/cassandra.ts'
import { isProgram, type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { makeTestCertificate } from '#test/live/certificates.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost, ConnectorOptions } from '../connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { sessionSuite } from '../connector-suite-sessions.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { hostile } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { cassandra, scylla } from './cassandra-connector.ts'
import { readCassandraOptions } from './cassandra-options.ts'
import { type CqlConnection, connectCql, opcodes, query } from './cql-connection.ts'

const account = { username: 'cassandra', password: 'cassandra' }
const ever = () => AbortSignal.timeout(120_000)

async function connected(port: number, more: ConnectorOptions = {}): Promise<CqlConnection> {
  const options = readCassandraOptions({
    host: '127.0.0.1',
    port,
    keyspace: '',
    timeout: 60,
    ...account,
    ...more,
  })
  if (!('credentials' in options)) throw new Error(String(options))
  return await connectCql(options, ever())
}

async function execute(connection: CqlConnection, text: string): Promise<void> {
  await connection.ask(opcodes.query, query(text, null), () => {})
  await connection.stream.discard()
}

const uuid = '01234567-89ab-4def-8123-456789abcdef'
const timeuuid = '50554d6e-29bb-11e5-b345-feff819cdc9f'
const columns: readonly (readonly [
  name: string,
  type: string,
  kind: string,
  literal: string,
  json: string,
])[] = [
  ['a', 'int', 'integer', '1', '1'],
  ['b', 'smallint', 'integer', '-2', '-2'],
  ['c', 'tinyint', 'integer', '127', '127'],
  ['d', 'bigint', 'integer', '-3', '-3'],
  ['e', 'varint', 'integer', '4', '4'],
  ['f', 'float', 'float', '0.1', '0.1'],
  ['g', 'double', 'float', '1.5', '1.5'],
  ['h', 'decimal', 'float', '1.50', '1.50'],
  ['i', 'boolean', 'boolean', 'true', 'true'],
  ['j', 'text', 'string', "'text'", '"text"'],
  ['k', 'ascii', 'string', "'ascii'", '"ascii"'],
  ['l', 'blob', 'string', '0x00ff', '"00ff"'],
  ['m', 'uuid', 'string', uuid, `"${uuid}"`],
  ['n', 'timeuuid', 'string', timeuuid, `"${timeuuid}"`],
  ['o', 'inet', 'string', "'10.0.0.1'", '"10.0.0.1"'],
  ['p', 'inet', 'string', "'2001:db8::1'", '"2001:db8::1"'],
  ['q', 'duration', 'string', '1y2mo3d4h5m6s7ms8us9ns', '"1y2mo3d4h5m6s7ms8us9ns"'],
  ['r', 'time', 'string', "'13:30:54.234'", '"13:30:54.234"'],
  ['s', 'map<text, bigint>', 'string', "{'a': 9007199254740993, 'b': 1}", '{"a":"9007199254740993","b":1}'],
  ['t', 'set<decimal>', 'string', '{1.50, 2}', '["1.50","2"]'],
  ['u', 'list<text>', 'string', "['x', 'y''z']", '["x","y\'z"]'],
  ['v', 'tuple<int, text, float>', 'string', "(1, 'two', null)", '[1,"two",null]'],
  ['w', 'frozen<address>', 'string', "{street: 'S', zip: 9}", '{"street":"S","zip":9,"since":null}'],
  ['x', 'vector<float, 2>', 'string', '[0.1, 2.5]', '[0.1,2.5]'],
  ['y', 'vector<text, 2>', 'string', "['p', 'q']", '["p","q"]'],
  ['z', 'map<int, frozen<list<boolean>>>', 'string', '{7: [true, false]}', '{"7":[true,false]}'],
]

const trials: ConnectorTrials = {
  types: {
    text: `SELECT ${columns.map(([name]) => name).join(', ')} FROM typed`,
    columns: columns.map(([name, , kind]) => [name, kind as 'integer'] as const),
    cells: [columns.map(([, , , , json]) => json)],
  },
  nulls: {
    text: 'SELECT a, b, c FROM nulls WHERE p = 1',
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'string'],
    ],
    cells: [
      ['null', '""', 'null'],
      ['1', 'null', 'null'],
    ],
  },
  empty: {
    text: 'SELECT a, b FROM nulls WHERE p = 99',
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: 'SELECT n AS x, at AS x FROM nulls WHERE p = 2',
    columns: [
      ['x', 'integer'],
      ['x1', 'integer'],
    ],
    cells: [['5', '6']],
  },
  bigNumbers: {
    text: 'SELECT a, b, c, d, e FROM big',
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'float'],
    ],
    cells: [
      [
        ...['9223372036854775807', '-123456789012345678901234567890'],
        ...['1234567890123456789012345678.901234', '-0.000001', '1E+40'],
      ],
    ],
  },
  dates: {
    text: 'SELECT a, b, c, d FROM dates',
    columns: [
      ['a', 'datetime'],
      ['b', 'datetime'],
      ['c', 'date'],
      ['d', 'date'],
    ],
    cells: [['"0001-01-01T00:00:00.000Z"', '"2024-02-29T21:59:59.999Z"', '"2024-02-29"', '"1600-01-01"']],
  },
  unicode: {
    text: 'SELECT a AS "größe 漢", b FROM unicode',
    columns: [
      ['größe 漢', 'string'],
      ['b', 'string'],
    ],
    cells: [
      [JSON.stringify('😀 e\u0301 漢字 \u202e'), JSON.stringify('quote " \' backslash \\ tab \t \u0000')],
    ],
  },
  severalStatements: {
    text: "INSERT INTO several (a, b) VALUES (1, 'x;y'); // a comment\nSELECT b FROM several; -- the last\n",
    columns: [['b', 'string']],
    cells: [['"x;y"']],
  },
  wrongText: {
    text: 'SELECT a\nFROM nulls WHERRE p = 1',
    message: /^line 2:11 /,
    position: { line: 2, column: 12 },
  },
  withoutResult: { text: 'INSERT INTO several (a, b) VALUES (2, null)', message: /^No data was returned\.$/ },
  lateError: { text: 'SELECT n, 10 / (100001 - n) FROM many WHERE p = 1', message: /\/ by zero/ },
  manyRows: 'SELECT n, t, h FROM many WHERE p = 1 AND n <= 100000',
  oversized: (place) => `SELECT at, cell FROM oversized WHERE place = '${place}'`,
  slow: null,
  endless: null,
  schema: [
    {
      name: 'people',
      description: 'who they are',
      columns: [
        { name: 'age', type: 'int' },
        { name: 'born', type: 'date', is_key: true },
        { name: 'id', type: 'uuid', is_key: true },
        { name: 'tags', type: 'set<text>' },
      ],
    },
  ],
  lacks: {
    slow: 'Cassandra ends its work on a page by its own time limits; see the tests below',
    endless: 'the same; a result is read page by page, and the next one is not asked for',
  },
}

async function fill(port: number): Promise<void> {
  const admin = await connected(port)
  const run = (text: string) => execute(admin, text)
  await run("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
  await run('USE shop')
  await run('CREATE TYPE address (street text, zip int, since date)')
  await run(
    `CREATE TABLE typed (${columns.map(([name, type]) => `${name} ${type}`).join(', ')}, PRIMARY KEY (a))`,
  )
  await run(
    `INSERT INTO typed (${columns.map(([name]) => name).join(', ')}) VALUES (${columns.map(([, , , literal]) => literal).join(', ')})`,
  )
  await run('CREATE TABLE nulls (p int, at int, n int, a int, b text, c text, PRIMARY KEY (p, at))')
  await run("INSERT INTO nulls (p, at, b) VALUES (1, 1, '')")
  await run('INSERT INTO nulls (p, at, a) VALUES (1, 2, 1)')
  await run('INSERT INTO nulls (p, at, n) VALUES (2, 6, 5)')
  await run('CREATE TABLE big (a bigint PRIMARY KEY, b varint, c decimal, d decimal, e decimal)')
  await run(
    'INSERT INTO big (a, b, c, d, e) VALUES (9223372036854775807, -123456789012345678901234567890, 1234567890123456789012345678.901234, -0.000001, 1E+40)',
  )
  await run('CREATE TABLE dates (a timestamp PRIMARY KEY, b timestamp, c date, d date)')
  await run(
    "INSERT INTO dates (a, b, c, d) VALUES (-62135596800000, '2024-02-29 23:59:59.999+0200', '2024-02-29', '1600-01-01')",
  )
  await run('CREATE TABLE unicode (a text PRIMARY KEY, b text)')
  await run(
    "INSERT INTO unicode (a, b) VALUES ('😀 e\u0301 漢字 \u202e', 'quote \" '' backslash \\ tab \t \u0000')",
  )
  await run('CREATE TABLE hostile (k text PRIMARY KEY, v text)')
  await run('CREATE TABLE several (a int PRIMARY KEY, b text)')
  await run(
    "CREATE TABLE people (id uuid, born date, age int, tags set<text>, PRIMARY KEY (id, born)) WITH comment = 'who they are'",
  )
  await run('CREATE TABLE many (p int, n int, t text, h double, PRIMARY KEY (p, n))')
  for (let from = 1; from <= 100_001; from += 500) {
    const rows = Array.from({ length: Math.min(500, 100_002 - from) }, (_, at) => from + at)
    const inserts = rows.map((n) => `INSERT INTO many (p, n, t, h) VALUES (1, ${n}, 'row ${n}', ${n * 1.5});`)
    await run(`BEGIN UNLOGGED BATCH ${inserts.join('')} APPLY BATCH`)
  }
  await run('CREATE TABLE oversized (place text, at int, cell text, PRIMARY KEY (place, at))')
  const cell = 'x'.repeat(oversizedCell)
  for (const place of oversizedPlaces) {
    const large = oversizedPlaces.indexOf(place)
    for (let at = 0; at < 3; at++)
      await run(
        `INSERT INTO oversized (place, at, cell) VALUES ('${place}', ${at}, '${at === large ? cell : 'small'}')`,
      )
  }
  // a function in which a page of rows takes as long as we like
  await run(`CREATE FUNCTION slowly(n int) CALLED ON NULL INPUT RETURNS double LANGUAGE java
    AS $$ double sum = 0; for (int i = 0; i < 300000; i++) sum += Math.sqrt(i + n); return sum; $$`)
  await run("CREATE ROLE visitor WITH PASSWORD = 'p@ss' AND LOGIN = true")
  admin.drop()
}

withEngine('Cassandra 5.0.9 (Maven)', missingForCassandra(isProgram), () => {
  let server: RunningEngine
  let options: ConnectorOptions
  beforeAll(async () => {
    server = await startCassandra((port) =>
      connected(port).then(
        (connection) => {
          connection.drop()
          return true
        },
        () => false,
      ),
    )
    await fill(server.port)
    options = {
      host: '127.0.0.1',
      port: server.port,
      keyspace: 'shop',
      timeout: 60,
      useSsl: false,
      ...account,
    }
  }, 600_000)
  afterAll(() => server?.stop(), 30_000)

  const ground = async () => ({
    options,
    refused: { ...options, port: await freePort() },
    wrongPassword: { ...options, password: 'wrong-password' },
    running: null,
    async stop() {},
  })
  connectorSuite(cassandra, trials, ground)
  sessionSuite(
    cassandra,
    {
      reset: {
        leave: ['USE system', 'SELECT nothing FROM nowhere'],
        ask: 'SELECT b FROM nulls WHERE p = 1',
      },
      readOnly: null,
    },
    ground,
  )

  describe('Cassandra in particular', () => {
    const host = { reportBackend() {} } as unknown as ConnectorHost
    const open = (more: ConnectorOptions = {}, connector = cassandra) =>
      connector.open({ ...options, ...more }, host, ever())
    const read = async (text: string, more: ConnectorOptions = {}, connector = cassandra) => {
      const session = await open(more, connector)
      const sink = recordingSink()
      try {
        await session.run(text, sink, ever())
      } finally {
        await session.close()
      }
      return sink
    }

    it('reads every type in version 3 of the protocol too, as ScyllaDB', async () => {
      const sink = await read(trials.types.text, { protocol: 3 }, scylla)
      expect(sink.cells).toEqual(trials.types.cells)
      expect(sink.types).toEqual(trials.types.columns.map(([, type]) => type))
    })

    it('reads counters, and numbers of any size', async () => {
      const admin = await connected(server.port, { keyspace: 'shop' })
      await execute(admin, 'CREATE TABLE counters (k int PRIMARY KEY, c counter)')
      await execute(admin, 'UPDATE counters SET c = c + 41 WHERE k = 1')
      await execute(
        admin,
        'CREATE TABLE odd (k int PRIMARY KEY, f float, d double, h decimal, i decimal, s duration)',
      )
      await execute(
        admin,
        'INSERT INTO odd (k, f, d, h, i, s) VALUES (1, NaN, -Infinity, 1E-400, 0.00, -2d5ns)',
      )
      admin.drop()
      expect((await read('SELECT k, c FROM counters')).cells).toEqual([['1', '41']])
      expect((await read('SELECT f, d, h, i, s FROM odd')).cells).toEqual([
        ['null', 'null', '"1E-400"', '0.00', '"-2d5ns"'],
      ])
    })

    it('sends the statements of a batch together', async () => {
      const text =
        "BEGIN BATCH INSERT INTO several (a, b) VALUES (7, 'x'); INSERT INTO several (a, b) VALUES (8, 'y'); APPLY BATCH;"
      expect(await failureOf(read(text))).toMatchObject({ message: 'No data was returned.' })
      expect((await read('SELECT b FROM several WHERE a IN (7, 8)')).cells).toEqual([['"x"'], ['"y"']])
    })

    it('keeps a value what it is, whatever it contains', async () => {
      const session = await open()
      const run = async (template: string, x: string) => {
        const bound = bindText(template, { x }, [], cassandra.binds)
        const sink = recordingSink()
        await session.run(bound.text, sink, ever(), bound.values)
        return sink.cells.map((row) => row.map((cell) => JSON.parse(cell)))
      }
      const template = `INSERT INTO hostile (k, v) VALUES ('k{{x}}', '{{x}}');
        SELECT v FROM hostile WHERE k = 'k{{x}}' /* {{x}} */ AND v = '{{x}}' ALLOW FILTERING // {{x}}`
      await fc.assert(
        fc.asyncProperty(hostile, async (x) => {
          expect(await run(template, x)).toEqual([[x]])
        }),
        { numRuns: 60 },
      )
      await session.close()
    })

    it('says what the server warns of', async () => {
      expect((await read('SELECT sum(n) FROM many')).lines).toEqual([
        expect.stringMatching(/Aggregation query used without partition key/),
      ])
    })

    it('shows whether a conditional statement was applied', async () => {
      const sink = await read('INSERT INTO several (a, b) VALUES (9, null) IF NOT EXISTS')
      expect(sink.names).toEqual(['[applied]'])
      expect(sink.cells).toEqual([['true']])
    })

    it('ends a connection whose page takes long, and goes on with a new one', async () => {
      const session = await open()
      const own = async () => {
        const clients = await read('SELECT port, keyspace_name FROM system_views.clients')
        return clients.cells.filter(([, keyspace]) => keyspace === '"shop"').length - 1
      }
      const controller = new AbortController()
      const sink = recordingSink({ keepsCells: false })
      const running = failureOf(session.run('SELECT max(slowly(n)) FROM many', sink, controller.signal))
      const tasks = async () =>
        (await read('SELECT task FROM system_views.queries')).cells.filter(([task]) =>
          task?.includes('slowly'),
        ).length
      await expect.poll(tasks, { timeout: 60_000 }).toBe(1)
      await expect.poll(own, { timeout: 60_000 }).toBe(1)
      controller.abort()
      expect(await running).toBeInstanceOf(Cancelled)
      await expect.poll(own, { timeout: 60_000 }).toBe(0)
      await session.ping(ever())
      await session.close()
    })

    it('says that the server did not answer in time', async () => {
      const failure = await failureOf(read('SELECT max(slowly(n)) FROM many WHERE p = 1', { timeout: 2 }))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect((failure as Error).message).toMatch(/did not answer in 2 seconds.*"Timeout"/)
    })

    const refusals: [string, ConnectorOptions, RegExp][] = [
      ['a keyspace that does not exist', { keyspace: 'shopp' }, /Keyspace 'shopp' does not exist/i],
      ['a keyspace written in another case', { keyspace: 'Shop' }, /Keyspace 'Shop' does not exist/i],
      ['a missing login', { username: '', password: '' }, /requires a user name and a password/],
      ['another user', { username: 'nobody' }, /refused the user name or password/],
      [
        'a host that cannot be found',
        { host: 'nowhere.invalid' },
        /host name of nowhere\.invalid:\d+ cannot be found/,
      ],
      ['TLS where the server has none', { useSsl: true }, /No secure connection to|closed the connection/],
    ]
    it.each(refusals)('tells of %s', async (_, more, message) => {
      const failure = await failureOf(open(more))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect((failure as Error).message).toMatch(message)
    })

    it('tells of a missing permission', async () => {
      const visitor = { username: 'visitor', password: 'p@ss' }
      const failure = await failureOf(read('SELECT * FROM people', visitor))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect((failure as Error).message).toMatch(/visitor has no SELECT permission on <table shop\.people>/)
    })

    it('connects with TLS, and checks the certificate if there is one', async () => {
      const [certificate, other] = [await makeTestCertificate(), await makeTestCertificate()]
      const gate = createTlsServer({ cert: certificate.certificate, key: certificate.key }, (secure) => {
        const plain = connect(server.port, '127.0.0.1')
        for (const socket of [secure, plain]) socket.on('error', () => {})
        secure.pipe(plain).pipe(secure)
      })
      await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
      const { port } = gate.address() as { port: number }
      const file = (text: string) => Buffer.from(text).toString('base64')
      const secured = { port, useSsl: true, sslProtocol: 'PROTOCOL_TLSv1_2' }
      const text = 'SELECT b FROM nulls WHERE p = 1'
      expect((await read(text, secured)).cells).toHaveLength(2)
      expect(
        (await read(text, { ...secured, sslCertificateFile: file(certificate.certificate) })).cells,
      ).toHaveLength(2)
      const failure = await failureOf(open({ ...secured, sslCertificateFile: file(other.certificate) }))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect((failure as Error).message).toMatch(/No secure connection/)
      gate.close()
      await Promise.all([certificate.remove(), other.remove()])
    })
  })
})
