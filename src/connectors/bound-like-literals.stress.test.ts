import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { bindText } from '#shared/sql/bind-text.ts'
import type { Connector, ConnectorHost, ConnectorOptions, Session } from './connector.ts'
import { duckdb } from './duckdb/duckdb-connector.ts'
import { postgres } from './postgres/postgres-connector.ts'
import { recordingSink } from './recording-sink.ts'
import { sqlite } from './sqlite/sqlite-connector.ts'

/**
 * A bound value must give the same rows as the same value written as a literal, or fail. A literal takes its type from
 * each operand it meets; a parameter has one type for the whole statement. So every place where one value meets two
 * operands is tried with columns of all pairs of types.
 */
const columns = ['i', 'n', 'f', 'tx', 'vc', 'ch', 'd', 'ts', 'tm', 'bo']

/** `@` and `#` are placeholders for two columns. */
const shapes = [
  "select k from t where '{{p}}' between @ and #",
  "select k from t where ('{{p}}') not between @ and #",
  "select k from t where (('{{p}}'), 1) between (@, 1) and (#, 1)",
  "select k from t where '{{p}}' in (@, #)",
  "select k from t where '{{p}}' in ('{{p}}', @, #)",
  "select k from t where ('{{p}}', k) in ((@, k), (#, k))",
  "select k from t where '{{p}}' = any (array[@, #])",
  "select k from t where ('{{p}}', '{{p}}') = (@, #)",
  "select k from t where ('{{p}}', k) = (@, k) or # = '{{p}}'",
  "select k from t where case '{{p}}' when @ then 1 when # then 2 end > 0",
  "select k from t where case @ when '{{p}}' then 1 else 0 end = 1 and case # when '{{p}}' then 1 else 0 end = 1",
  "select k from t where nullif('{{p}}', @) = #",
  "select k from t where greatest('{{p}}', @) = #",
  "select k from t where coalesce('{{p}}', @) = #",
  "select k from t where coalesce(null, '{{p}}') between @ and #",
  "select k from t where @ between '{{p}}' and '{{p}}' and # between '{{p}}' and '{{p}}'",
  "select k from t where @ is distinct from '{{p}}' and # is not distinct from '{{p}}'",
  "select @ = '{{p}}' as a, # = '{{p}}' as b, count(*) from t group by @ = '{{p}}', # = '{{p}}'",
  "select distinct k, @ between '0' and '{{p}}' as a, # between '1' and '{{p}}' as b from t",
  "select distinct case @ when '{{p}}' then k end as a, case # when '{{p}}' then k end as b from t",
  "select distinct k, cast('{{p}}' as text) = cast(@ as text) as a, # = '{{p}}' as b from t",
  "select distinct t.k from t join t u on u.@ is distinct from '{{p}}' join t v on v.# is not distinct from '{{p}}'",
  "select distinct k from t where @ = '{{p}}' or # = '{{p}}'",
  "select distinct t.k from t join t u on u.@ = '{{p}}' join t v on v.# = '{{p}}'",
  "select k from t group by k, @, # having max(@) = '{{p}}' or max(#) = '{{p}}'",
  "select k from t order by @ = '{{p}}', # = '{{p}}', k",
  "select k from t where exists (select 1 where @ = '{{p}}' union select 2 where # = '{{p}}')",
]
/** For PostgreSQL and DuckDB only. */
const moreShapes = [
  "select distinct on (k, @ = '{{p}}') k, @ = '{{p}}' as a from t order by k, @ = '{{p}}', # = '{{p}}'",
  "select distinct cast('{{p}}' as date) as a, cast('{{p}}' as timestamp) as b from t where @ is not null and # is not null",
  "select cast('{{p}}' as date) as a, cast('{{p}}' as timestamp) as b, count(*) from t where @ is not null and # is not null group by 1, 2",
  "select distinct '{{p}}'::date as a, '{{p}}'::timestamp as b, date '{{p}}' as c, timestamp '{{p}}' as e from t where @ <> #",
  "select distinct k, count(*) filter (where @ = '{{p}}') as a, count(*) filter (where # = '{{p}}') as b from t group by k",
  "select distinct k, sum(k) over (order by @ = '{{p}}') as a, sum(k) over (order by # = '{{p}}') as b from t",
]
const postgresShapes = [
  "select k from t where '{{p}}' between symmetric @ and #",
  'select k from t where (\'{{p}}\' collate "C") between @ and #',
]
const values = [
  ...['1', '1.5', ' 1', 'a', 'a ', 'abcde', 'abcdef', 'true', 't', '', '12:00', '12:00:00.5', 'epoch'],
  ...['2020-01-02', '2020-01-02 12:00', '2020-01-02 12:00:00.5', '01/02/2020', '1e0', "'", '0x1', 'infinity'],
]

