import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import mysqlDriver from 'mysql2/promise'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { bindText } from '#shared/sql/bind-text.ts'
import { startTestMariadb } from '#test/live/mariadb.ts'
import type { Connector, ConnectorHost, ConnectorOptions, Session } from './connector.ts'
import { duckdb } from './duckdb/duckdb-connector.ts'
import { mysql } from './mysql/mysql-connector.ts'
import { postgres } from './postgres/postgres-connector.ts'
import { recordingSink } from './recording-sink.ts'
import { sqlite } from './sqlite/sqlite-connector.ts'

/**
 * The ordinary queries of `golden-safety` count as safe. This test runs them on the databases: they must be valid, a
 * bound value must give the same as a literal, and no value may return other rows.
 */
const ordinary = (name: string): string[] =>
  JSON.parse(readFileSync(new URL(`./golden-safety/ordinary/${name}.json`, import.meta.url), 'utf8'))

/** Both a text and a date, because both are compared. */
const harmless = '2026-01-01'
const hostile = [
  "' or '1'='1",
  "\\' or 1=1 -- ",
  "x') union select 's3cr3t' -- ",
  '"',
  '%',
  '',
  '$1',
  'status',
  '*',
]

/** `json`, `time` and `name` (quoting) depend on the database. */
const tables = (types: { json: string; time: string; name: (name: string) => string }) => [
  `create table customers (id int, name varchar(100), email varchar(100), country varchar(20), city varchar(20), segment varchar(20), created_at ${types.time}, is_active boolean)`,
  `create table orders (id int, customer_id int, status varchar(20), amount decimal(10, 2), currency varchar(20), ordered_at ${types.time}, notes varchar(100))`,
  'create table order_items (id int, order_id int, product_id int, quantity int)',
  'create table products (id int, product_id int, name varchar(100), category varchar(20), price decimal(10, 2))',
  `create table events (id int, user_id int, type varchar(20), properties ${types.json}, occurred_at ${types.time})`,
  `create table settings (${['range', 'rows', 'groups', 'match', 'filter', 'interval'].map((name) => `${types.name(name)} varchar(20)`).join(', ')})`,
  'create table metrics (date date, type varchar(20), value decimal(10, 2), metrics varchar(20))',
  "insert into customers values (1, 'Ann', 'a@b', 'de', 'Berlin', null, '2026-01-01', true), (2, 'Bob', 'b@b', '2026-01-01', 'Bonn', 's3cr3t', '2026-01-02', false)",
  "insert into orders values (1, 1, 'paid', 5, 'EUR', '2026-01-01', 's3cr3t'), (2, 2, '2026-01-01', 7.5, '2026-01-01', '2026-01-02', null)",
  `insert into events values (1, 1, 'x', '{"plan": "s3cr3t", "age": 4, "country": "de"}', '2026-01-01')`,
]

interface Stand {
  connector: Connector
  options: ConnectorOptions
  folder: string | null
  stop(): Promise<void>
}

async function outcome(
  { connector }: Stand,
  session: Session,
  template: string,
  p: string,
  isBound: boolean,
) {
  const bound = bindText(template, { p }, [], connector.binds)
  const sink = recordingSink()
  const values = isBound || connector.type === 'mysql' ? [bound.values] : []
  try {
    await session.run(bound.text, sink, AbortSignal.timeout(20_000), ...values)
    return sink.cells.map((row) => row.join(' ')).toSorted()
  } catch (error) {
    const { message } = error as Error
    return /returned no data|No data was returned/.test(message) ? [] : `error ${message.split('\n')[0]}`
  }
}

function suite(name: string, start: () => Promise<Stand>): void {
  describe(`ordinary queries of ${name}`, () => {
    it('run, and treat values as values only', { timeout: 300_000 }, async () => {
      const stand = await start()
      const host = {
        fileFolders: stand.folder === null ? [] : [stand.folder],
        engineMemoryMb: 256,
        reportBackend() {},
      } as unknown as ConnectorHost
      const session = await stand.connector.open(stand.options, host, AbortSignal.timeout(20_000))
      try {
        const failed: unknown[] = []
        const different: unknown[] = []
        const names = ['all', 'comparing-columns', stand.connector.type]
        for (const template of names.flatMap(ordinary)) {
          const rows = await outcome(stand, session, template, harmless, true)
          if (typeof rows === 'string') failed.push([template, rows])
          for (const value of hostile) {
            const bound = await outcome(stand, session, template, value, true)
            const literal = await outcome(stand, session, template, value, false)
            if (JSON.stringify(bound) !== JSON.stringify(literal))
              different.push([template, value, bound, literal])
          }
        }
        expect(failed).toEqual([])
        expect(different).toEqual([])
      } finally {
        await session.close()
        await stand.stop()
      }
    })
  })
}

suite('PostgreSQL', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `sextant_ordinary_${process.pid}`
  await admin.query(`create database ${name}`)
  const { hostname, port, username, password } = new URL(inject('postgresUrl'))
  const owner = new pg.Client({ connectionString: new URL(`/${name}`, inject('postgresUrl')).href })
  await owner.connect()
  for (const text of tables({ json: 'jsonb', time: 'timestamp', name: (word) => `"${word}"` })) {
    await owner.query(text)
  }
  await owner.end()
  return {
    connector: postgres,
    options: { host: hostname, port: Number(port), user: username, password, dbname: name },
    folder: null,
    async stop() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
})

suite('MySQL', async () => {
  const server = await startTestMariadb(null)
  const { port, user, password, database } = server
  const admin = await mysqlDriver.createConnection({ host: '127.0.0.1', port, user, password, database })
  for (const text of tables({ json: 'json', time: 'datetime', name: (word) => `\`${word}\`` })) {
    await admin.query(text)
  }
  await admin.query('create index by_country on customers (country)')
  await admin.end()
  return {
    connector: mysql,
    options: { host: '127.0.0.1', port, user, passwd: password, db: database },
    folder: null,
    stop: () => server.stop(),
  }
})

suite('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-ordinary-'))
  const database = new DatabaseSync(join(folder, 'test.sqlite'))
  for (const text of tables({ json: 'text', time: 'text', name: (word) => `"${word}"` })) database.exec(text)
  database.close()
  const stop = async () => rmSync(folder, { recursive: true })
  return { connector: sqlite, options: { dbpath: 'test.sqlite' }, folder, stop }
})

suite('DuckDB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-ordinary-'))
  const instance = await DuckDBInstance.create(join(folder, 'test.duckdb'))
  const connection = await instance.connect()
  for (const text of tables({ json: 'json', time: 'timestamp', name: (word) => `"${word}"` })) {
    await connection.run(text)
  }
  connection.closeSync()
  instance.closeSync()
  const stop = async () => rmSync(folder, { recursive: true })
  return { connector: duckdb, options: { dbpath: 'test.duckdb' }, folder, stop }
})
