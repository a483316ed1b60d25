import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '#server/kernel/config/config.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery } from '#test/factories.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'

const folder = mkdtempSync(`${tmpdir()}/sextant-room-`)
let app: AppUnderTest
let member: Caller
let sourceId: number
let worker: Awaited<ReturnType<typeof workerUnderTest>>

async function start(config: Partial<Config>): Promise<void> {
  app = await appUnderTest({ config })
  member = await app.as(app.member)
  sourceId = (await createDataSource(app.context, { options: ownDatabaseOptions(app) })).id
  worker = await workerUnderTest(app)
}
afterEach(async () => {
  await worker.stop()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Rows that do not compress: about this many bytes are stored. */
const noise = (bytes: number, mark: string) =>
  `select '${mark}' as mark, encode(sha256((g || '${mark}')::bytea), 'base64') as a from generate_series(1, ${Math.round(bytes / 34)}) g`

async function run(query: string, more: object = {}) {
  const reply = await member.post('/api/query_results', {
    ...{ query, data_source_id: sourceId, max_age: 0 },
    ...more,
  })
  return await untilEnded(member, reply.json().job.id)
}
const stored = async () => {
  const { rows } = await app.context.pool.query<{ bytes: string; results: number[]; chunks: string }>(`
    select (select coalesce(sum(octet_length(frame)), 0) from query_result_chunks) as bytes,
      (select count(*) from query_result_chunks) as chunks,
      array(select id from query_results order by id) as results`)
  return { bytes: Number(rows[0]?.bytes), chunks: Number(rows[0]?.chunks), results: rows[0]?.results ?? [] }
}

describe('below the reserve of the disk', () => {
  // more than any disk has: the test reads the real disk of this machine
  beforeEach(() => start({ diskFolder: tmpdir(), diskReserve: 1e15 }))

  it('stores no result; only that run fails, with the reason; saving still works, and users are warned', async () => {
    const failed = await run('select 1 as one')
    expect(failed).toMatchObject({
      status: 4,
      error: expect.stringMatching(
        /^The result could not be stored: the disk of Sextant is nearly full: .* are free, and .* are kept for everything else \(SEXTANT_DISK_RESERVE\)/,
      ),
    })
    expect(await stored()).toEqual({ bytes: 0, chunks: 0, results: [] })
    const saved = await member.post('/api/queries', {
      ...{ name: 'Saved', query: 'select 2', data_source_id: sourceId, description: null, options: {} },
    })
    expect(saved.statusCode).toBe(200)
    const refresh = await member.get(`/api/data_sources/${sourceId}/schema?refresh=true`)
    expect((await untilEnded(member, refresh.json().job.id)).status).toBe(3)
    // a load balancer that removed every web process would make it worse
    const ready = await app.anonymous.get('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ok', warnings: ['disk.full'] }])
    const status = await (await app.as(app.admin)).get('/status.json')
    expect(status.json().storage).toMatchObject({ reserve: 1e15, warnings: ['disk.full'] })
    expect(status.json().storage.free).toBeGreaterThan(0)
    const metrics = await app.anonymous.get('/metrics')
    expect(metrics.body).toMatch(/^sextant_disk_free_bytes \d+$/m)
    expect(metrics.body).toMatch(/^sextant_disk_reserve_bytes 1000000000000000$/m)
  })
})

describe('the quota of results', { timeout: 180_000 }, () => {
  const quota = 10_000_000
  beforeEach(() => start({ resultsQuota: quota }))

  it('removes the oldest results that no query shows, and the space is used again', async () => {
    const query = await createQuery(app.context, {
      ...{ data_source_id: sourceId, user_id: app.member.id, query: noise(2_000_000, 'shown') },
    })
    const shown = await member.post(`/api/queries/${query.id}/results`, { max_age: 0 })
    const first = await untilEnded(member, shown.json().job.id)
    expect(first.status).toBe(3)
    let largest = 0
    for (let turn = 0; turn < 12; turn++) {
      const job = await run(noise(3_000_000, `turn${turn}`))
      expect(job).toMatchObject({ status: 3, error: '' })
      const { bytes, results } = await stored()
      largest = Math.max(largest, bytes)
      expect(results).toContain(first.query_result_id)
      expect(results).toContain(job.query_result_id)
    }
    // beyond it by at most what is written between two checks
    expect(largest).toBeLessThan(quota * 1.3)
    expect((await stored()).results.length).toBeLessThan(6)
    const { rows } = await app.context.pool.query<{ size: string }>(
      `select pg_total_relation_size('query_result_chunks') as size`,
    )
    // 38 MB have been written
    expect(Number(rows[0]?.size)).toBeLessThan(quota * 2.5)
  })

  it('removes shown results when no others are left, oldest first, and reports it', async () => {
    const ids: number[] = []
    for (const mark of ['one', 'two', 'three', 'four']) {
      const query = await createQuery(app.context, {
        ...{ data_source_id: sourceId, user_id: app.member.id, query: noise(3_400_000, mark) },
      })
      const asked = await member.post(`/api/queries/${query.id}/results`, { max_age: 0 })
      expect((await untilEnded(member, asked.json().job.id)).status).toBe(3)
      ids.push(query.id)
    }
    await run(noise(1_500_000, 'more'))
    const { rows } = await app.context.pool.query<{ id: number }>(
      'select id from queries where latest_result_id is null and id = any($1) order by id',
      [ids],
    )
    const gone = rows.map(({ id }) => id)
    expect(gone.length).toBeGreaterThan(0)
    expect(gone).toEqual(ids.slice(0, gone.length))
    expect(gone).not.toContain(ids.at(-1))
    Object.assign(app.context.config, { resultsQuota: 1_000_000 })
    const status = await (await app.as(app.admin)).get('/status.json')
    expect(status.json().storage).toMatchObject({ warnings: ['results.over_quota'] })
  })

  it('ends a run whose result alone exceeds the quota; the next result is stored', async () => {
    const failed = await run(noise(16_000_000, 'huge'))
    expect(failed).toMatchObject({
      status: 4,
      error: expect.stringMatching(
        /^The result could not be stored: all stored results together may take 9\.54 MB/,
      ),
    })
    await expect.poll(async () => (await stored()).chunks).toBe(0)
    expect(await run('select 1 as one')).toMatchObject({ status: 3, error: '' })
  })
})
