import type { AddressInfo } from 'node:net'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createJobQueue, migrateJobQueue } from '#server/runs/jobs/create-job-queue.ts'
import { insertJob } from '#server/runs/jobs/insert-job-store.ts'
import { findJob } from '#server/runs/jobs/job-store.ts'
import { requeueLostJobs } from '#server/runs/jobs/worker-store.ts'
import { refreshSchemas } from '#server/worker/run-schema-job.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, type TestDataSource } from '#test/factories.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'
import { cleanResults } from './clean-results-job.ts'
import { createResultRoom } from './result-room.ts'

let app: AppUnderTest
let member: Caller
let source: TestDataSource
let resultId: number
const rowCount = 30_000

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  source = await createDataSource(app.context, { options: ownDatabaseOptions(app) })
  const worker = await workerUnderTest(app)
  const asked = await member.post('/api/query_results', {
    query: `select n, 'row, number ' || n as text, date '2026-03-04' as day, md5(n::text) as hash
      from generate_series(1, ${rowCount}) n`,
    data_source_id: source.id,
  })
  const ended = await untilEnded(member, asked.json().job.id)
  resultId = ended.query_result_id
  await worker.stop()
})
afterAll(() => app?.close())

const get = (address: string, encoding?: string) =>
  member.get(address, encoding === undefined ? {} : { headers: { 'accept-encoding': encoding } })

/** Node decodes only the first frame, so split the reply at the stored frames, which it contains unchanged. */
async function decompressFrames(payload: Buffer): Promise<Buffer> {
  const chunks = await app.context.db
    .selectFrom('query_result_chunks')
    .select('frame')
    .where('result_id', '=', resultId)
    .orderBy('seq')
    .execute()
  expect(chunks.length).toBeGreaterThan(2)
  const stored = Buffer.concat(chunks.map(({ frame }) => frame))
  const at = payload.indexOf(stored)
  expect(at).toBeGreaterThan(0)
  const frames = [
    payload.subarray(0, at),
    ...chunks.map(({ frame }) => frame),
    payload.subarray(at + stored.length),
  ]
  return Buffer.concat(frames.map((frame) => zstdDecompressSync(frame)))
}

