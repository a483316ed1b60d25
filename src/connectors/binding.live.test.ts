import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import mysqlDriver from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bindText } from '#shared/sql/bind-text.ts'
import { startTestMariadb, type TestMariadb } from '#test/live/mariadb.ts'
import type { Connector, ConnectorHost, ConnectorOptions, Session } from './connector.ts'
import { QueryFailed } from './connector-errors.ts'
import { duckdb } from './duckdb/duckdb-connector.ts'
import { mysql } from './mysql/mysql-connector.ts'
import { postgres } from './postgres/postgres-connector.ts'
import { recordingSink } from './recording-sink.ts'
import { sqlite } from './sqlite/sqlite-connector.ts'

/** Parts of values that try to break out of a value (docs/reference/promises.md#s7). */
const pieces = fc.constantFrom(
  ...[
    "'",
    "''",
    '"',
    '\\',
    '\\\\',
    "\\'",
    '`',
    '--',
    '-- ',
    '#',
    '/*',
    '*/',
    ';',
    ';drop table canary;--',
    '$$',
    '$1',
  ],
  ...['?', ':x', '@x', '%', '_', '\n', '\r', '\t', ' ', '', 'a', 'Ω', '縗', '誠', '¿', '\u00bf\\', '𝄞', 'é'],
  ...[
    "' or '1'='1",
    "') union select 1 --",
    "E'",
    "\\' or 1=1 -- ",
    '{{x}}',
    '\u2028',
    '\ue000',
    '\x1a',
    '\b',
  ],
)
const hostile = fc.oneof(
  fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const runs = 120

interface Stand {
  connector: Connector
  options: ConnectorOptions
  folder?: string
}

const open = ({ connector, options, folder }: Stand) =>
  connector.open(
    options,
    {
      fileFolders: folder === undefined ? [] : [folder],
      engineMemoryMb: 256,
      reportBackend() {},
    } as unknown as ConnectorHost,
    AbortSignal.timeout(20_000),
  )

const parameter = (type: string) => (name: string) => ({
  ...{ name, title: name, type, value: null, global: false },
})
const definitions = [
  ...['n', 'm', 'l', 'd'].map(parameter('number')),
  ...[parameter('date')('day'), parameter('date-range')('days'), parameter('text-pattern')('table')],
]

/** Binds as an execution does and returns the cells. */
async function ask(
  session: Session,
  connector: Connector,
  template: string,
  values: Record<string, unknown>,
) {
  const bound = bindText(template, values, definitions, connector.binds)
  const sink = recordingSink()
  await session.run(bound.text, sink, AbortSignal.timeout(20_000), bound.values)
  return { rows: sink.cells.map((row) => row.map((cell) => JSON.parse(cell))), names: sink.names, bound }
}

function bindingSuite(name: string, start: () => Promise<Stand & { stop(): Promise<void> }>): void {
  describe(`values of ${name}`, () => {
    let stand: Stand & { stop(): Promise<void> }
    let session: Session
    beforeAll(async () => {
      stand = await start()
      session = await open(stand)
    })
    afterAll(async () => {
      await session?.close()
      await stand?.stop()
    })
    const one = async (template: string, values: Record<string, unknown>) =>
      (await ask(session, stand.connector, template, values)).rows

    it('come back exactly as they are', async () => {
      await fc.assert(
        fc.asyncProperty(hostile, async (x) => {
          expect(await one("select '{{x}}' as a, 'it''s {{x}}!' as b", { x })).toEqual([[x, `it's ${x}!`]])
        }),
        { numRuns: runs },
      )
    })

    it('are compared as they are, in literals, without quotes, in lists and patterns', async () => {
      await fc.assert(
        fc.asyncProperty(hostile, async (x) => {
          const from = "select count(*) as n from (select '{{x}}' as name) s where"
          expect(await one(`${from} name = '{{x}}'`, { x })).toEqual([[1]])
          expect(await one(`${from} name in ('zz', '{{x}}')`, { x })).toEqual([[1]])
          expect(await one(`${from} name in ({{list}})`, { x, list: [`z${x}`, `=${x}`, 'zz'] })).toEqual([
            [0],
          ])
          expect(await one(`${from} name <> {{y}}`, { x, y: `=${x}` })).toEqual([[1]])
          if (/[%_\\]/.test(x)) return
          expect(await one(`${from} name like '%{{x}}%'`, { x })).toEqual([[1]])
        }),
        { numRuns: runs },
      )
    })

    it('do nothing else', async () => {
      expect(await one("select name from canary where name = '{{x}}'", { x: 'alive' })).toEqual([['alive']])
      expect(await one("select name from canary where name = '{{x}}'", { x: "' or '1'='1" })).toEqual([])
      const text = "/* for {{x}} */ select name from canary -- {{x}}\nwhere n = {{n}} and name = '{{x}}'"
      expect(await one(text, { x: 'alive', n: 1 })).toEqual([['alive']])
    })

    it('are numbers where numbers are compared', async () => {
      expect(
        await one('select name from canary where n = {{n}} and 5/2.0 = {{d}}', { n: '1', d: 2.5 }),
      ).toEqual([['alive']])
      expect(
        await one('select name from canary where n -{{n}} = {{m}} limit {{l}}', { n: -1, m: 2, l: 1 }),
      ).toEqual([['alive']])
    })

    it('are dates wherever an expression may stand', async () => {
      // without quotes it would be 2026 minus 1 minus 2
      const template = `select count(*) as n from (select '2026-01-02' as d) s where {{day}} = d and (d) = ({{day}})
        and coalesce({{day}}, d) = d and {{days.start}} < d and d = case when 1 = 1 then {{day}} end`
      const values = { day: '2026-01-02', days: { start: '2026-01-01', end: '2026-01-03' } }
      expect(await one(template, values)).toEqual([[1]])
    })

    it('neither end the text nor lose half of a character', async () => {
      const conditional = "select name from {{table}} where n = 2 and name <> 'x'"
      expect(await one(conditional, { table: 'canary' })).toEqual([])
      for (const table of ['canary\0', 'canary \0', 'canary\ud800']) {
        await expect(one(conditional, { table })).rejects.toBeInstanceOf(QueryFailed)
      }
      await expect(one("select 1 where 'a' = '{{x}}'", { x: '\ud800' })).rejects.toBeInstanceOf(QueryFailed)
    })

    it('leave names and types of the columns as literals have them', async () => {
      const template = "select n, n + {{d}}, name, '{{x}}' from canary where name = '{{x}}' and n > {{d}}"
      const { bound, names } = await ask(session, stand.connector, template, { x: 'alive', d: 0 })
      const sink = recordingSink()
      await session.run(bound.text, sink, AbortSignal.timeout(20_000))
      expect(names).toEqual(sink.names)
      expect(bound.values.length).toBeGreaterThan(0)
    })

    it('are accepted in the select list and in GROUP BY', async () => {
      const template =
        "select coalesce(name, '{{x}}') as v, count(*) as c from canary where name <> '{{x}}' group by coalesce(name, '{{x}}')"
      expect(await one(template, { x: "'" })).toEqual([['alive', 1]])
    })

    it('report errors at their place in the text', async () => {
      const bound = bindText(
        "select name\nfrom canary\nwhere name = '{{x}}' and n = {{n}} and nowhere = 1",
        { x: 'a much longer value than a placeholder', n: 1 },
        [],
        stand.connector.binds,
      )
      const failed: unknown = await session
        .run(bound.text, recordingSink(), AbortSignal.timeout(20_000), bound.values)
        .catch((error) => error)
      expect(failed).toBeInstanceOf(QueryFailed)
      const { position } = failed as QueryFailed
      // MySQL reports a position for syntax errors only
      if (name === 'mysql') return
      expect(position).toEqual({ line: 3, column: (bound.text.split('\n')[2]?.indexOf('nowhere') ?? 0) + 1 })
    })

    it('go to the statement that contains them', async () => {
      const text = "select '{{a}}' as x; select name from canary where name = '{{b}}' and n = {{n}}"
      expect(await one(text, { a: "';", b: 'alive', n: 1 })).toEqual([['alive']])
    })
  })
}

bindingSuite('postgres', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `sextant_binding_${process.pid}`
  await admin.query(`create database ${name}`)
  const { hostname, port, username, password } = new URL(inject('postgresUrl'))
  const options = { host: hostname, port: Number(port), user: username, password, dbname: name }
  const owner = new pg.Client({ connectionString: new URL(`/${name}`, inject('postgresUrl')).href })
  await owner.connect()
  await owner.query("create table canary (name text, n int); insert into canary values ('alive', 1)")
  return {
    connector: postgres,
    options,
    async stop() {
      expect((await owner.query('select * from canary')).rows).toEqual([{ name: 'alive', n: 1 }])
      await owner.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
})

let mariadb: TestMariadb | null = null
const mysqlOptions = ({ port, user, password, database }: TestMariadb) => ({
  ...{ host: '127.0.0.1', port, user, passwd: password, db: database },
})

bindingSuite('mysql', async () => {
  mariadb ??= await startTestMariadb(null)
  const server = mariadb
  const admin = await mysqlDriver.createConnection({
    ...{ host: '127.0.0.1', port: server.port, user: server.user, password: server.password },
    database: server.database,
  })
  await admin.query('create table canary (name varchar(100), n int)')
  await admin.query("insert into canary values ('alive', 1)")
  return {
    connector: mysql,
    options: mysqlOptions(server),
    async stop() {
      expect((await admin.query('select * from canary'))[0]).toEqual([{ name: 'alive', n: 1 }])
      await admin.end()
    },
  }
})

bindingSuite('sqlite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-binding-'))
  const database = new DatabaseSync(join(folder, 'test.sqlite'))
  database.exec("create table canary (name text, n integer); insert into canary values ('alive', 1)")
  database.close()
  const stop = async () => rmSync(folder, { recursive: true })
  return { connector: sqlite, options: { dbpath: 'test.sqlite' }, folder, stop }
})

