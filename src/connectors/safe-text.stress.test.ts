import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import mysqlDriver from 'mysql2/promise'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { bindText } from '#shared/sql/bind-text.ts'
import type { BindRules } from '#shared/sql/bound-value.ts'
import { isSafeQuery } from '#shared/sql/is-safe.ts'
import { scanSql } from '#shared/sql/scan-sql.ts'
import { startTestMariadb } from '#test/live/mariadb.ts'
import { duckdbBinding } from './duckdb/duckdb-dialect.ts'
import { mysqlBinding } from './mysql/mysql-dialect.ts'
import { postgresBinding } from './postgres/postgres-dialect.ts'
import { sqliteBinding } from './sqlite/sqlite-dialect.ts'

/**
 * Fills safe and unsafe templates with harmless and hostile texts and compares what the databases make of them. In a
 * safe template only the value may differ. The unsafe ones prove that the test would see a difference.
 */
const operands = [
  ...["'{{p}}'", "'%{{p}}%'", "' {{p}}'", '"{{p}}"', "E'{{p}}'", "N'{{p}}'", "_utf8'{{p}}'", "'a''{{p}}'"],
  ...["('{{p}}')", "'{{p}}'::text", "'{{p}}'::regclass", "'{{p}}'::date", "'{{p}}'::int", "date '{{p}}'"],
  ...["cast('{{p}}' as char)", "cast('{{p}}' as text)", "cast('{{p}}' as decimal)", "cast('{{p}}' as date)"],
  ...[
    "'{{p}}' 'x'",
    "'x' '{{p}}'",
    "'x' || '{{p}}'",
    "'{{p}}' || 'x'",
    "lower('{{p}}')",
    '{{p}}',
    '$${{p}}$$',
  ],
  ...["'{{p}}' /* {{p}} */", "'{{p}}' -- {{p}}\n", "'{{p}}' collate nocase", '\'{{p}}\' collate "C"'],
]
const conditions = [
  ...['name = §', 'name <> §', 'not name = §', 'name < §', 'name <=> §', 'name like §', 'name not like §'],
  ...[
    'name ilike §',
    'name in (§)',
    "name not in ('b', §)",
    'name between § and §',
    'name between § and name',
  ],
  ...['§ = name', "(name = § or § = 'all')", '§ in (name)', '§ like name', '§ between name and name'],
  ...[
    'name ~ §',
    'name regexp §',
    'name rlike §',
    'name glob §',
    'name match §',
    'name similar to §',
    'name in §',
  ],
  ...[
    'name is §',
    'name is distinct from §',
    'name = any (§)',
    'position(§ in name) > 0',
    'length(§) > 0',
    '§',
  ],
  ...[
    'name = § is true',
    'name = § is not null',
    'name = § hit',
    'n > 1e-6 and name = §',
    'n match like §',
    "case § when 'a' then 1 = 1 end",
    "case name when 'a' then 1 = 1 when § then 1 = 1 end",
    'name = § = true',
  ],
  ...[
    'case when name = § then 1 = 1 else 1 = 0 end',
    'n + 1 = 2 and name = §',
    'name || name = §',
    'name = § || name',
  ],
  ...[
    'n = § + 1',
    'cast(name as char(9)) = §',
    'lower(name) in (§)',
    'name like § escape §',
    '(name, n) = (§, 1)',
  ],
]
const clauses = [
  ...[
    'select name from t where ¤',
    'select ¤ as c from t',
    'select count(*) as c from t having max(n) > 0 and ¤',
  ],
  ...['select t.name from t join (select n as m from t) u on ¤', 'select name from t order by ¤, name'],
  ...[
    'select name from t where n in (select n from t where ¤)',
    'with x as (select name from t where ¤) select * from x',
  ],
  ...[
    'select sum(case when ¤ then 1 else 0 end) as c from t',
    'select count(*) filter (where ¤) as c from t',
  ],
  ...[
    '/* {{p}} */ select name from t where ¤ union select name from t where ¤',
    'select n from t where (¤) group by n',
  ],
]
/** Positions where a text is more than a value. */
const openClauses = [
  ...[
    'select § as c',
    'select n as § from t',
    'select 1 as c from §',
    'select n from t join § on 1 = 1',
    'select n from main.§',
  ],
  ...[
    'select n from t limit §',
    'select n from t order by §',
    'select n from t group by n, §',
    "select query_to_xml(§, true, false, '') as c",
  ],
  ...[
    "select query_to_xml('select n from t where name = ''{{p}}''', true, false, '') as c",
    'select pg_read_file(§) as c',
  ],
  ...[
    'select * from pragma_table_info(§)',
    'select name from pragma_table_info where arg = §',
    'from query(§)',
  ],
  ...[
    'from query_table(§)',
    'select columns(§) from s',
    'select columns(c -> c = §) from s',
    'select s.* like § from s',
  ],
  ...['select x from docs where docs = §', 'select load_file(§) as c', "select json_extract('{}', §) as c"],
]
const hostile = [
  ...[
    "'",
    "''",
    '\\',
    "\\'",
    '"',
    '--',
    '/*',
    '*/',
    ';',
    '$$',
    '%',
    '_',
    '0',
    '-1',
    '',
    'canary',
    'main.canary',
  ],
  ...["' or '1'='1", "' union select secret from canary -- ", "x') union select secret from canary -- "],
  ...['select secret from canary', 'secret', 'name', 'pg_authid', '$.a', '$[*]', '(a+)+$', '[', '(', "a' 'b"],
  ...[
    "\\' union select secret from canary -- ",
    '/etc/hostname',
    'now',
    '2026-01-01',
    "1' -- ",
    '{{p}}',
    'ħ',
    '¥',
    '縗',
  ],
  ...["'' union select secret from canary -- ", "a'' union select secret from canary -- ", '" or ""="'],
]
const harmless = 'abc'

