import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import { untilEnded, workerUnderTest } from '#test/worker-under-test.ts'
import { createFileRoom } from './file-room.ts'
import { lendFiles } from './lend-files.ts'

let app: AppUnderTest
let worker: Awaited<ReturnType<typeof workerUnderTest>>
let folder: string
let member: Caller
let viewer: Caller
let sourceId: number
let base: string

beforeAll(async () => {
  app = await appUnderTest({ config: { maxUploadBytes: 10_000_000 } })
  folder = mkdtempSync(join(tmpdir(), 'files-test-'))
  ;[member, viewer] = await Promise.all([app.as(app.member), app.as(app.viewer)])
  const groups = { [app.organization.defaultGroup]: false, [app.viewerGroup]: true }
  sourceId = (await createDataSource(app.context, { type: 'files', options: {}, groups })).id
  base = `/api/data_sources/${sourceId}/files`
  worker = await workerUnderTest(app, { dataDir: folder, maxUnpackedBytes: 20_000_000 })
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

const bytesHeaders = { headers: { 'content-type': 'application/octet-stream' } }

/** Sends a file in parts of `partBytes`; returns its address. */
async function send(content: string | Buffer, file_name = 'a.csv', format = 'csv', partBytes = 1_000_000) {
  const bytes = Buffer.from(content)
  const created = await member.post(base, { file_name, format, byte_count: bytes.length })
  expect(created.body).toContain('"id"')
  const path = `${base}/${created.json().id}`
  for (let part = 0; part * partBytes < bytes.length; part++) {
    const own = bytes.subarray(part * partBytes, (part + 1) * partBytes)
    const sent = await app.app.inject({
      ...{ method: 'POST', url: `${path}/parts/${part}`, payload: own },
      headers: { ...member.headers, ...bytesHeaders.headers },
    })
    expect(sent.body).toContain('byte_count')
  }
  return path
}

async function read(path: string, options: object = {}) {
  const reply = await member.post(`${path}/reading`, options)
  if (reply.statusCode !== 200) return { status: reply.statusCode, error: reply.json().message }
  const { status, error } = await untilEnded(member, reply.json().job.id)
  return { status, error }
}

async function upload(content: string, table_name: string, mode = 'new') {
  const path = await send(content)
  expect(await read(path)).toEqual({ status: 3, error: '' })
  return { path, reply: await member.post(`${path}/table`, { table_name, mode }) }
}

async function query(text: string, caller = member) {
  const reply = await caller.post('/api/query_results', { query: text, data_source_id: sourceId, max_age: 0 })
  if (reply.statusCode !== 200) return reply.statusCode
  const job = await untilEnded(caller, reply.json().job.id)
  if (job.status !== 3) return job.error
  const result = await caller.get(`/api/query_results/${job.query_result_id}`)
  return result.json().query_result.data.rows
}

async function storedOf(path: string) {
  const id = Number(path.split('/').at(-1))
  const { rows } = await app.context.pool.query(
    `select (select count(*)::int from uploaded_files where id = $1) as files,
      (select count(*)::int from uploaded_file_parts where file_id = $1) as parts,
      (select count(distinct reading)::int from uploaded_file_chunks where file_id = $1) as readings`,
    [id],
  )
  return rows[0]
}
const nothingStored = { files: 0, parts: 0, readings: 0 }

describe('a file', () => {
  const content = 'id,name,amount\n1,Ada,0.10\n2,"B,o""b",0.20\n3,\'; drop table x; --,\n'

  it('is sent in parts, looked at, and becomes a table that is queried', async () => {
    const path = await send(content, '../o\'r"d;ers é.csv', 'csv', 10)
    expect((await member.post(`${path}/table`, { table_name: 'orders', mode: 'new' })).json().code).toBe(
      'file.not_read',
    )
    expect(await read(path)).toEqual({ status: 3, error: '' })
    expect((await member.get(path)).json()).toMatchObject({
      file: {
        file_name: '../o\'r"d;ers é.csv',
        row_count: 3,
        table_name: null,
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'name', type: 'string' },
          { name: 'amount', type: 'float' },
        ],
      },
      rows: [
        ['1', 'Ada', '0.10'],
        ['2', 'B,o"b', '0.20'],
        ['3', "'; drop table x; --", null],
      ],
    })
    expect((await member.get(base)).json()).toEqual([])
    expect(await read(path, { types: ['string'] })).toMatchObject({ status: 3 })
    expect((await member.get(path)).json().file.columns[0]).toEqual({ name: 'id', type: 'string' })
    expect(await storedOf(path)).toMatchObject({ readings: 1 })
    expect(await read(path)).toMatchObject({ status: 3 })
    const placed = await member.post(`${path}/table`, { table_name: 'orders', mode: 'new' })
    expect(placed.json()).toMatchObject({ table_name: 'orders', user: { name: app.member.name } })
    expect((await member.get(base)).json()).toEqual([placed.json()])
    const schema = (await viewer.get(`/api/data_sources/${sourceId}/schema`)).json()
    expect(schema.schema).toMatchObject([{ name: 'orders', size: 3 }])
    expect(await query('select sum(amount) as total, count(*) as n from Orders')).toEqual([
      { total: 0.3, n: 3 },
    ])
    const file = await member.get(`${path}/content`)
    expect(file.body).toBe(content)
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename=".*"; filename\*=UTF-8''/)
    expect(await read(path)).toMatchObject({ status: 400 })
  })

  it('is replaced and appended to at once, with the same columns only', async () => {
    const first = await upload('day,n\n2026-01-01,1\n', 'days')
    const more = await upload('day,n\n2026-01-02,2\n', 'days', 'append')
    expect(more.reply.statusCode).toBe(200)
    expect(await query('select sum(n) as n, max(day) as day from days')).toEqual([
      { n: 3, day: '2026-01-02' },
    ])
    const other = await upload('day,n\n2026-01-02,x\n', 'days', 'append')
    expect(other.reply.json().message).toBe(
      'The columns differ: the table has n (integer) where the file has n (string). Names, types and their order must be the same.',
    )
    expect((await upload('a\n1\n', 'days')).reply.json().code).toBe('file.table_taken')
    expect((await upload('a\n1\n', 'nights', 'replace')).reply.json().code).toBe('file.table_missing')
    expect((await upload('a\n7\n', 'days', 'replace')).reply.statusCode).toBe(200)
    expect(await query('select * from days')).toEqual([{ a: 7 }])
    expect(await storedOf(first.path)).toEqual(nothingStored)
    expect(await storedOf(more.path)).toEqual(nothingStored)
  })

  it('is one of two that want the same name', async () => {
    const paths = await Promise.all([send('a\n1\n'), send('a\n2\n')])
    for (const path of paths) await read(path)
    const place = { table_name: 'twice', mode: 'new' }
    const replies = await Promise.all(paths.map((path) => member.post(`${path}/table`, place)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  it('that cannot be read leaves nothing, and says the line and the reason', async () => {
    const path = await send('a,b\n1,2\n1,2,3\n')
    expect(await read(path)).toEqual({
      status: 4,
      error: expect.stringMatching(/^Line 3 has 3 cells, but there are 2 columns\./),
    })
    expect(await storedOf(path)).toEqual(nothingStored)
  })

  it('keeps its rows when it is read again with options that do not fit', async () => {
    const path = await send('a\n1\nx\n')
    await read(path)
    expect(await read(path, { types: ['integer'] })).toEqual({
      status: 4,
      error: 'Line 3, column "a": "x" is not a whole number.',
    })
    expect(await storedOf(path)).toEqual({ files: 1, parts: 1, readings: 1 })
    expect((await member.get(path)).json().rows).toEqual([['1'], ['x']])
  })

  it('is read only when all of it is there, and never changes after that', async () => {
    const created = await member.post(base, { file_name: 'a.csv', format: 'csv', byte_count: 4 })
    const path = `${base}/${created.json().id}`
    const part = async (number: number, payload: string) =>
      (
        await app.app.inject({
          ...{ method: 'POST', url: `${path}/parts/${number}`, payload: Buffer.from(payload) },
          headers: { ...member.headers, ...bytesHeaders.headers },
        })
      ).json()
    expect(await part(1, '\n1')).toEqual({ byte_count: 2 })
    expect(await read(path)).toMatchObject({ status: 400, error: 'Not all bytes of the file were sent.' })
    expect(await part(2, 'abc')).toMatchObject({ code: 'file.surplus' })
    expect(await part(2, '')).toMatchObject({ code: 'file.part_empty' })
    await part(0, 'b')
    // sent again, as after a lost answer
    expect(await part(0, 'a\n'.slice(0, 1))).toEqual({ byte_count: 3 })
    expect(await part(2, '2')).toEqual({ byte_count: 4 })
    expect(await read(path)).toMatchObject({ status: 3 })
    expect((await member.get(path)).json().rows).toEqual([['12']])
    expect(await part(2, '3')).toMatchObject({ code: 'file.is_read' })
    const large = { file_name: 'a.csv', format: 'csv', byte_count: 10_000_001 }
    expect((await member.post(base, large)).json().code).toBe('file.too_large')
  })

  it('is never half of a table: what is replaced while it is read is an error', async () => {
    const { path } = await upload('a\n1\n', 'halves')
    const lender = lendFiles(app.context, sourceId)
    const table = (await lender.tables()).find(({ name }) => name === 'halves')
    expect((await member.delete(path)).statusCode).toBe(204)
    const frames = table?.frames()[Symbol.asyncIterator]()
    await expect(frames?.next()).rejects.toThrow(
      'A file of the table halves was replaced or deleted while it was read.',
    )
    expect(await query('select * from halves')).toMatch(/halves does not exist/)
  })

  it('can be a workbook that Sextant has made of a result', async () => {
    await upload('day,n,name\n2026-01-31,0.10,é<&\n', 'made')
    const body = { query: 'select * from made', data_source_id: sourceId, max_age: 0 }
    const { job } = (await member.post('/api/query_results', body)).json()
    const { query_result_id: id } = await untilEnded(member, job.id)
    const { rawPayload } = await member.get(`/api/query_results/${id}.xlsx`)
    const path = await send(rawPayload, 'made.xlsx', 'xlsx')
    expect(await read(path)).toEqual({ status: 3, error: '' })
    expect((await member.get(path)).json()).toMatchObject({
      file: { columns: [{ type: 'date' }, { type: 'float' }, { type: 'string' }] },
      rows: [['2026-01-31', '0.10', 'é<&']],
    })
  })

  it('is refused when its rows are far larger than itself', async () => {
    // a Parquet file of a few kilobytes: the text stands in it once
    const repeated = `select repeat('x', 1000) as a from range(30000)`
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    const file = join(folder, 'repeated.parquet')
    await connection.run(`copy (${repeated}) to '${file}' (format parquet)`)
    connection.closeSync()
    instance.closeSync()
    const bytes = readFileSync(file)
    expect(bytes.length).toBeLessThan(100_000)

    const path = await send(bytes, 'a.parquet', 'parquet')
    const { status, error } = await read(path)
    expect(status).toBe(4)
    expect(error).toContain('more than 20 MB once they are unpacked')
    expect(await storedOf(path)).toEqual(nothingStored)
  })

  it('can be cancelled while it waits or is read', async () => {
    const path = await send(`a\n${'1\n'.repeat(2_000_000)}`)
    const { job } = (await member.post(`${path}/reading`, {})).json()
    expect((await member.delete(`/api/jobs/${job.id}`)).statusCode).toBe(200)
    expect((await untilEnded(member, job.id)).status).toBe(4)
    expect(await storedOf(path)).toMatchObject({ readings: 0 })
  })
})

describe('access', () => {
  it('needs full access for everything but the list', async () => {
    const { path } = await upload('a\n1\n', 'secrets')
    const outsider = await app.as(app.outsider)
    expect((await app.anonymous.get(base)).statusCode).toBe(401)
    expect((await outsider.get(base)).statusCode).toBe(403)
    expect((await viewer.get(base)).statusCode).toBe(200)
    for (const caller of [viewer, outsider]) {
      const replies = [
        await caller.get(path),
        await caller.get(`${path}/content`),
        await caller.delete(path),
        await caller.post(base, { file_name: 'a.csv', format: 'csv', byte_count: 4 }),
        await caller.post(`${path}/parts/0`, 'x'),
        await caller.post(`${path}/reading`, {}),
        await caller.post(`${path}/table`, { table_name: 'a', mode: 'new' }),
      ]
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(403))
    }
  })

  it('finds the files of its own data source only', async () => {
    const { path } = await upload('a\n1\n', 'own')
    const other = await createDataSource(app.context, { type: 'files', options: {} })
    const file = path.split('/').at(-1)
    expect((await member.get(`/api/data_sources/${other.id}/files/${file}`)).statusCode).toBe(404)
    const database = await createDataSource(app.context)
    const body = { file_name: 'a.csv', format: 'csv', byte_count: 4 }
    expect((await member.post(`/api/data_sources/${database.id}/files`, body)).json().code).toBe(
      'file.not_files',
    )
  })

  it('cannot read files of the machine, or write any', async () => {
    expect(await query("select * from read_csv('/etc/passwd')")).toMatch(/disabled|does not exist/i)
    expect(await query("copy (select 1) to '/tmp/x.csv'")).toMatch(/^Files only reads/)
  })
})

describe('room', () => {
  it('is what the organization may have', async () => {
    const { db, config } = app.context
    const room = createFileRoom(db, { ...config, filesQuota: 1_000_000 })
    expect(await room.lack(app.organization.id, 500_000)).toBeNull()
    expect(String(await room.lack(app.organization.id, 1_200_000))).toMatch(/SEXTANT_FILES_QUOTA/)
    expect(await room.lack(app.organization.id, 10)).toBeNull()
  })

  it('is given back with the data source', async () => {
    const admin = await app.as(app.admin)
    const { path } = await upload('a\n1\n', 'last')
    expect(await storedOf(path)).toEqual({ files: 1, parts: 1, readings: 1 })
    expect((await admin.delete(`/api/data_sources/${sourceId}`)).statusCode).toBe(204)
    expect(await storedOf(path)).toEqual(nothingStored)
  })
})