bindingSuite('duckdb', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-binding-'))
  const instance = await DuckDBInstance.create(join(folder, 'test.duckdb'))
  const connection = await instance.connect()
  await connection.run("create table canary as select 'alive' as name, 1 as n")
  connection.closeSync()
  instance.closeSync()
  const stop = async () => rmSync(folder, { recursive: true })
  return { connector: duckdb, options: { dbpath: 'test.duckdb' }, folder, stop }
})

describe('values where a server parses text differently', () => {
  beforeAll(async () => {
    mariadb ??= await startTestMariadb(null)
  })
  afterAll(() => mariadb?.stop())

  const withMysql = async (more: ConnectorOptions, use: (session: Session) => Promise<void>) => {
    const session = await open({
      connector: mysql,
      options: { ...mysqlOptions(mariadb as TestMariadb), ...more },
    })
    try {
      await use(session)
    } finally {
      await session.close()
    }
  }
  const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error)

  it('MySQL without backslash escapes, with names in double quotes', () =>
    withMysql({}, async (session) => {
      for (const mode of ['NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES', '']) {
        const template = `set sql_mode = '${mode}'; select '{{x}}' as a from (select '{{x}}' as name) s where name = {{x}}`
        await fc.assert(
          fc.asyncProperty(hostile, async (x) => {
            expect((await ask(session, mysql, template, { x: `x${x}` })).rows).toEqual([[`x${x}`]])
          }),
          { numRuns: 40 },
        )
      }
    }))

  it('MySQL where double quotes enclose names, or backslashes do not escape', () =>
    withMysql({}, async (session) => {
      const from = "from (select 'a' as name union select 'b') s"
      for (const mode of ['ANSI_QUOTES', '']) {
        const template = `set sql_mode = '${mode}'; select name ${from} where name = "{{x}}" or name in ("{{y}}")`
        expect((await ask(session, mysql, template, { x: 'a', y: 'z' })).rows).toEqual([['a']])
        expect((await ask(session, mysql, template, { x: 'name', y: 'name' })).rows).toEqual([])
      }
      // backslashes of a value, and of a name, that end nothing
      for (const x of ['a\\b', '\\', 'C:\\"x"\\', "\\' or 1=1 -- "]) {
        for (const mode of ['ANSI_QUOTES', 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES', '']) {
          const template = `set sql_mode = '${mode}'; select n as "a\\\\b" from (select '{{x}}' as n) s where n = "{{x}}"`
          expect((await ask(session, mysql, template, { x })).rows).toEqual([[x]])
        }
      }
      const named = `set sql_mode = 'ANSI_QUOTES'; select "{{x}}" ${from} where name = 'b'`
      expect((await ask(session, mysql, named, { x: 'name' })).rows).toEqual([['b']])
      for (const [mode, text] of [
        ['NO_BACKSLASH_ESCAPES', "select '\\'' from dual where '{{x}}' = 'a'"],
        ['ANSI_QUOTES', `select 1 as "\\"" from dual where '{{x}}' = 'a'`],
        // for the server, the name ends behind the backslash of the author
        ['ANSI_QUOTES', `select 1 from dual where 'a' = "\\"{{x}}"`],
        ['MSSQL', "select 1 as [' ], ' from dual where '{{x}}' = 'a'"],
      ]) {
        const failed = await failure(
          ask(session, mysql, `set sql_mode = '${mode}'; ${text}`, { x: ' union select user() -- ' }),
        )
        expect((failed as Error).message).toMatch(/^The server reads quotes, brackets or backslashes/)
      }
    }))

  it('MySQL in a character set whose second bytes may be backslashes', () =>
    withMysql({ charset: 'gbk' }, async (session) => {
      const text = fc.array(fc.constantFrom("'", '\\', '縗', '誠', '中', 'a', ' or 1=1 -- ', '"'), {
        maxLength: 8,
      })
      await fc.assert(
        fc.asyncProperty(text, async (parts) => {
          const x = `x${parts.join('')}`
          expect((await ask(session, mysql, "select '{{x}}' as a", { x })).rows).toEqual([[x]])
        }),
        { numRuns: 60 },
      )
    }))

  const charsets = [
    ...[
      'latin1',
      'ascii',
      'binary',
      'sjis',
      'cp932',
      'ujis',
      'eucjpms',
      'gb2312',
      'gbk',
      'big5',
      'gb18030',
      'ucs2',
    ],
    ...['utf16', 'utf32', 'utf8', 'klingon'],
  ]
  /** Characters whose low byte, or whose bytes in one of these sets, are a quote or a backslash. */
  const tricky = fc
    .array(
      fc.constantFrom(
        ...[
          "'",
          '\\',
          '"',
          '\0',
          'ħ',
          'Ŝ',
          '¥',
          '‾',
          'ｧ',
          '尧',
          '❜',
          '❧',
          '表',
          'ソ',
          '能',
          '縗',
          '誠',
          '¿',
          '😀',
          '𧀧',
        ],
        ...[' or 1=1 -- ', '中', 'a', '\u00bf\\', '\x1a'],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''))

  it.each(charsets)('MySQL with the stored charset %s takes values as they are', (charset) =>
    withMysql({ charset }, async (session) => {
      const from = "from (select 'canary' as name) s where name = '{{x}}'"
      for (const mode of ['', 'NO_BACKSLASH_ESCAPES']) {
        await fc.assert(
          fc.asyncProperty(tricky, async (x) => {
            const text = `set sql_mode = '${mode}'; select '{{x}}' as a, (select count(*) ${from}) as found`
            expect((await ask(session, mysql, text, { x: `=${x}` })).rows).toEqual([[`=${x}`, 0]])
          }),
          { numRuns: 60, examples: [['ħ or 1=1 -- '], ["¥' or 1=1 -- "], ['尧 or 1=1 -- ']] },
        )
      }
    }),
  )

  // MariaDB has no gb18030
  it.each([
    'latin1',
    'ascii',
    'binary',
    'sjis',
    'cp932',
    'gb2312',
    'gbk',
    'big5',
    'ujis',
    'eucjpms',
    'utf8mb3',
  ])('MySQL switched to %s by the query, or by the server', (charset) =>
    withMysql({}, async (session) => {
      for (const change of [
        `set names ${charset}`,
        `set character_set_client = ${charset}`,
        `set character_set_connection = ${charset}`,
        `execute immediate concat('set na', 'mes ${charset}')`,
      ]) {
        for (const x of ['ħ or 1=1 -- ', "¥' or 1=1 -- ", "\u00bf\\' or 1=1 -- ", '表\\', '😀']) {
          expect((await ask(session, mysql, `${change}; select '{{x}}' as a`, { x })).rows).toEqual([[x]])
        }
      }
    }),
  )

  it('half a character is never sent to a database', async () => {
    await withMysql({}, async (session) => {
      const failed = await failure(ask(session, mysql, "select '{{x}}'", { x: 'a\ud800' }))
      expect(failed).toBeInstanceOf(QueryFailed)
      expect(failed).toMatchObject({ position: { line: 1, column: 10 } })
    })
  })

  it('PostgreSQL told to parse strings differently', async () => {
    const { hostname, port, username, password } = new URL(inject('postgresUrl'))
    const options = { host: hostname, port: Number(port), user: username, password, dbname: 'postgres' }
    const session = await open({ connector: postgres, options })
    for (const setting of [
      'set standard_conforming_strings = off',
      "set client_encoding = 'GBK'",
      "set names 'GBK'",
    ]) {
      const failed = await failure(ask(session, postgres, `${setting}; select '{{x}}'`, { x: '\\' }))
      expect((failed as Error).message).toMatch(/^A query that takes values cannot change/)
    }
    await session.close()
  })

  it('PostgreSQL whose strings or encoding an earlier statement changes by a way that no pattern finds', async () => {
    const { hostname, port, username, password } = new URL(inject('postgresUrl'))
    const options = {
      ...{ host: hostname, port: Number(port), user: username, password, dbname: 'postgres' },
      // what RESET ALL and DISCARD ALL go back to
      dsn: "options='-c standard_conforming_strings=off'",
    }
    const hostile = "\\' between null and null) union select 'leak' where $1::text is not null -- "
    const query =
      "select name from (values ('a')) n(name) where ('{{x}}' between name and 'b') and name <> '{{y}}'"
    // DISCARD ALL runs only where no other statement has begun a transaction
    for (const before of ['reset all', 'discard all', '/* tidy */ reset all; set time zone utc']) {
      const session = await open({ connector: postgres, options })
      const reply = await ask(session, postgres, `${before}; ${query}`, { x: hostile, y: 'q' }).catch(
        (error: Error) => ({ rows: error.message }),
      )
      if (before === 'discard all') expect(reply.rows).toMatch(/DISCARD ALL cannot run/)
      else expect(reply.rows).toEqual([])
      await session.close()
    }
    const letters = "select n from (values (1, 'é'), (2, 'Ã©')) t(n, name) where name = '{{x}}'"
    for (const setting of ['set session names', 'set local names', 'set/**/names']) {
      const session = await open({ connector: postgres, options })
      const reply = await ask(session, postgres, `${setting} 'LATIN1'; ${letters}`, { x: 'é' }).catch(
        (error: Error) => error.message,
      )
      expect(reply).toMatch(/client_encoding/)
      await session.close()
    }
  })

  it('PostgreSQL whose query changes the encoding of its answer is no success', async () => {
    const { hostname, port, username, password } = new URL(inject('postgresUrl'))
    const options = { host: hostname, port: Number(port), user: username, password, dbname: 'postgres' }
    const session = await open({ connector: postgres, options })
    const failed = await failure(ask(session, postgres, "set client_encoding = 'LATIN1'; select 'é'", {}))
    expect((failed as Error).message).toMatch(/client_encoding/)
    await session.close()
  })

  it('PostgreSQL where a parameter is not understood as a literal is', async () => {
    const { hostname, port, username, password } = new URL(inject('postgresUrl'))
    const options = { host: hostname, port: Number(port), user: username, password, dbname: 'postgres' }
    const session = await open({ connector: postgres, options })
    const one = async (text: string, values: Record<string, unknown>) =>
      (await ask(session, postgres, text, values)).rows
    expect(
      await one("select concat('{{x}}', 1), '{{x}}' is null, extract('{{u}}' from date '2026-05-04')", {
        x: "'",
        u: 'day',
      }),
    ).toEqual([["'1", false, 4]])
    expect(
      await one("select 1 where '2026-01-01'::date > '{{x}}' and '{{x}}' = 'y' or 2 = {{n}}", {
        x: '2025-01-01',
        n: 2,
      }),
    ).toEqual([[1]])
    expect(
      await one("set local work_mem = '{{m}}'; select current_setting('{{s}}')", { m: '5MB', s: 'work_mem' }),
    ).toEqual([['5MB']])
    expect(
      await one(
        "create temp table kept as select 1 as a; select a from kept where a = {{n}} and concat('{{x}}') = 'x'",
        { n: 1, x: 'x' },
      ),
    ).toEqual([[1]])
    const failed = await failure(one("select 1\n where 1 = '{{x}}'", { x: 'abc' }))
    expect(failed).toMatchObject({
      message: 'invalid input syntax for type integer: "abc"',
      position: { line: 2, column: 12 },
    })
    await session.close()
  })
})