/** How a database parses a text, and which rows it returns. null: it does not accept the text. */
interface Database {
  shape(text: string): Promise<string | null>
  rows(text: string): Promise<string | null>
  close(): Promise<void>
}

const p = { name: 'p', title: 'p', type: 'text', value: null, global: false }
const fill = (template: string, value: string, rules: BindRules) =>
  bindText(template, { p: value }, [p], rules).text

function* templates(): Generator<string> {
  for (const clause of clauses) {
    for (const condition of conditions) {
      for (const operand of operands) {
        yield clause.replaceAll('¤', () => condition).replaceAll('§', () => operand)
      }
    }
  }
  for (const clause of openClauses) {
    for (const operand of operands) yield clause.replaceAll('§', () => operand)
  }
}

/** Replaces each literal and number by `?`, so that all other words keep their position. */
function withoutLiterals(text: string, { dialect }: BindRules): string {
  return scanSql(text, dialect)
    .filter(({ kind }) => kind !== 'comment')
    .map(({ kind, start, end }) => {
      const token = text.slice(start, end)
      return kind === 'number' || (kind === 'quoted' && /^[eE]?'/.test(token)) ? '?' : token
    })
    .join('')
}

/** A fixed sample that is small enough for a test run: every `step`th template. */
function sample(all: readonly string[], most: number): string[] {
  const step = Math.max(1, Math.floor(all.length / most))
  return all.filter((_, index) => index % step === 0)
}

/** `every`: each template is tried with one in this many values, in turn. */
async function differences(database: Database, rules: BindRules, chosen: readonly string[], every: number) {
  const found: unknown[] = []
  let judged = 0
  for (const [index, template] of chosen.entries()) {
    const plain = await database.shape(fill(template, harmless, rules))
    if (plain === null) continue
    judged++
    for (const [at, value] of hostile.entries()) {
      if ((at + index) % every !== 0) continue
      const text = fill(template, value, rules)
      const shape = await database.shape(text)
      if (shape !== null && shape !== plain) found.push([template, value, shape, plain])
      const rows = await database.rows(text)
      if (rows?.includes('s3cr3t')) found.push([template, value, rows])
    }
  }
  return { found, judged }
}

/** At most `most` templates are tried, because servers are slow. */
function suite(name: string, rules: BindRules, most: number, open: () => Promise<Database>): void {
  describe(`text on public pages, in ${name}`, () => {
    it('changes nothing but the value', { timeout: 300_000 }, async () => {
      const database = await open()
      try {
        const all = [...new Set(templates())]
        const isSafe = (template: string) => isSafeQuery(template, { parameters: [p] }, rules)
        const safe = await differences(database, rules, sample(all.filter(isSafe), most), 4)
        expect(safe.found).toEqual([])
        expect(safe.judged).toBeGreaterThan(most / 4)
        // the plain literal in each unsafe position: the test must see differences
        const open = openClauses.map((clause) => clause.replaceAll('§', () => "'{{p}}'"))
        const unsafe = open.filter((template) => !isSafe(template))
        const others = await differences(database, rules, unsafe, 1)
        expect(others.found.length).toBeGreaterThan(0)
      } finally {
        await database.close()
      }
    })
  })
}

const setUp = [
  'create table t (name varchar(100), n int)',
  "insert into t values ('abc', 1), ('b', 2)",
  'create table s (abc int, secret varchar(20))',
  "insert into s values (1, 's3cr3t')",
  'create table canary (secret varchar(20))',
  "insert into canary values ('s3cr3t')",
  // a name that is itself the secret, and one equal to the harmless text
  'create table hidden (s3cr3t int)',
  'create table abc (n int, x varchar(20))',
]

suite('PostgreSQL', postgresBinding, 150, async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `sextant_safe_text_${process.pid}`
  await admin.query(`create database ${name}`)
  const client = new pg.Client({ connectionString: new URL(`/${name}`, inject('postgresUrl')).href })
  await client.connect()
  for (const text of setUp) await client.query(text)
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    await client.query('begin')
    try {
      return await work()
    } catch {
      return null
    } finally {
      await client.query('rollback')
    }
  }
  return {
    shape: (text) =>
      attempt(async () => {
        await client.query(`create view v as ${text}`)
        const { rows } = await client.query("select pg_get_viewdef('v'::regclass) as text")
        return withoutLiterals(rows[0].text, postgresBinding)
      }),
    rows: (text) => attempt(async () => JSON.stringify((await client.query(text)).rows)),
    async close() {
      await client.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
})

suite('MySQL', mysqlBinding, 60, async () => {
  const server = await startTestMariadb(null)
  const connection = await mysqlDriver.createConnection({
    ...{ host: '127.0.0.1', port: server.port, user: server.user, password: server.password },
    database: server.database,
  })
  for (const text of setUp) await connection.query(text)
  return {
    async shape(text) {
      try {
        await connection.query(`create or replace view v as ${text}`)
        const [rows] = await connection.query(
          "select view_definition as text from information_schema.views where table_name = 'v'",
        )
        return withoutLiterals((rows as { text: string }[])[0]?.text ?? '', mysqlBinding)
      } catch {
        return null
      }
    },
    async rows(text) {
      try {
        return JSON.stringify((await connection.query(text))[0])
      } catch {
        return null
      }
    },
    async close() {
      await connection.end()
      await server.stop()
    },
  }
})

suite('SQLite', sqliteBinding, 600, async () => {
  const database = new DatabaseSync(':memory:')
  for (const text of setUp) database.exec(text)
  database.exec("create virtual table docs using fts5 (x); insert into docs values ('abc')")
  const asked: string[] = []
  database.setAuthorizer((step, first, second) => {
    asked.push(`${step} ${first} ${second}`)
    return constants.SQLITE_OK
  })
  return {
    async shape(text) {
      asked.length = 0
      try {
        database.prepare(text)
        return asked.join('\n')
      } catch {
        return null
      }
    },
    async rows(text) {
      try {
        return JSON.stringify(database.prepare(text).all())
      } catch {
        return null
      }
    },
    close: async () => database.close(),
  }
})

suite('DuckDB', duckdbBinding, 100, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-safe-text-'))
  const instance = await DuckDBInstance.create(join(folder, 'test.duckdb'), { threads: '1' })
  const connection = await instance.connect()
  for (const text of setUp) await connection.run(text)
  const read = async (text: string) => (await connection.runAndReadAll(text)).getRowsJson()
  return {
    async shape(text) {
      try {
        await read(`explain ${text}`)
        await connection.run(`create or replace temp view v as ${text}`)
        const [row] = await read("select sql from duckdb_views() where view_name = 'v'")
        return withoutLiterals(String(row?.[0]), duckdbBinding)
      } catch {
        return null
      }
    },
    async rows(text) {
      try {
        return JSON.stringify(await read(text))
      } catch {
        return null
      }
    },
    async close() {
      connection.closeSync()
      instance.closeSync()
      rmSync(folder, { recursive: true })
    },
  }
})
