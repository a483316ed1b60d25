import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { deriveSecrets } from '#server/kernel/net/secrets.ts'
import { keyCheck } from '#server/kernel/secret-key/open-secrets.ts'
import { noteKeyCheck } from '#server/kernel/secret-key/secret-key-store.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDashboard, createDataSource, createQuery } from '#test/factories.ts'
import { runSextant, runToEnd, until, untilAnswers } from '#test/sextant-process.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'
import { checkBackup } from './restore-backup.ts'

const usableKey = 'k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uEa'
const restored = `sextant_restored_${process.pid}`

/** many processes in sequence, possibly on a busy machine */
const timeout = 240_000

describe('backup and restore', { timeout }, () => {
  let app: AppUnderTest
  let folder: string
  let admin: pg.Client
  let target: string
  let file: string
  let resultId: number
  const env = (more: Record<string, string> = {}) => ({
    SEXTANT_SECRET_KEY: usableKey,
    SEXTANT_DATA_DIR: join(folder, 'data'),
    ...more,
  })
  const onSource = (...words: string[]) => runToEnd(words, env({ DATABASE_URL: app.database.url }))
  const onTarget = (words: string[], more: Record<string, string> = {}, input?: Buffer) =>
    runToEnd(words, env({ DATABASE_URL: target, ...more }), input)

  async function emptyTarget(): Promise<void> {
    await admin.query(`drop database if exists ${restored} with (force)`)
    await admin.query(`create database ${restored}`)
  }

  /** that have written rows and not committed them */
  async function restoringSessions(): Promise<number> {
    const { rows } = await admin.query(
      `select count(*)::integer as count from pg_stat_activity where datname = $1 and backend_xid is not null`,
      [restored],
    )
    return rows[0].count
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-backup-'))
    file = join(folder, 'all.backup')
    app = await appUnderTest()
    app.context.secrets = deriveSecrets(usableKey)
    admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    const url = new URL(app.database.url)
    url.pathname = `/${restored}`
    target = url.href
    await emptyTarget()

    await app.context.db.deleteFrom('data_sources').execute()
    const caller = await app.as(app.admin)
    await noteKeyCheck(app.database.pool, deriveSecrets(usableKey).seal(keyCheck))
    const { id: data_source_id } = await createDataSource({
      ...app.context,
      secrets: deriveSecrets(usableKey),
    })
    await app.context.db
      .updateTable('data_sources')
      .set({
        name: 'Own "database"\n\\.',
        encrypted_options: deriveSecrets(usableKey).seal(ownDatabaseOptions(app)),
        type: 'pg',
      })
      .where('id', '=', data_source_id)
      .execute()
    await app.context.pool.query(`
      with file as (
        insert into uploaded_files (org_id, data_source_id, file_name, format, byte_count, table_name, reading, last_reading)
        select org_id, id, 'a.csv', 'csv', 4, 'a', 1, 1 from data_sources returning id
      ), part as (
        insert into uploaded_file_parts (file_id, part, byte_count, frame) select id, 0, 4, '\\x00ff' from file
      )
      insert into uploaded_file_chunks (file_id, reading, seq, row_count, byte_count, frame)
      select id, 1, 0, 1, 7, '\\x0aff' from file`)
    const query = 'select n, repeat(md5(n::text), 20) as words from generate_series(1, 30000) n'
    const stored = await createQuery(app.context, {
      name: 'Näme\twith \\ and \u2028',
      query,
      data_source_id,
      tags: ['a,b'],
    })
    await createDashboard(app.context, { name: 'Board' })
    const worker = await workerUnderTest(app)
    const run = await caller.post(`/api/queries/${stored.id}/results`, { max_age: 0 })
    const ended = await untilEnded(caller, run.json<{ job: { id: string } }>().job.id)
    expect(ended).toMatchObject({ status: 3 })
    resultId = ended.query_result_id
    await worker.stop()
  })
  afterAll(async () => {
    await app?.close()
    await admin?.query(`drop database if exists ${restored} with (force)`)
    await admin?.end()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Every table of a database as texts, but for what a backup leaves out. */
  const notInBackups: ReadonlySet<string> = new Set([
    ...['workers', 'jobs', 'job_askers', 'served_turns', 'sessions', 'rate_limit_hits'],
    ...['replaced_tokens', 'option_tests'],
    ...['schedule_looks', 'mails'],
  ])

  async function contentsOf(url: string): Promise<Record<string, string[]>> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const contents: Record<string, string[]> = {}
    for (const { name } of tables.rows) {
      if (notInBackups.has(name)) continue
      const rows = await client.query<{ row: string }>(`select md5(t::text) as row from ${name} t order by 1`)
      contents[name] = name === 'migrations' ? ['…'] : rows.rows.map(({ row }) => row)
    }
    await client.end()
    return contents
  }

  it('restores everything into an empty database: rows, results, keys, sequences, search', async () => {
    const made = await onSource('backup', file)
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Backed up: [\d,]+ rows of \d+ tables, .+ in .+\.\nKeep SEXTANT/),
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const bytes = readFileSync(file)
    for (const secret of [app.admin.password, usableKey, new URL(app.database.url).pathname.slice(1)]) {
      expect(zstdDecompressSync(bytes).includes(secret)).toBe(false)
    }
    expect(await onSource('backup', file)).toMatchObject({
      code: 1,
      said: `${file} cannot be written: there is such a file already.\n`,
    })
    expect(await onSource('backup', '/no/such/folder/of.backup')).toMatchObject({
      code: 1,
      said: '/no/such/folder/of.backup cannot be written: no such file or directory.\n',
    })
    const checked = await runToEnd(['check-backup', file], env())
    expect(checked).toMatchObject({ code: 0, said: '' })
    expect(checked.out.toString()).toMatch(/^Whole: /)

    expect(await onTarget(['restore', file])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Restored: /),
    })
    const [before, after] = [await contentsOf(app.database.url), await contentsOf(target)]
    expect(before['query_result_chunks']?.length).toBeGreaterThan(3)
    expect(after).toEqual(before)

    // ids continue, and triggers maintain the search tables again
    const client = new pg.Client({ connectionString: target })
    await client.connect()
    const { rows } = await client.query<{ id: number }>(`
      insert into queries (org_id, name, query_text, query_hash, api_key_hash, encrypted_api_key, user_id)
      select org_id, 'Zebra', '', '', 'k', '', id from users limit 1 returning id`)
    const found = await client.query(`select from query_search where id = $1 and folded_name = 'zebra'`, [
      rows[0]?.id,
    ])
    expect(found.rowCount).toBe(1)
    const next = await client.query<{ next: string }>(`select nextval('query_results_id_seq') as next`)
    expect(Number(next.rows[0]?.next)).toBeGreaterThan(resultId)
    await client.end()
  })

  it('restores only into an empty database, and does not change one that is not empty', async () => {
    const before = await contentsOf(target)
    expect(await onTarget(['restore', file])).toMatchObject({
      code: 1,
      said: 'Nothing was restored: the database is not empty. A backup is restored into an empty one only.\n',
    })
    expect(await contentsOf(target)).toEqual(before)
    await emptyTarget()
    await admin.query(`drop database ${restored}`)
    await admin.query(`create database ${restored}`)
    const client = new pg.Client({ connectionString: target })
    await client.connect()
    await client.query('create table somebody_elses (id integer)')
    await client.end()
    expect(await onTarget(['restore', file])).toMatchObject({
      code: 1,
      said: 'Nothing was restored: the database holds tables of something else.\n',
    })
  })

  it('reads standard input and writes standard output', async () => {
    await emptyTarget()
    const { code, out } = await onSource('backup', '-', '--without-results')
    expect(code).toBe(0)
    expect(out.length).toBeLessThan(statSync(file).size)
    expect(await onTarget(['restore', '-'], {}, out)).toMatchObject({
      code: 0,
      said: expect.stringContaining('contains no results'),
    })
    const contents = await contentsOf(target)
    expect(contents['query_results']).toEqual([])
    expect(contents['query_result_chunks']).toEqual([])
    expect(contents['queries']?.length).toBeGreaterThan(0)
  })

  it('detects a truncated or changed backup, and restores nothing of it', async () => {
    const bytes = readFileSync(file)
    const plain = Buffer.from(zstdDecompressSync(bytes))
    const changed = Buffer.from(plain)
    const at = changed.indexOf('Board')
    changed.write('Bored', at)
    const bad: [Buffer, RegExp][] = [
      [
        bytes.subarray(0, bytes.length - 2000),
        /^The backup cannot be used: it (ends too early|is not a backup of Sextant, or it is damaged)\.$/,
      ],
      [zstdCompressSync(plain.subarray(0, -200)), /ends too early/],
      [zstdCompressSync(changed), /checksum is wrong/],
      [zstdCompressSync(Buffer.concat([plain, Buffer.from('more')])), /something follows its end/],
      [Buffer.from('PGDMP this is something else'), /not a backup of Sextant/],
      [Buffer.alloc(0), /ends too early|not a backup/],
      [zstdCompressSync(Buffer.from('hello world')), /not a backup of Sextant/],
    ]
    for (const [content, message] of bad) {
      await expect(checkBackup(Readable.from([content]))).rejects.toThrow(message)
    }
    await emptyTarget()
    const path = join(folder, 'bad.backup')
    for (const [content, message] of bad.slice(1, 3)) {
      writeFileSync(path, content)
      expect(await onTarget(['restore', path])).toMatchObject({
        code: 1,
        said: expect.stringMatching(message),
      })
    }
    expect(await runToEnd(['check-backup', path], env())).toMatchObject({
      code: 1,
      said: expect.stringMatching(/checksum is wrong/),
    })
    // the same database accepts the intact backup
    expect(await onTarget(['restore', file])).toMatchObject({ code: 0 })
  })

  it('needs the key of the backup; with --other-key, passwords must be entered again', async () => {
    await emptyTarget()
    const other = { SEXTANT_SECRET_KEY: 'Zq8Wm2Kd7Rt4Xb9Ln3Vc6Hp1Jf5Gs0Ty' }
    expect(await onTarget(['restore', file], other)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Nothing was restored: the secret key is not the one of the backup\./),
    })
    expect(await onTarget(['restore', file, '--other-key'], other)).toMatchObject({ code: 0 })
    const client = new pg.Client({ connectionString: target })
    await client.connect()
    const { rows } = await client.query<{ sealed: Buffer }>(
      'select encrypted_options as sealed from data_sources',
    )
    expect(rows.map(({ sealed }) => deriveSecrets(other.SEXTANT_SECRET_KEY).unseal(sealed))).toEqual(
      rows.map(() => ({})),
    )
    await client.end()
  })

  it('leaves a database that can be restored into when it is killed midway', async () => {
    await emptyTarget()
    const { child, ended } = runSextant(['restore', '-'], env({ DATABASE_URL: target }))
    child.stdin?.on('error', () => {})
    // the restore waits for more input
    child.stdin?.write(readFileSync(file).subarray(0, 200_000))
    await untilAnswers(async () => expect(await restoringSessions()).toBe(1))
    child.kill('SIGKILL')
    await ended
    await untilAnswers(async () => expect(await restoringSessions()).toBe(0))
    const half = join(folder, 'half')
    writeFileSync(half, readFileSync(file).subarray(0, 200_000))
    expect(await onTarget(['restore', half])).toMatchObject({
      code: 1,
      said: expect.stringContaining('The backup cannot be used'),
    })
    expect(await onTarget(['restore', file])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Restored: /),
    })
    expect(await contentsOf(target)).toEqual(await contentsOf(app.database.url))
  })

  it('creates an embedded instance in a new data folder, which starts', async () => {
    const dataDir = join(folder, 'embedded')
    const embedded = { SEXTANT_DATA_DIR: dataDir, SEXTANT_SECRET_KEY: usableKey }
    expect(await runToEnd(['restore', file], embedded)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Start it: sextant start'),
    })
    const port = await import('#test/test-postgres.ts').then(({ freePort }) => freePort())
    const started = runSextant('start', { ...embedded, PORT: String(port), SEXTANT_LOG_LEVEL: 'warn' })
    try {
      await until(() => started.output().includes('Sextant is ready'), started)
      const address = `http://127.0.0.1:${port}`
      const headers = { authorization: `Key ${app.admin.api_key}` }
      const result = await fetch(`${address}/api/query_results/${resultId}`, { headers })
      expect(result.status).toBe(200)
      expect(
        ((await result.json()) as { query_result: { data: { rows: unknown[] } } }).query_result.data.rows,
      ).toHaveLength(30_000)
      // a command finds the database of the running instance
      const again = join(folder, 'again.backup')
      const running = await runToEnd(['backup', again], embedded)
      expect(running).toMatchObject({ code: 0, said: expect.stringContaining(`in ${again}`) })
      expect(await runToEnd(['restore', again], embedded)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/^Sextant is running \(process \d+\)\. Stop it first\.\n$/),
      })
    } finally {
      started.child.kill('SIGTERM')
      await started.ended
    }
  })

  it('is a consistent snapshot of an instance in use', async () => {
    const { db } = app.context
    let isBackedUp = false
    let saves = 0
    const caller = await app.as(app.admin)
    const worker = await workerUnderTest(app)
    const saving = (async () => {
      while (!isBackedUp) {
        // both or neither
        await db.transaction().execute(async (tx) => {
          await createQuery({ ...app.context, db: tx }, { name: `pair ${saves} one` })
          await createQuery({ ...app.context, db: tx }, { name: `pair ${saves} two` })
        })
        saves++
      }
    })()
    const running = (async () => {
      const { rows } = await app.database.pool.query(`select id from queries where query_text like '%30000%'`)
      while (!isBackedUp) {
        const run = await caller.post(`/api/queries/${rows[0].id}/results`, { max_age: 0 })
        expect(await untilEnded(caller, run.json<{ job: { id: string } }>().job.id)).toMatchObject({
          status: 3,
        })
      }
    })()
    const used = join(folder, 'used.backup')
    const made = await onSource('backup', used).finally(() => {
      isBackedUp = true
    })
    await Promise.all([saving, running])
    await worker.stop()
    expect(made).toMatchObject({ code: 0 })
    expect(saves).toBeGreaterThan(2)

    await emptyTarget()
    expect(await onTarget(['restore', used])).toMatchObject({ code: 0 })
    const client = new pg.Client({ connectionString: target })
    await client.connect()
    const halves = await client.query(`
      select split_part(name, ' ', 2) as pair, count(*) from queries where name like 'pair %' group by 1 having count(*) <> 2`)
    const results = await client.query<{ rows: number; kept: number }>(`
      select row_count::integer as rows, (select sum(row_count) from query_result_chunks where result_id = query_results.id)::integer as kept
      from query_results`)
    await client.end()
    expect(halves.rows).toEqual([])
    expect(results.rows.length).toBeGreaterThan(0)
    for (const { rows, kept } of results.rows) expect(kept).toBe(rows)
    await emptyTarget()
  })
})
