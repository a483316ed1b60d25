import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/kernel/db/database.ts'
import { listMigrations, migrate } from '#server/kernel/db/migrate.ts'
import { deriveSecrets, readStoredKey } from '#server/kernel/net/secrets.ts'
import { writeBackupFile } from '#server/operator/backup/write-backup.ts'
import { migrateJobQueue } from '#server/runs/jobs/create-job-queue.ts'
import { contentsOf } from '#test/contents-of.ts'
import { runSextant, runToEnd, untilAnswers } from '#test/sextant-process.ts'
import { freePort } from '#test/test-postgres.ts'
import { keyCheck } from './open-secrets.ts'

const secretKey = 'k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uEa'
const otherKey = 'Zq8Wm2Kd7Rt4Xb9Ln3Vc6Hp1Jf5Gs0Ty'
const userKey = 'CanaryOfTheUser0123456789abcdefghijklmno'
const queryKey = 'CanaryOfTheQuery0123456789abcdefghijklmn'
const dashboardToken = 'CanaryOfTheDashboard0123456789abcdefghijklm'
const canaries = /CanaryOfThe/
/** more than one batch */
const others = 2500
const firstMigration = '0020-keys-at-rest.sql'
/** many processes, one after the other, on a machine that may be busy */
const timeout = 240_000