describe('serving a stored result', () => {
  it('is the same in every encoding', async () => {
    const address = `/api/query_results/${resultId}`
    const plain = await get(address)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(plain.json().query_result.data.rows).toHaveLength(rowCount)
    expect(plain.json().query_result.data.rows[rowCount - 1]).toMatchObject({ n: rowCount })
    const gzip = await get(address, 'gzip, deflate')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
    const zstd = await get(address, 'gzip, br, zstd')
    expect(zstd.headers['content-encoding']).toBe('zstd')
    expect(zstd.headers.vary).toContain('accept-encoding')
    expect((await decompressFrames(zstd.rawPayload)).equals(plain.rawPayload)).toBe(true)
    expect((await get(address, 'zstd;q=0, gzip;q=0')).headers['content-encoding']).toBeUndefined()
  })

  it('shows windows of rows', async () => {
    const rows = async (query: string) =>
      (await member.get(`/api/query_results/${resultId}/rows${query}`)).json()
    expect((await rows('')).rows).toHaveLength(1000)
    const middle = await rows('?from=9990&count=9000')
    expect(middle).toMatchObject({ from: 9990, total: rowCount, complete: true })
    expect(middle.rows.map((row: { n: number }) => row.n)).toEqual(
      Array.from({ length: 9000 }, (_, i) => 9991 + i),
    )
    expect((await rows(`?from=${rowCount}`)).rows).toEqual([])
    expect((await member.get(`/api/query_results/${resultId}/rows?from=-1`)).statusCode).toBe(400)
    expect((await member.get(`/api/query_results/${resultId}/rows?count=10001`)).statusCode).toBe(400)
  })

  it('offers CSV, TSV and XLSX with the query and the date in the file name', async () => {
    const query = await createQuery(app.context, { data_source_id: source.id, name: 'Größe: a/b ✓' })
    const csv = await get(`/api/queries/${query.id}/results/${resultId}.csv`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=UTF-8')
    expect(csv.headers['content-disposition']).toMatch(
      /^attachment; filename="?Groe_a_b__\d{4}_\d\d_\d\d.csv"?; filename\*=UTF-8''Gr%C3%B6%C3%9Fe_a_b_%E2%9C%93_\d{4}_\d\d_\d\d.csv$/,
    )
    const lines = csv.body.split('\r\n')
    expect(lines).toHaveLength(rowCount + 2)
    expect(lines.slice(0, 2)).toEqual([
      'n,text,day,hash',
      '1,"row, number 1",2026-03-04,c4ca4238a0b923820dcc509a6f75849b',
    ])
    const packed = await get(`/api/query_results/${resultId}.csv`, 'zstd')
    expect(zstdDecompressSync(packed.rawPayload).toString()).toBe(csv.body)
    expect(packed.headers['content-disposition']).toMatch(
      new RegExp(`filename=${resultId}_\\d{4}_\\d\\d_\\d\\d\\.csv$`),
    )
    const tsv = await get(`/api/query_results/${resultId}.tsv`, 'gzip')
    expect(gunzipSync(tsv.rawPayload).toString().split('\r\n')[1]).toMatch(/^1\trow, number 1\t2026-03-04/)
    const xlsx = await get(`/api/query_results/${resultId}.xlsx`)
    const sheet = Buffer.from(unzipSync(xlsx.rawPayload)['xl/worksheets/sheet1.xml'] ?? []).toString()
    expect(sheet.match(/<row /g)).toHaveLength(rowCount + 1)
    expect(sheet).toContain('2026-03-04')
  })

  it('does not end as if it were complete when rows are missing', async () => {
    const id = 2_000_000
    await app.context.pool.query(
      `insert into query_results select (json_populate_record(r, json_build_object('id', $1::int, 'row_count', 10))).*
       from query_results r where id = $2`,
      [id, resultId],
    )
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.app.server.address() as AddressInfo
    const read = async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/query_results/${id}`, {
        headers: member.headers,
      })
      // before the first byte is sent it is a 500, afterwards the connection breaks
      if (!reply.ok) throw new Error(`status ${reply.status}`)
      return await reply.text()
    }
    await expect(read()).rejects.toThrow()
  })
})

describe('cleaning', () => {
  it('removes old results that no query shows, with their chunks, and chunks of crashed runs', async () => {
    const { db, pool } = app.context
    const copy = async (id: number, days: number) => {
      await pool.query(
        `insert into query_results select (json_populate_record(r, json_build_object('id', $1::int))).*
         from query_results r where id = $2`,
        [id, resultId],
      )
      await pool.query(
        `update query_results set retrieved_at = now() - make_interval(days => $2) where id = $1`,
        [id, days],
      )
      await pool.query(`insert into query_result_chunks values ($1, 0, 0, 1, 2, 'x')`, [id])
    }
    await copy(3_000_001, 8)
    await copy(3_000_002, 8)
    await copy(3_000_003, 6)
    await createQuery(app.context, { data_source_id: source.id, latest_result_id: 3_000_002 })
    await pool.query(`insert into query_result_chunks values (3000004, 0, 0, 1, 2, 'x')`)
    await cleanResults({ ...app.context, room: createResultRoom(app.context) })
    const left = await db
      .selectFrom('query_result_chunks')
      .select('result_id')
      .where('result_id', '>', 3_000_000)
      .orderBy('result_id')
      .execute()
    expect(left.map((row) => row.result_id)).toEqual([3_000_002, 3_000_003])
  })
})

describe('the queue', () => {
  it('is installed by several processes at once, and requeues lost jobs', async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrateJobQueue(app.database.url)))
    const queue = await createJobQueue({ databaseUrl: app.database.url, log: pino({ level: 'silent' }) })
    await queue.add('clean_sessions', {}, { jobKey: 'once' })
    await queue.add('clean_sessions', {}, { jobKey: 'once' })
    await queue.close()
    const { db, pool } = app.context
    const count = async (task: string) =>
      Number(
        (await pool.query('select count(*) from graphile_worker.jobs where task_identifier = $1', [task]))
          .rows[0].count,
      )
    expect(await count('clean_sessions')).toBe(1)
    const job = await insertJob(db, {
      ...{ org_id: source.org_id, kind: 'query', data_source_id: source.id, user_id: null },
      ...{ actor_name: 'test', query_hash: 'lost', query_text: 'select 1' },
    })
    await pool.query(`delete from graphile_worker._private_jobs`)
    await pool.query(`update jobs set queued_at = now() - interval '1 minute' where id = $1`, [job.id])
    await requeueLostJobs(db, 6)
    await requeueLostJobs(db, 6)
    expect(await count('run_job')).toBe(1)
    const worker = await workerUnderTest(app)
    expect((await untilEnded(member, job.id)).status).toBe(3)
    await worker.stop()
    expect((await findJob(db, job.id))?.attempts).toBe(1)
  })

  it('requests one schema refresh of each data source that is not paused', async () => {
    const { db, secrets } = app.context
    const paused = await createDataSource(app.context, { is_paused: true })
    await refreshSchemas({ db, secrets })
    await refreshSchemas({ db, secrets })
    const jobs = await db.selectFrom('jobs').select('data_source_id').where('kind', '=', 'schema').execute()
    const sources = jobs.map((job) => job.data_source_id)
    expect(sources).toContain(source.id)
    expect(sources).not.toContain(paused.id)
    expect(new Set(sources).size).toBe(sources.length)
  })
})
