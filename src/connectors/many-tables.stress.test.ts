import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import mysqlDriver from 'mysql2/promise'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { startTestMariadb } from '#test/live/mariadb.ts'
import type { Connector } from './connector.ts'
import { openOn } from './connector-stand.ts'
import type { ConnectorGround } from './connector-trials.ts'
import { duckdb } from './duckdb/duckdb-connector.ts'
import { mysql } from './mysql/mysql-connector.ts'
import { postgres } from './postgres/postgres-connector.ts'
import { sqlite } from './sqlite/sqlite-connector.ts'

const count = 20_000
const columns = Array.from({ length: 10 }, (_, at) => `column_${at}`)
const nameOf = (at: number) => `many_${String(at).padStart(5, '0')}`
const definition = `(${columns.map((name) => `${name} int`).join(', ')})`
const constants = columns.map((name) => `1 as ${name}`).join(', ')
/** In several statements: one that creates all tables needs more locks than the server has. */
const perStatement = 1000

function* statements(write: (name: string) => string): Generator<string> {
  for (let from = 0; from < count; from += perStatement) {
    yield Array.from({ length: perStatement }, (_, at) => write(nameOf(from + at))).join(';\n')
  }
}

type Ground = Pick<ConnectorGround, 'host' | 'options' | 'stop'>

async function inPostgres(): Promise<Ground> {
  const { hostname, port, username, password } = new URL(inject('postgresUrl'))
  const dbname = `sextant_many_${randomBytes(5).toString('hex')}`
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query(`create database ${dbname}`)
  const owner = new pg.Client({ connectionString: new URL(`/${dbname}`, inject('postgresUrl')).href })
  await owner.connect()
  for (const text of statements((name) => `create table ${name} ${definition}`)) await owner.query(text)
  await owner.end()
  return {
    options: { host: hostname, port: Number(port), user: username, password, dbname, sslmode: 'disable' },
    async stop() {
      await admin.query(`drop database ${dbname} with (force)`)
      await admin.end()
    },
  }
}

async function inMariadb(): Promise<Ground> {
  const server = await startTestMariadb(null)
  const { port, user, password, database, data } = server
  const account = { host: '127.0.0.1', port, user }
  const owner = await mysqlDriver.createConnection({ ...account, password, database })
  // copies of one table file, which the server finds by itself: each `create table` would wait for the disk
  await owner.query(`create table ${nameOf(0)} ${definition} engine = memory`)
  await owner.end()
  const fileOf = (at: number) => join(data, database, `${nameOf(at)}.frm`)
  const file = await readFile(fileOf(0))
  for (let at = 1; at < count; at++) writeFileSync(fileOf(at), file)
  return { options: { ...account, passwd: password, db: database }, stop: () => server.stop() }
}

function inFolder(dbpath: string, folder: string): Ground {
  return {
    host: { fileFolders: [folder] },
    options: { dbpath },
    stop: async () => rmSync(folder, { recursive: true }),
  }
}

async function inSqlite(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-many-'))
  const database = new DatabaseSync(join(folder, 'many.db'))
  // views, written straight into the catalogue: each `create` would read all of it again
  database.enableDefensive(false)
  database.exec('pragma writable_schema = on; begin')
  const view = database.prepare("insert into sqlite_schema values ('view', ?1, ?1, 0, ?2)")
  for (let at = 0; at < count; at++) view.run(nameOf(at), `CREATE VIEW ${nameOf(at)} as select ${constants}`)
  database.exec('commit')
  database.close()
  return inFolder('many.db', folder)
}

async function inDuckdb(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-many-'))
  const instance = await DuckDBInstance.create(join(folder, 'many.duckdb'))
  const connection = await instance.connect()
  // views: a table takes 32 kB of the process that opens the file
  for (const text of statements((name) => `create view ${name} as select ${constants}`)) {
    await connection.run(`begin; ${text}; commit`)
  }
  connection.closeSync()
  instance.closeSync()
  return inFolder('many.duckdb', folder)
}

it.each<[Connector, () => Promise<Ground>]>([
  [postgres, inPostgres],
  [mysql, inMariadb],
  [sqlite, inSqlite],
  [duckdb, inDuckdb],
])('20,000 tables or views of $type are listed', { timeout: 180_000 }, async (connector, start) => {
  const ground = await start()
  try {
    const stand = { connector, ground: ground as ConnectorGround, backends: [] }
    const session = await openOn(stand)
    try {
      const tables = await session.tables(AbortSignal.timeout(60_000))
      expect(tables).toHaveLength(count)
      const [first, last] = [tables?.[0], tables?.at(-1)]
      expect(first?.name).toMatch(/many_00000$/)
      expect(last?.name).toMatch(/many_19999$/)
      expect(last?.columns.map(({ name }) => name).sort()).toEqual(columns)
    } finally {
      await session.close()
    }
  } finally {
    await ground.stop()
  }
})
