import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '#test/test-postgres.ts'
import { StartRefused } from '../start-refused.ts'
import { type PostgresPlace, startEmbeddedPostgres } from './embedded-postgres.ts'

let top: string
const said: string[] = []
const placeIn = async (folder: string): Promise<PostgresPlace> => ({
  folder: join(folder, 'postgres'),
  logFile: join(folder, 'postgres.log'),
  password: "it's a p@ss:w/rd",
  port: await freePort(),
  say: (line) => said.push(line),
})
async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return Object.values((await client.query(sql)).rows[0] as object)[0]
  } finally {
    await client.end()
  }
}

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'sextant-embedded-'))
  chmodSync(top, 0o711)
  said.length = 0
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

describe('startEmbeddedPostgres', () => {
  it('initializes once, as UTF-8, and keeps what was written', async () => {
    const place = await placeIn(top)
    const first = await startEmbeddedPostgres(place)
    expect(await ask(first.url, 'show server_encoding')).toBe('UTF8')
    expect(await ask(first.url, "select datlocale from pg_database where datname = 'sextant'")).toBe(
      'C.UTF-8',
    )
    expect(await ask(first.url, 'show listen_addresses')).toBe('127.0.0.1')
    await expect(ask(first.url, "select 'secret text' from nowhere")).rejects.toThrow('nowhere')
    const client = new pg.Client({ connectionString: first.url })
    await client.connect()
    await client.query("create table t as select 'ß' as x")
    await client.end()
    await first.stop('fast')
    expect(await first.ended).toBe('exit code 0')
    const second = await startEmbeddedPostgres({ ...place, port: await freePort() })
    expect(await ask(second.url, 'select upper(x) || x from t')).toBe('ßß')
    await second.stop('immediate')
    expect(said.filter((line) => line.startsWith('Initializing'))).toHaveLength(1)
    expect(readFileSync(place.logFile, 'utf8')).not.toContain('secret text')
  })

  it('requires the password', async () => {
    const server = await startEmbeddedPostgres(await placeIn(top))
    const wrong = new URL(server.url)
    wrong.password = 'wrong'
    await expect(ask(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    await server.stop('immediate')
  })

  it('works below a folder that only its owner may enter', async () => {
    const closed = join(top, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const server = await startEmbeddedPostgres(await placeIn(closed))
    expect(await ask(server.url, 'select 1')).toBe(1)
    await server.stop('immediate')
    expect(statSync(closed).mode & 0o777).toBe(0o700)
  })

  it('starts after an interrupted initialization', async () => {
    mkdirSync(join(top, 'postgres.new/base'), { recursive: true })
    const server = await startEmbeddedPostgres(await placeIn(top))
    expect(await ask(server.url, 'select 1')).toBe(1)
    await server.stop('immediate')
  })

  it('refuses data of another version, a folder with other files, and a port in use, without touching them', async () => {
    const place = await placeIn(top)
    mkdirSync(place.folder)
    writeFileSync(join(place.folder, 'letter.txt'), 'dear reader')
    await expect(startEmbeddedPostgres(place)).rejects.toThrow('contains files that are not PostgreSQL data')
    expect(readFileSync(join(place.folder, 'letter.txt'), 'utf8')).toBe('dear reader')
    rmSync(place.folder, { recursive: true })

    const server = await startEmbeddedPostgres(place)
    mkdirSync(join(top, 'second'), { mode: 0o711 })
    const second = { ...(await placeIn(join(top, 'second'))), port: server.port }
    await expect(startEmbeddedPostgres(second)).rejects.toThrow(/did not start .*could not create any TCP/)
    await server.stop('immediate')

    writeFileSync(join(place.folder, 'PG_VERSION'), '16\n')
    await expect(startEmbeddedPostgres(place)).rejects.toThrow(StartRefused)
  })
})
