import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost, ConnectorOptions } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { connectorSuite } from '../connector-suite.ts'
import { recordingSink } from '../recording-sink.ts'
import { postgres } from './postgres-connector.ts'
import { postgresTables, postgresTrials } from './postgres-trials.ts'

const host: ConnectorHost = {
  fileFolders: [],
  fetch: () => Promise.reject(new Error('no HTTP')),
  fetchServer: () => Promise.reject(new Error('no HTTP')),
  reportBackend: () => {},
  engineMemoryMb: 0,
}

function optionsOf(url: string, database: string): ConnectorOptions {
  const { hostname, port, username, password } = new URL(url)
  return {
    host: hostname,
    port: Number(port),
    user: username,
    password,
    dbname: database,
    sslmode: 'disable',
  }
}

async function freshDatabase() {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `sextant_live_${randomBytes(5).toString('hex')}`
  await admin.query(`create database ${name}`)
  const options = optionsOf(inject('postgresUrl'), name)
  return {
    admin,
    name,
    options,
    async stop() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

connectorSuite(postgres, postgresTrials, async () => {
  const { admin, name, options, stop } = await freshDatabase()
  const owner = new pg.Client({ connectionString: new URL(`/${name}`, inject('postgresUrl')).href })
  await owner.connect()
  await owner.query(postgresTables)
  await owner.end()
  return {
    options,
    refused: { ...options, port: await freePort() },
    wrongPassword: { ...options, password: 'wrong-password' },
    async running() {
      const { rows } = await admin.query(
        "select 1 from pg_stat_activity where datname = $1 and state = 'active' and query like '%trial of sextant%'",
        [name],
      )
      return rows.length
    },
    stop,
  }
})

describe('PostgreSQL in particular', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.stop())

  const open = (more: ConnectorOptions = {}) =>
    postgres.open({ ...database.options, ...more }, host, AbortSignal.timeout(20_000))
  const read = async (text: string, more: ConnectorOptions = {}) => {
    const session = await open(more)
    const sink = recordingSink()
    try {
      await session.run(text, sink, AbortSignal.timeout(20_000))
    } finally {
      await session.close()
    }
    return sink
  }
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error as Error,
    )

  it('puts notices into the log', async () => {
    const sink = await read("do $$ begin raise notice 'halfway'; end $$; select 1")
    expect(sink.lines).toEqual(['NOTICE: halfway'])
  })

  it('shows DETAIL and HINT', async () => {
    const text = 'create temp table u (a int unique); insert into u values (1), (1)'
    expect((await failure(read(text)))?.message).toBe(
      'duplicate key value violates unique constraint "u_a_key"\nDETAIL:  Key (a)=(1) already exists.',
    )
    expect((await failure(read('select lenght(1)')))?.message).toContain('\nHINT:  ')
  })

  it.each([
    ['copy (select 1) to stdout', /returned no data/],
    ['create temp table c (a int); copy c from stdin', /COPY FROM STDIN is not possible here/],
    ['', /returned no data/],
    ['-- only a comment', /returned no data/],
  ])('%j fails and does not hang', async (text, message) => {
    const error = await failure(read(text))
    expect(error).toBeInstanceOf(QueryFailed)
    expect(error?.message).toMatch(message)
  })

  it('gives the rows of RETURNING and a select without columns', async () => {
    const text = 'create temp table r (a int); insert into r values (7) returning a'
    expect((await read(text)).cells).toEqual([['7']])
    const sink = await read('select from generate_series(1, 3)')
    expect([sink.names, sink.cells]).toEqual([[], [[], [], []]])
  })

  const ruled = `create temp table ruled (a int); create rule seen as on insert to ruled do also select 1 as one from generate_series(1, 3);
    create rule changed as on update to ruled do also select 1 as one;
    insert into ruled select generate_series(1, 5);`
  it.each([
    ['declare c cursor for select generate_series(1, 5) a; fetch 3 in c', 3],
    ['declare c cursor with hold for select generate_series(1, 5) a; move 2 in c; fetch all in c', 3],
    ['prepare p as select generate_series(1, 5) a; execute p', 5],
    [`${ruled} update ruled set a = 0 returning a`, 5],
    [`${ruled} insert into ruled select generate_series(1, 4) returning a`, 4],
    [`${ruled} with w as (delete from ruled returning a) select a from w`, 5],
    [`${ruled} select a from ruled for update`, 5],
    ['create temp table made as select generate_series(1, 5) a; table made', 5],
    ['explain analyze create temp table made as select 1', null],
  ])('compares the rows with what the server counts: %s', async (text, rows) => {
    const { cells } = await read(text)
    if (rows === null) expect(cells.length).toBeGreaterThan(1)
    else expect(cells).toHaveLength(rows)
  })

  const viewed = `create temp table plain (a int); insert into plain values (1), (2), (3); create temp view viewed as select a from plain;
    create rule more as on insert to viewed do instead insert into plain select new.a from generate_series(1, 2) returning a;
    create rule other as on update to viewed do instead insert into plain values (new.a) returning a;
    create rule nine as on delete to viewed do instead select 9 as nine;`
  const triggered = `create temp table kept (a int); create function pg_temp.odd() returns trigger language plpgsql as
    $$ begin if new.a % 2 = 0 then return null; end if; return new; end $$;
    create trigger odd before insert on kept for each row execute function pg_temp.odd();
    create temp view seen as select a from kept; create trigger seen instead of insert on seen for each row execute function pg_temp.odd();`
  const parts = `create temp table parts (a int, b int) partition by list (a); insert into plain values (1);
    create temp table p1 partition of parts for values in (1); create temp table p2 partition of parts for values in (2);
    insert into parts values (1, 1), (1, 2);`
  it.each([
    [`${viewed} insert into viewed values (1), (2) returning a`, 4],
    [`${viewed} update viewed set a = 5 returning a`, 3],
    [`${viewed} with w as (select 1) delete from viewed`, 1],
    [`${viewed} with w as (select 7 a) insert into viewed select a from w returning a`, 2],
    [`${triggered} insert into kept select generate_series(1, 5) returning a`, 3],
    [`${triggered} insert into seen select generate_series(1, 5) returning a`, 3],
    [`${viewed} ${parts} update parts set a = 2 returning a, b`, 2],
    [
      `${viewed} ${parts} merge into parts t using (values (1, 5), (2, 6)) s (a, b) on t.a = s.a when matched then update set a = 2
        when not matched then insert values (s.a, s.b) returning t.b`,
      3,
    ],
    [
      `${viewed} merge into plain t using (values (1)) s (a) on t.a = s.a when matched then do nothing returning t.a`,
      0,
    ],
    [`${viewed} select a into temp made from plain; values (1), (2)`, 2],
    [`${viewed} prepare p as table plain; create temp table made as execute p; execute p`, 3],
    [`${viewed} declare c scroll cursor for table plain; move 2 in c; fetch backward all in c`, 1],
    [`${viewed} table plain; copy plain to stdout`, 3],
    [
      'create procedure pg_temp.p(inout x int) language plpgsql as $$ begin x := 5; end $$; call pg_temp.p(1)',
      1,
    ],
  ])('raises no false alarm about the number of rows: %s', async (text, rows) => {
    const sink = await read(text)
    expect([sink.cells.length, sink.lines]).toEqual([rows, []])
  })

  it('says which rows of rules it shows for a prepared statement', async () => {
    const rules = `create temp table twice (a int); create rule one as on insert to twice where new.a > 2 do also select 1 as one;
      create rule two as on insert to twice do also select 2 as two, 3 as three;
      prepare p as insert into twice values (1), (2), (3); execute p`
    const sink = await read(rules)
    expect([sink.names, sink.cells]).toEqual([['one'], [['1']]])
    expect(sink.lines).toEqual([
      'The statement changed 3 rows and returned 1.',
      '3 more rows are left out: another rule of the server returned them.',
    ])
  })

  it('runs very many statements: each brings messages of its own', async () => {
    expect((await read(`${'values (1);'.repeat(12_000)} select 2`)).cells).toEqual([['2']])
  })

  it('runs several statements as one transaction, as the server does', async () => {
    await read('create table kept (a int); select 1')
    await failure(read('insert into kept values (1); select 1/0'))
    expect((await read('select count(*) from kept')).cells).toEqual([['0']])
  })

  it('uses parallel workers', async () => {
    const text = `set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0;
      create table wide as select g from generate_series(1, 100000) g; analyze wide; set max_parallel_workers_per_gather = 2;
      explain (analyze, format text) select count(*) from wide where g % 7 = 0`
    const plan = (await read(text)).cells.flat().join('\n')
    expect(plan).toContain('Workers Planned')
  })

  it('passes parameters and names itself', async () => {
    expect((await read('show application_name')).cells).toEqual([['"sextant"']])
    const more = { dsn: "application_name='my app' options='-c search_path=elsewhere'" }
    expect(
      (await read("select current_setting('application_name'), current_setting('search_path')", more)).cells,
    ).toEqual([['"my app"', '"elsewhere"']])
  })

  it('gives the same values whatever the settings of the role and the database are', async () => {
    const text = `select 0.1::float8 + 0.2 a, 1 / 3::float4 b, '\\xff'::bytea c, timestamptz '2024-02-01 00:00+00' d,
      interval '1 year 2 days 03:04' e, array[0.1::float8 + 0.2] f, array[interval '1 day'] g,
      (select count(*) from found where t @@ 'word') h`
    await read(`create table found (t tsvector); insert into found select 'word' from generate_series(1, 20000);
      create index on found using gin (t); analyze found; select 1`)
    const usual = await read(text)
    const settings = {
      ...{ extra_float_digits: -15, bytea_output: 'escape', DateStyle: 'SQL', IntervalStyle: 'iso_8601' },
      ...{ default_transaction_read_only: 'on', row_security: 'off', client_encoding: 'LATIN1' },
      ...{ standard_conforming_strings: 'off', gin_fuzzy_search_limit: 100, enable_seqscan: 'off' },
    }
    for (const [name, value] of Object.entries(settings))
      await database.admin.query(`alter database ${database.name} set ${name} = '${value}'`)
    const odd = await read(text)
    await database.admin.query(`alter database ${database.name} reset all`)
    expect(odd.cells).toEqual(usual.cells)
    expect(odd.cells[0]?.slice(0, 2)).toEqual(['0.30000000000000004', '0.3333333333333333'])
    expect(odd.cells[0]?.at(-1)).toBe('20000')
  })

  it('notices that the worker is gone', async () => {
    const sink = await read('show client_connection_check_interval')
    expect(sink.cells).toEqual([['"1s"']])
  })

  it('tells when the session is ended by others', async () => {
    const session = await open()
    const running = failure(session.run('select pg_sleep(30)', recordingSink(), AbortSignal.timeout(20_000)))
    const find = async () =>
      (
        await database.admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query = 'select pg_sleep(30)'",
          [database.name],
        )
      ).rows.length
    await expect.poll(find).toBe(1)
    expect(await running).toBeInstanceOf(QueryFailed)
    expect(await failure(session.ping(AbortSignal.timeout(5000)))).toBeInstanceOf(QueryFailed)
    await session.close()
  })

  it('names the database that is missing', async () => {
    const error = await failure(open({ dbname: 'no_such_database' }))
    expect(error).toBeInstanceOf(ConnectionFailed)
    expect(error?.message).toMatch(
      /^Connection to 127\.0\.0\.1:\d+ failed: database "no_such_database" does not exist$/,
    )
  })

  it('names the host that is missing', async () => {
    const error = await failure(open({ host: 'no-such-host.invalid' }))
    expect(error).toBeInstanceOf(ConnectionFailed)
    expect(error?.message).toMatch(/host name of no-such-host\.invalid:\d+ cannot be found/)
  })

  it('ends a connection attempt when the signal says so', async () => {
    const silent = (await import('node:net')).createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const attempt = postgres.open({ ...database.options, port }, host, AbortSignal.timeout(200))
    expect((await failure(attempt))?.name).toBe('Cancelled')
    const limited = await failure(open({ port, dsn: 'connect_timeout=1' }))
    expect(limited?.message).toMatch(/did not answer within 1 seconds/)
    silent.close()
  })

  it('lists 2,000 tables quickly, only those that the user may read', async () => {
    // roles belong to the whole server, which other test runs share
    const role = `sextant_reader_${randomBytes(5).toString('hex')}`
    await database.admin.query(`create role ${role}`)
    const text = `do $$ begin for i in 1..2000 loop execute format('create table many_%s (a int, b text)', i); end loop; end $$;
      create table closed (a int); create table half_open (a int, b int);
      grant select on all tables in schema public to ${role};
      revoke select on closed, half_open from ${role}; grant select (b) on half_open to ${role}; select 1`
    await read(text)
    const session = await open({ dsn: `options='-c role=${role}'` })
    const tables = await session.tables(AbortSignal.timeout(20_000))
    await session.close()
    await read(`drop owned by ${role}; drop role ${role}; select 1`)
    expect(tables?.filter((table) => table.name.startsWith('many_'))).toHaveLength(2000)
    expect(tables?.find((table) => table.name === 'closed')).toBeUndefined()
    expect(tables?.find((table) => table.name === 'half_open')?.columns).toEqual([
      { name: 'b', type: 'integer' },
    ])
  })
})