const table = [
  'create table t (k int, i int, n numeric(9, 3), f float, tx text, vc varchar(5), ch char(5), d date, ts timestamp, tm time, bo boolean)',
  "insert into t values (1, 1, 1.5, 1.5, 'a', 'a', 'a', '2020-01-02', '2020-01-02 12:00:00', '12:00:00', true)",
  "insert into t values (2, 2, 1, 1, 'a ', 'abcde', 'abcde', '2020-01-03', '2020-01-02 00:00:00', '12:00:01', false)",
  "insert into t values (3, 0, 2.5, 2, '2020-01-02', '1', '1', '2020-01-01', '2020-01-03 12:00:00', '00:00:00', null)",
  "insert into t values (4, null, null, 1e0, '1', 'true', '12:00', null, null, null, true)",
]

async function outcome(
  session: Session,
  connector: Connector,
  template: string,
  value: string,
  isBound: boolean,
) {
  const bound = bindText(template, { p: value }, [], connector.binds)
  const sink = recordingSink()
  try {
    await session.run(
      bound.text,
      sink,
      AbortSignal.timeout(20_000),
      ...(isBound ? [bound.values] : ([] as const)),
    )
    return sink.cells.map((row) => row.join(' ')).toSorted()
  } catch (error) {
    // of several wrong conversions DuckDB reports any one
    return `error ${(error as Error).message.replace(/^Conversion Error.*/s, 'Conversion Error')}`
  }
}

interface Stand {
  connector: Connector
  options: ConnectorOptions
  folder: string | null
  templates: readonly string[]
  stop(): Promise<void>
}

function suite(name: string, start: () => Promise<Stand>): void {
  describe(`bound values of ${name}`, () => {
    it('give the rows that literals give', { timeout: 600_000 }, async () => {
      const { connector, options, folder, templates, stop } = await start()
      const host = {
        fileFolders: folder === null ? [] : [folder],
        engineMemoryMb: 256,
        reportBackend() {},
      } as unknown as ConnectorHost
      const session = await connector.open(options, host, AbortSignal.timeout(20_000))
      try {
        const found: unknown[] = []
        let rows = 0
        let step = 0
        for (const template of templates) {
          for (const one of columns) {
            for (const other of columns) {
              const text = template.replaceAll('@', one).replaceAll('#', other)
              for (const value of values) {
                if (++step % every !== 0) continue
                const literal = await outcome(session, connector, text, value, false)
                const bound = await outcome(session, connector, text, value, true)
                if (typeof literal === 'object') rows += literal.length
                if (JSON.stringify(literal) !== JSON.stringify(bound))
                  found.push([text, value, literal, bound])
              }
            }
          }
        }
        expect(found).toEqual([])
        expect(rows).toBeGreaterThan(500)
      } finally {
        await session.close()
        await stop()
      }
    })
  })
}

/**
 * Only every 31st is tried. Trying every 5th takes a minute and finds nothing more today. Prime, so that shapes, types
 * and values mix.
 */
const every = 31

suite('PostgreSQL', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `sextant_like_literals_${process.pid}`
  await admin.query(`create database ${name}`)
  const { hostname, port, username, password } = new URL(inject('postgresUrl'))
  const owner = new pg.Client({ connectionString: new URL(`/${name}`, inject('postgresUrl')).href })
  await owner.connect()
  for (const text of table) await owner.query(text)
  await owner.end()
  return {
    connector: postgres,
    options: { host: hostname, port: Number(port), user: username, password, dbname: name },
    folder: null,
    templates: [...shapes, ...moreShapes, ...postgresShapes],
    async stop() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
})

suite('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-like-literals-'))
  const database = new DatabaseSync(join(folder, 'test.sqlite'))
  for (const text of table) database.exec(text)
  database.close()
  const stop = async () => rmSync(folder, { recursive: true })
  return { connector: sqlite, options: { dbpath: 'test.sqlite' }, folder, templates: shapes, stop }
})

suite('DuckDB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-like-literals-'))
  const instance = await DuckDBInstance.create(join(folder, 'test.duckdb'))
  const connection = await instance.connect()
  for (const text of table) await connection.run(text)
  connection.closeSync()
  instance.closeSync()
  const stop = async () => rmSync(folder, { recursive: true })
  return {
    connector: duckdb,
    options: { dbpath: 'test.duckdb' },
    folder,
    templates: [...shapes, ...moreShapes],
    stop,
  }
})
