import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import {
  startVerticaFront,
  type VerticaFront,
  type VerticaFrontOptions,
  verticaMessage,
} from '#test/live/vertica-front.ts'
import { freePort } from '#test/test-postgres.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { hostileValueTrials } from '../hostile-values.ts'
import { realServerTrials } from '../real-server-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { vertica } from './vertica-connector.ts'

/** What Vertica has and PostgreSQL has not, as far as the connector asks for it. */
const catalogue = `
  create schema v_catalog; create schema v_monitor;
  create view v_monitor.current_session as select 'node0001-' || pg_backend_pid() as session_id;
  create function public.close_session(id text) returns text language sql as
    $$ select case when pg_terminate_backend(split_part(id, '-', 2)::int) then 'Session close command sent' end $$;
  create table people (id bigint, "Name" varchar(20));
  create view people_seen as select count(*) as n from people;
  create view v_catalog.columns as select table_schema::varchar, table_name::varchar, column_name::varchar, data_type::varchar,
    table_schema like 'v\\_%' or table_schema in ('pg_catalog', 'information_schema') as is_system_table
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE';
  create view v_catalog.view_columns as
    select table_schema::varchar, table_name::varchar, column_name::varchar, data_type::varchar
    from information_schema.columns where table_name = 'people_seen';`

const account = { user: 'ada', password: "pass'word \u00e9", database: 'shop' }