describe('the upgrade of a database with plain-text keys', { timeout }, () => {
  const names = ['upgraded', 'restored', 'forgotten'].map((name) => `sextant_keys_${name}_${process.pid}`)
  let [url = '', restoredUrl = '', forgottenUrl = ''] = ['']
  let admin: pg.Client
  let folder: string
  let file: string
  const env = (databaseUrl: string, key: string | null = secretKey) => ({
    DATABASE_URL: databaseUrl,
    SEXTANT_DATA_DIR: join(folder, 'data'),
    ...(key === null ? {} : { SEXTANT_SECRET_KEY: key }),
  })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-keys-'))
    file = join(folder, 'old.backup')
    admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    ;[url, restoredUrl, forgottenUrl] = (await Promise.all(
      names.map(async (name) => {
        const address = new URL(inject('postgresUrl'))
        address.pathname = `/${name}`
        return address.href
      }),
    )) as [string, string, string]
    for (const name of names) await admin.query(`create database ${name}`)
    await fillAsBefore()
    const old = openDatabase(url, { max: 2, onError: () => {} })
    await writeBackupFile({ pool: old.pool, version: '0.0.1', now: new Date(), hasResults: true }, file)
    await old.close()
  }, timeout)
  afterAll(async () => {
    for (const name of names) await admin?.query(`drop database if exists ${name} with (force)`)
    await admin?.end()
    rmSync(folder, { recursive: true, force: true })
  })

  /** An instance as the version before had it, with a user, a query and a shared dashboard; and many more queries. */
  async function fillAsBefore(): Promise<void> {
    const before = (await listMigrations()).filter((name) => name < firstMigration).at(-1)
    await migrate(url, () => Promise.reject(new Error('There is nothing to seal yet.')), before)
    await migrateJobQueue(url)
    await on(url, async (client) => {
      const sealed = deriveSecrets(secretKey).seal({ dbname: 'none' })
      await client.query(`insert into secret_key_checks (encrypted_check) values ($1)`, [
        deriveSecrets(secretKey).seal(keyCheck),
      ])
      await client.query(`
        insert into organizations (name, slug) values ('Org', 'default');
        insert into groups (org_id, type, name, permissions) values
          (1, 'builtin', 'admin', '{admin,super_admin}'),
          (1, 'builtin', 'default', '{view_query,edit_query,list_users,list_dashboards,execute_query,create_query}');
        insert into users (org_id, name, email, api_key) values (1, 'Ada', 'ada@example.com', '${userKey}');
        insert into group_members (group_id, user_id) values (1, 1), (2, 1);`)
      await client.query(
        `insert into data_sources (org_id, name, type, encrypted_options) values (1, 'Source', 'pg', $1)`,
        [sealed],
      )
      await client.query(`
        insert into data_source_groups (data_source_id, group_id) values (1, 2);
        insert into queries (org_id, data_source_id, name, query_text, query_hash, api_key, user_id)
          values (1, 1, 'Orders', 'select 1', 'h', '${queryKey}', 1);
        insert into queries (org_id, data_source_id, name, query_text, query_hash, api_key, user_id)
          select 1, 1, 'Other ' || n, 'select ' || n, 'h' || n, 'CanaryOfThe' || n, 1 from generate_series(1, ${others}) n;
        insert into dashboards (org_id, user_id, name, slug) values (1, 1, 'Board', 'board');
        insert into dashboard_tokens (dashboard_id, org_id, token, user_id) values (1, 1, '${dashboardToken}', 1);`)
    })
  }

  async function on<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  const keyOfUser = (address: string, key: string) =>
    on(address, async (client) => {
      const { rows } = await client.query<{ hash: Buffer; sealed: Buffer }>(
        'select api_key_hash as hash, encrypted_api_key as sealed from users',
      )
      expect(rows[0]?.hash).toEqual(createHash('sha256').update(userKey).digest())
      return readStoredKey(deriveSecrets(key), rows[0]?.sealed ?? Buffer.of())
    })

  it('needs the key that the database was sealed with, and changes nothing without it', async () => {
    const before = await contentsOf(url)
    expect(before).toMatch(canaries)
    expect(await runToEnd(['migrate'], env(url, null))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^SEXTANT_SECRET_KEY is not set/),
    })
    expect(await runToEnd(['migrate'], env(url, otherKey))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The secret key is not the one that this database was sealed with\./),
    })
    expect(await contentsOf(url)).toContain(userKey)
    const ran = await on(url, (client) =>
      client.query(`select from migrations where name >= '${firstMigration}'`),
    )
    expect(ran.rowCount).toBe(0)
  })

  it('leaves every key as it was when killed midway; the next upgrade seals all of them', async () => {
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table dashboard_tokens in share mode')
    const stopped = runSextant('migrate', env(url))
    await untilAnswers(async () => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
        [names[0]],
      )
      expect(rowCount).toBe(1)
    })
    stopped.child.kill('SIGKILL')
    await stopped.ended
    await holder.query('rollback')
    await holder.end()
    expect(await contentsOf(url)).toContain(queryKey)

    const ended = await runToEnd(['migrate'], env(url))
    expect({ code: ended.code, said: ended.said }).toEqual({ code: 0, said: '' })
    expect(ended.out.toString()).toContain(firstMigration)
    expect(await contentsOf(url)).not.toMatch(canaries)
    expect(await keyOfUser(url, secretKey)).toBe(userKey)
  })

  it('leaves no plain-text key in the table files', async () => {
    await on(url, async (client) => {
      await client.query('checkpoint')
      for (const table of ['users', 'queries', 'dashboard_tokens']) {
        const { rows } = await client.query<{ path: string; bytes: Buffer }>(
          `select pg_relation_filepath('${table}') as path, pg_read_binary_file(pg_relation_filepath('${table}')) as bytes`,
        )
        expect(rows[0]?.bytes.length).toBeGreaterThan(0)
        expect(rows[0]?.bytes.toString('latin1'), table).not.toMatch(canaries)
      }
    })
  })

  it('keeps scripts, embeds and public links working, shows keys to their owners, and does not log them', async () => {
    const port = await freePort()
    const web = runSextant('web', { ...env(url), PORT: String(port), SEXTANT_LOG_LEVEL: 'debug' })
    const at = (path: string) => `http://127.0.0.1:${port}${path}`
    try {
      await untilAnswers(async () => expect((await fetch(at('/ping'))).status).toBe(200))
      const get = (path: string, key = userKey) =>
        fetch(at(path), { headers: key === '' ? {} : { authorization: `Key ${key}` } })
      expect(await (await get('/api/users/1')).json()).toMatchObject({ api_key: userKey })
      expect(await (await get('/api/queries/1')).json()).toMatchObject({ api_key: queryKey })
      expect(await (await get('/api/dashboards/1')).json()).toMatchObject({ api_key: dashboardToken })
      expect((await get(`/api/queries/1?api_key=${queryKey}`, '')).status).toBe(200)
      expect((await get(`/api/queries/2?api_key=${queryKey}`, '')).status).toBe(401)
      expect((await get(`/api/queries/1?api_key=${queryKey.replace('Q', 'q')}`, '')).status).toBe(401)
      expect((await get(`/api/dashboards/public/${dashboardToken}`, '')).status).toBe(200)
      expect((await get(`/api/dashboards/public/${dashboardToken}x`, '')).status).toBe(404)
    } finally {
      web.child.kill('SIGTERM')
      await web.ended
    }
    expect(web.output()).not.toMatch(canaries)
    expect(await contentsOf(url)).not.toMatch(canaries)
    const fresh = join(folder, 'new.backup')
    expect(await runToEnd(['backup', fresh], env(url))).toMatchObject({ code: 0 })
    expect(zstdDecompressSync(readFileSync(fresh)).toString('latin1')).not.toMatch(canaries)
  })

  it('also upgrades an older backup during a restore', async () => {
    expect(zstdDecompressSync(readFileSync(file)).toString('latin1')).toMatch(canaries)
    expect(await runToEnd(['restore', file], env(restoredUrl, otherKey))).toMatchObject({ code: 1 })
    expect(await runToEnd(['restore', file], env(restoredUrl))).toMatchObject({ code: 0 })
    expect(await contentsOf(restoredUrl)).not.toMatch(canaries)
    expect(await keyOfUser(restoredUrl, secretKey)).toBe(userKey)
    // the key of the backup is lost, and its API keys are not
    expect(await runToEnd(['restore', file, '--other-key'], env(forgottenUrl, otherKey))).toMatchObject({
      code: 0,
    })
    expect(await contentsOf(forgottenUrl)).not.toMatch(canaries)
    expect(await keyOfUser(forgottenUrl, otherKey)).toBe(userKey)
  })

  it('is compatible with a later key rotation', async () => {
    const { code, said } = await runToEnd(['rotate-secret', '--new-key-stdin'], env(url), `${otherKey}\n`)
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('Sealed again') })
    expect(await keyOfUser(url, otherKey)).toBe(userKey)
    expect(await keyOfUser(url, secretKey)).toBeNull()
  })
})
