import { createServer } from 'node:net'
import mysqlDriver from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import { startTestMariadb, type TestMariadb } from '#test/live/mariadb.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost, ConnectorOptions } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { connectorSuite } from '../connector-suite.ts'
import { recordingSink } from '../recording-sink.ts'
import { mysql } from './mysql-connector.ts'
import { mysqlTables, mysqlTrials } from './mysql-trials.ts'

const host: ConnectorHost = {
  fileFolders: [],
  fetch: () => Promise.reject(new Error('no HTTP')),
  fetchServer: () => Promise.reject(new Error('no HTTP')),
  reportBackend: () => {},
  engineMemoryMb: 0,
}

function optionsOf(server: TestMariadb): ConnectorOptions {
  return {
    host: '127.0.0.1',
    port: server.port,
    user: server.user,
    passwd: server.password,
    db: server.database,
  }
}

function client(server: TestMariadb) {
  const { port, user, password, database } = server
  return mysqlDriver.createConnection({ host: '127.0.0.1', port, user, password, database })
}

connectorSuite(mysql, mysqlTrials, async () => {
  const server = await startTestMariadb(null)
  const admin = await client(server)
  for (const statement of mysqlTables) await admin.query(statement)
  await admin.query('set global max_allowed_packet = 1073741824')
  const options = optionsOf(server)
  return {
    options,
    refused: { ...options, port: await freePort() },
    wrongPassword: { ...options, passwd: 'wrong-password' },
    async running() {
      const [rows] = await admin.query(
        "select id from information_schema.processlist where info like '%trial of sextant%' and id <> connection_id()",
      )
      return (rows as unknown[]).length
    },
    async stop() {
      await admin.end()
      await server.stop()
    },
  }
})