const trials: ConnectorTrials = {
  types: {
    text: `select true a, 2 b, 1.50::numeric c, 0.1::float8 d, 'NaN'::float8 e, 'x'::varchar f, 'x'::char(3) g,
      '\\x00ff5c61'::bytea h, '1 day 02:00'::interval i, '12:34:56.789123'::time j, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid k`,
    columns: [
      ['a', 'boolean'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'float'],
      ...[...'fghijk'].map((name) => [name, 'string'] as const),
    ],
    cells: [
      [
        ...['true', '2', '1.50', '0.1', 'null', '"x"', '"x  "', '"00ff5c61"', '"1 day 02:00:00"'],
        ...['"12:34:56.789"', '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"'],
      ],
    ],
  },
  nulls: {
    text: "select null::int a, null::text b union all select 1, ''",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [
      ['null', 'null'],
      ['1', '""'],
    ],
  },
  empty: { text: 'select 1 a where false', columns: [['a', 'integer']], cells: [] },
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
    text: 'select 9223372036854775807 a, 123456789012345678901234567890.12345678901234567890 b, 0.10 c',
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
      ['c', 'float'],
    ],
    cells: [['9223372036854775807', '123456789012345678901234567890.12345678901234567890', '0.10']],
  },
  dates: {
    text: `set timezone to 'Asia/Kolkata'; select '2024-02-29'::date a, '2024-02-29 23:59:59.999999'::timestamp b,
      '2024-02-29 12:00Z'::timestamptz c, '0044-03-15 BC'::date d, '08:00+02'::timetz e`,
    columns: [
      ['a', 'date'],
      ['b', 'datetime'],
      ['c', 'datetime'],
      ['d', 'date'],
      ['e', 'string'],
    ],
    cells: [
      [
        ...['"2024-02-29"', '"2024-02-29T23:59:59.999"', '"2024-02-29T17:30:00+05:30"', '"0044-03-15 BC"'],
        '"08:00:00+02"',
      ],
    ],
  },
  unicode: {
    text: `select '😀 e\u0301 漢字' as "größe 😀", E'quote " backslash \\\\ tab \\t' b`,
    columns: [
      ['größe 😀', 'string'],
      ['b', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 漢字'), JSON.stringify('quote " backslash \\ tab \t')]],
  },
  severalStatements: {
    text: `create temp table if not exists several (a int); truncate several; select 'not this';
      insert into several values (1), (2); -- ; a comment
      select sum(a) as total, ';' as b from several; set sextant.done = 'yes';`,
    columns: [
      ['total', 'integer'],
      ['b', 'string'],
    ],
    cells: [['3', '";"']],
  },
  wrongText: {
    text: "select '😀', 1;\n\nselect\n  '😀' || wrong from nowhere",
    message: /^relation "nowhere" does not exist$/,
    position: { line: 4, column: 22 },
  },
  withoutResult: { text: 'create temp table t (a int)', message: /^No data was returned\.$/, position: null },
  lateError: {
    text: 'select g, 1 / (150000 - g) from generate_series(1, 200000) g',
    message: /division by zero/,
    position: null,
  },
  manyRows: "select g, 'row ' || g, g * 1.5, now() from generate_series(1, 100000) g",
  oversized: (place) =>
    `select g, case g when ${oversizedPlaces.indexOf(place) + 1} then repeat('x', ${oversizedCell}) else 'small' end as cell from generate_series(1, 3) g`,
  slow: "select 1 from (select pg_sleep(60)) s, (select 'trial of sextant') t",
  endless:
    "with recursive n(i) as (select 1 union all select i + 1 from n) select i, repeat('x', 50), 'trial of sextant' from n",
  schema: [
    {
      name: 'public.people',
      columns: [
        { name: 'Name', type: 'character varying' },
        { name: 'id', type: 'bigint' },
      ],
    },
    { name: 'public.people_seen', columns: [{ name: 'n', type: 'bigint' }] },
  ],
  lacks: {},
}

let admin: pg.Client
let url: string
let certificate: TestCertificate
const database = `sextant_live_${randomBytes(5).toString('hex')}`
const fronts: VerticaFront[] = []

beforeAll(async () => {
  certificate = await makeTestCertificate()
  admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query(`create database ${database}`)
  url = new URL(`/${database}`, inject('postgresUrl')).href
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(catalogue)
  await owner.end()
})
afterAll(async () => {
  for (const front of fronts) await front.stop()
  await admin.query(`drop database ${database} with (force)`)
  await admin.end()
  await certificate.remove()
})

async function front(options: Partial<VerticaFrontOptions> = {}): Promise<VerticaFront> {
  const started = await startVerticaFront({ url, account, login: 'sha512', ...options })
  fronts.push(started)
  return started
}

const optionsOf = ({ port }: VerticaFront) => ({ host: '127.0.0.1', port, ...account, sslmode: 'disable' })
const standOf = (options: Record<string, unknown>): Stand => ({
  connector: vertica,
  ground: { options } as unknown as Stand['ground'],
  backends: [],
})

connectorSuite(vertica, trials, async () => {
  const options = optionsOf(await front())
  return {
    options,
    refused: { ...options, port: await freePort() },
    wrongPassword: { ...options, password: 'wrong-password' },
    async running() {
      const { rows } = await admin.query(
        "select 1 from pg_stat_activity where datname = $1 and state = 'active' and query like '%trial of sextant%'",
        [database],
      )
      return rows.length
    },
    stop: async () => {},
  }
})

describe('Vertica', () => {
  let options: ReturnType<typeof optionsOf>
  beforeAll(async () => {
    options = optionsOf(await front())
  })

  hostileValueTrials(() => standOf(options), null)

  it.each(['clear', 'md5', 'sha512'] as const)('logs in by %s', async (login) => {
    const session = await openOn(standOf(optionsOf(await front({ login }))))
    await session.ping(AbortSignal.timeout(20_000))
    await session.close()
  })

  it('encrypts the connection, and knows the right server', async () => {
    const own = await front({ tls: { cert: certificate.certificate, key: certificate.key } })
    const ca = Buffer.from(certificate.certificate).toString('base64')
    const open = (change: Record<string, unknown>) => openOn(standOf({ ...optionsOf(own), ...change }))
    for (const change of [
      { sslmode: 'prefer' },
      { sslmode: 'require' },
      { sslmode: 'verify-full', sslrootcertFile: ca, host: 'localhost' },
      { sslmode: 'verify-ca', sslrootcertFile: ca },
    ]) {
      const session = await open(change)
      await session.ping(AbortSignal.timeout(20_000))
      await session.close()
    }
    expect(await failureOf(open({ sslmode: 'verify-full', sslrootcertFile: ca }))).toMatchObject({
      message: expect.stringMatching(/^No secure connection to 127\.0\.0\.1/),
    })
    expect(await failureOf(open({ sslmode: 'verify-ca' }))).toBeInstanceOf(ConnectionFailed)
  })

  it.each([
    [{ sslmode: 'require' }, 'The server does not offer TLS (SSL Mode).'],
    [{ database: 'other' }, 'Database "other" does not exist'],
    [{ user: 'eve' }, 'Invalid username or password'],
  ])('says what is wrong with the options (%#)', async (change, message) => {
    const failure = await failureOf(openOn(standOf({ ...options, ...change })))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toBe(message)
  })

  it('cancels by a request, and the session goes on', async () => {
    const own = await front()
    const session = await openOn(standOf(optionsOf(own)))
    await session.run(
      String(trials.endless),
      recordingSink({ stopAfter: 1000, keepsCells: false }),
      AbortSignal.timeout(20_000),
    )
    await session.ping(AbortSignal.timeout(20_000))
    expect(own.cancelled()).toBeGreaterThan(0)
    await session.close()
  })

  const ready = verticaMessage('Z', Buffer.from('I'))
  it.each([
    ['copies a file of the client', verticaMessage('H', '/etc/passwd'), /copies files of the client/],
    [
      'has columns of complex types',
      Buffer.concat([verticaMessage('T', Buffer.from([0, 1]), 1), ready]),
      /complex type/,
    ],
    ['announces a row that is too large', Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff]), /larger than/],
    ['sends no message', Buffer.from('HTTP/1.1 400 Bad Request\r\n'), /./],
    [
      'sends rows of another width',
      Buffer.concat([verticaMessage('T', Buffer.from([0, 0])), verticaMessage('D', Buffer.from([0, 9]))]),
      /another width/,
    ],
  ])('ends a statement that %s', async (_, bytes, message) => {
    const own = await front({ instead: (text) => (text.includes('odd') ? bytes : null) })
    const failure = await failureOf(runOn(standOf(optionsOf(own)), "select 'odd'", recordingSink()))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as Error).message).toMatch(message)
  })

  it('gives up a server that is silent for longer than the option says', async () => {
    const own = await front({ instead: (text) => (text.includes('odd') ? Buffer.alloc(0) : null) })
    const failure = await failureOf(
      runOn(standOf({ ...optionsOf(own), read_timeout: 1 }), "select 'odd'", recordingSink()),
    )
    expect((failure as Error).message).toContain('Read Timeout')
  })
})

realServerTrials(vertica, {
  examples: {
    types: {
      text: 'select 1 as a, 1.50::numeric(5,2) as b',
      columns: [
        ['a', 'integer'],
        ['b', 'float'],
      ],
      cells: [['1', '1.50']],
    },
  },
  wrongText: {
    text: 'select 1;\nselect wrong from nowhere',
    message: /nowhere/,
    position: { line: 2, column: 19 },
  },
  manyRows:
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) select i from n',
  slow: 'select sleep(60)',
})