describe('MySQL in particular', () => {
  let server: TestMariadb
  let certificate: TestCertificate
  let other: TestCertificate
  beforeAll(async () => {
    certificate = await makeTestCertificate()
    other = await makeTestCertificate()
    server = await startTestMariadb(certificate)
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([certificate.remove(), other.remove()])
  })

  const open = (more: ConnectorOptions = {}) =>
    mysql.open({ ...optionsOf(server), ...more }, host, AbortSignal.timeout(20_000))
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

  it('uses the last result of a procedure', async () => {
    const text = `create or replace procedure p() begin select 1 as a; if true then select 2 as b union select 3; end if; end;
      call p(); set @x = 1`
    for (const comment of ['', '/* Username: x, query_id: 3 */ ', '-- note\n']) {
      const sink = await read(comment + text)
      expect([sink.names, sink.cells]).toEqual([['b'], [['2'], ['3']]])
      expect(sink.lines).toEqual(['The procedure returned 2 results. Only one of them is shown.'])
    }
    const behind = await read(`/* x */ call p()`)
    expect([behind.names, behind.cells]).toEqual([['b'], [['2'], ['3']]])
    const dynamic = await read(`execute immediate 'call p()'`)
    expect(dynamic.cells).toEqual([['2'], ['3']])
  })

  it('drops the results after a long one as they come', async () => {
    const text = `create or replace procedure r() begin select seq from seq_1_to_20000; select seq as b from seq_1_to_20000;
      select 3 as c; end; call r()`
    const sink = await read(text)
    expect([sink.names, sink.cells.length]).toEqual([['seq'], 20_000])
    expect(sink.lines).toEqual(['The procedure returned 3 results. Only one of them is shown.'])
  })

  it('does not hold back a long result of a procedure', async () => {
    const text = `create or replace procedure q() begin select seq from seq_1_to_20000; select 2 as b; end; call q()`
    const sink = await read(text)
    expect([sink.names, sink.cells.length]).toEqual([['seq'], 20_000])
  })

  it('never sends files of this machine', async () => {
    await read('create table if not exists loaded (line text); select 1')
    const error = await failure(read("load data local infile '/etc/hostname' into table loaded"))
    expect(error).toBeInstanceOf(QueryFailed)
    expect((await read('select count(*) from loaded')).cells).toEqual([['0']])
  })

  it('never sends several statements in one message', async () => {
    const injected = await failure(read("select 1 from dual where 1 = '1'; drop table nothing"))
    expect(injected?.message).toMatch(/^Unknown table/)
  })

  it('gives the rows of RETURNING, and nothing for SELECT INTO', async () => {
    const text = 'create temporary table r (a int); insert into r values (7) returning a'
    expect((await read(text)).cells).toEqual([['7']])
    expect((await failure(read('select 1 into @a')))?.message).toBe('No data was returned.')
  })

  it('reports a session that was ended from outside', async () => {
    const session = await open()
    const running = failure(session.run('select sleep(30)', recordingSink(), AbortSignal.timeout(20_000)))
    const admin = await client(server)
    const find = async () => {
      const [rows] = await admin.query(
        "select id from information_schema.processlist where info = 'select sleep(30)'",
      )
      const ids = (rows as { id: number }[]).map((row) => row.id)
      for (const id of ids) await admin.query(`kill ${id}`)
      return ids.length
    }
    await expect.poll(find).toBe(1)
    await admin.end()
    expect(await running).toBeInstanceOf(QueryFailed)
    expect(await failure(session.ping(AbortSignal.timeout(5000)))).toBeInstanceOf(QueryFailed)
    await session.close()
  })

  const cut =
    "set group_concat_max_len = 8; select group_concat(n) as a from (select 'long text' as n union select 'b') s"
  it.each([
    [cut, ['Warning 1260: Row 1 was cut by GROUP_CONCAT()']],
    [`${cut}; set @a = 1`, ['Warning 1260: Row 1 was cut by GROUP_CONCAT()']],
    [
      "set sql_mode = ''; create temporary table r (a char(2)); insert into r values ('cut'); select a from r",
      ["Warning 1265: Data truncated for column 'a' at row 1"],
    ],
    ["select cast('1x' as signed) as a", ["Warning 1292: Truncated incorrect INTEGER value: '1x'"]],
    ['select 1 as a', []],
    [
      "select cast('1x' as signed) as a; select row_count()",
      [expect.stringMatching(/^The server has 1 warnings for this query: values may be cut/)],
    ],
    [
      "set max_error_count = 100; select cast(concat(a.id, 'x') as signed) as n from information_schema.collations a limit 70",
      [
        ...Array(50).fill(expect.stringMatching(/^Warning 1292: /)),
        expect.stringMatching(/^The server has 20 more warnings/),
      ],
    ],
  ])('tells in the log what the server warns of: %s', async (text, lines) => {
    expect((await read(text)).lines).toEqual(lines)
  })

  it.each([0, 2])('gives whole results when the server limits them to %d rows', async (limit) => {
    const admin = await client(server)
    await admin.query('create table if not exists many_columns (a int, b int, c int)')
    await admin.query(`set global sql_select_limit = ${limit}`)
    try {
      expect((await read('select seq from seq_1_to_5')).cells).toHaveLength(5)
      const names = (await read('select 1; select seq from seq_1_to_5', { autocommit: false })).cells
      expect(names).toHaveLength(5)
      const session = await open()
      const tables = await session.tables(AbortSignal.timeout(10_000))
      expect(tables?.find(({ name }) => name === 'many_columns')?.columns).toHaveLength(3)
      await session.close()
    } finally {
      await admin.query('set global sql_select_limit = default')
      await admin.end()
    }
  })

  it('gives every character when the server sends results in another character set', async () => {
    const admin = await client(server)
    const limited = `'sextant_limited'@'127.0.0.1'`
    await admin.query(`create or replace user ${limited} identified by 'secret'`)
    await admin.query(`grant all on sextant_test.* to ${limited}`)
    await admin.query("set global init_connect = 'set character_set_results = latin1'")
    try {
      expect((await read("select '漢字 ħ' a", { user: 'sextant_limited' })).cells).toEqual([['"漢字 ħ"']])
    } finally {
      await admin.query("set global init_connect = ''")
      await admin.end()
    }
  })

  it.each([
    ['max_statement_time = 0.2', 'select sum(a.seq + b.seq) from seq_1_to_100000 a, seq_1_to_100000 b'],
    [
      'max_join_size = 10, sql_big_selects = 0',
      'select count(*) from information_schema.collations a, information_schema.collations b',
    ],
  ])('says when the limit %s ends a query', async (settings, text) => {
    expect(await failure(read(`set ${settings}; ${text}`))).toBeInstanceOf(QueryFailed)
  })

  it('says in the log when a limit of examined rows made the result shorter', async () => {
    const { lines } = await read('select seq from seq_1_to_1000 limit rows examined 10')
    expect(lines).toEqual([expect.stringMatching(/^Warning 1931: .*may be incomplete/)])
  })

  it('keeps autocommit by default', async () => {
    expect((await read('select @@autocommit')).cells).toEqual([['1']])
    expect((await read('select @@autocommit', { autocommit: false })).cells).toEqual([['0']])
  })

  it.each([
    [{ db: 'no_such_database' }, /failed: Unknown database 'no_such_database'$/],
    [{ host: 'no-such-host.invalid' }, /host name of no-such-host\.invalid:\d+ cannot be found/],
    [{ ssl_mode: 'verify-identity' }, /needs the name of the host, not its address/],
    [
      { ssl_mode: 'verify-ca', ssl_cacert: '/no/such/file' },
      /CA certificate file \/no\/such\/file cannot be read/,
    ],
  ])('says what is wrong with %j', async (more, message) => {
    const error = await failure(open(more))
    expect(error).toBeInstanceOf(ConnectionFailed)
    expect(error?.message).toMatch(message)
  })

  it('ends a connection attempt when the signal or the timeout says so', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const attempt = mysql.open({ ...optionsOf(server), port }, host, AbortSignal.timeout(200))
    expect((await failure(attempt))?.name).toBe('Cancelled')
    const limited = await failure(open({ port, connect_timeout: 1 }))
    expect(limited).toBeInstanceOf(ConnectionFailed)
    expect(limited?.message).toMatch(/did not answer in time/)
    silent.close()
  })

  it('lists 2,000 tables quickly', async () => {
    const admin = await client(server)
    await admin.query('create database many')
    for (let table = 0; table < 2000; table++) {
      await admin.query(`create table many.t${table} (a int, b varchar(9)) engine=memory`)
    }
    await admin.end()
    const session = await open()
    const tables = await session.tables(AbortSignal.timeout(30_000))
    await session.close()
    expect(tables?.filter((table) => table.name.startsWith('many.t'))).toHaveLength(2000)
  })

  const cipherOf = async (more: ConnectorOptions) => {
    const sink = await read("show session status like 'Ssl_cipher'", more)
    return sink.cells[0]?.[1] !== '""'
  }

  it.each([
    [{ ssl_mode: 'disabled' }, false],
    [{ ssl_mode: 'preferred' }, true],
    [{}, true],
    [{ use_ssl: true }, true],
    [{ ssl_mode: 'required' }, true],
  ])('%j: encrypted %s', async (more, encrypted) => {
    expect(await cipherOf(more)).toBe(encrypted)
  })

  it('verify-ca and verify-identity accept the right certificate only', async () => {
    const ssl_cacert = certificate.certificateFile
    expect(await cipherOf({ ssl_mode: 'verify-ca', ssl_cacert })).toBe(true)
    expect(await cipherOf({ ssl_mode: 'verify-identity', ssl_cacert, host: 'localhost' })).toBe(true)
    for (const wrong of [
      { ssl_mode: 'verify-ca', ssl_cacert: other.certificateFile },
      { ssl_mode: 'verify-ca' },
    ]) {
      const error = await failure(open(wrong))
      expect(error).toBeInstanceOf(ConnectionFailed)
      expect(error?.message).toMatch(/^No secure connection to /)
    }
  })

  it('a server without TLS: preferred continues in plain text, required fails', async () => {
    const plain = await startTestMariadb(null)
    try {
      const session = await mysql.open({ ...optionsOf(plain) }, host, AbortSignal.timeout(20_000))
      await session.ping(AbortSignal.timeout(5000))
      await session.close()
      const opening = mysql.open(
        { ...optionsOf(plain), ssl_mode: 'required' },
        host,
        AbortSignal.timeout(20_000),
      )
      await expect(opening).rejects.toThrow(/does not support TLS, which SSL mode "required" asks for/)
    } finally {
      await plain.stop()
    }
  })
})
