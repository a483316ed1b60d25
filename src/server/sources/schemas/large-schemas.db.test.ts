import { type AddressInfo, connect, type Socket } from 'node:net'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createResult } from '#test/factories.ts'
import { peakOfHeldBytes } from '#test/held-memory.ts'
import { insertFile } from '../files/file-store.ts'
import { saveSchema } from './schema-store.ts'

let app: AppUnderTest
let viewer: Caller
let admin: Caller
let groups: Record<number, boolean>
const unread: Socket[] = []

beforeAll(async () => {
  app = await appUnderTest()
  ;[viewer, admin] = await Promise.all([app.as(app.viewer), app.as(app.admin)])
  groups = { [app.viewerGroup]: true, [app.organization.adminGroup]: false }
  await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app?.close())
afterEach(() => {
  for (const socket of unread.splice(0)) socket.destroy()
})

/** Requests of clients with connections of their own, which receive no more than the buffers of sockets. */
function askSlowly(path: string, count: number): Socket[] {
  const { address, port } = app.app.server.address() as AddressInfo
  const headers = Object.entries({ ...viewer.headers, host: 'test' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, address)
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\n${headers.join('')}\r\n`)
    return socket
  })
  unread.push(...sockets)
  return sockets
}

/** 5,000 columns of 150 characters, a megabyte together, whose names become equal in texts. */
const wide = Array.from({ length: 5000 }, (_, index) => ({
  ...{ type: 'string' },
  name:
    'x'.repeat(150) + [...index.toString(2).padStart(13, '0')].map((digit) => '.:'[Number(digit)]).join(''),
}))

async function addFile(sourceId: number, table: string): Promise<void> {
  const id = await insertFile(app.context.db, {
    ...{ org_id: app.organization.id, data_source_id: sourceId, user_id: app.member.id },
    ...{ file_name: `${table}.csv`, format: 'csv' as const, byte_count: 10 },
  })
  await app.context.db
    .updateTable('uploaded_files')
    .set({
      ...{ reading: 1, last_reading: 1, row_count: 2, table_name: table },
      columns_json: JSON.stringify(wide),
    })
    .where('id', '=', id)
    .execute()
}

describe('a stored schema', () => {
  it('is sent piece by piece, so clients that do not read it take little memory', async () => {
    const { id } = await createDataSource(app.context, { groups })
    const tables = Array.from({ length: 40_000 }, (_, at) => ({
      name: `t${at}${'x'.repeat(1000)}`,
      columns: [],
    }))
    const text = JSON.stringify({ schema: tables })
    const frame = zstdCompressSync(text)
    await saveSchema(app.context.db, { data_source_id: id, frame, table_count: 40_000, column_count: 0 })
    const path = `/api/data_sources/${id}/schema`
    const peak = await peakOfHeldBytes(async () => {
      const sockets = askSlowly(path, 20)
      await expect.poll(() => sockets.every(({ bytesRead }) => bytesRead > 0), { timeout: 30_000 }).toBe(true)
    })
    // 40 MB for each of 20 clients
    expect(peak).toBeLessThan(300_000_000)
    expect((await admin.get(path)).body === text).toBe(true)
  })
})

const isWhole = ({ columns, columns_left_out }: SchemaTable) =>
  columns.length === 5000 && columns_left_out === undefined
const isLeftOut = ({ columns, columns_left_out }: SchemaTable) =>
  columns.length === 0 && columns_left_out === true

describe('the schema of many wide tables', () => {
  it('has the columns of the first files, names the others, and says so', async () => {
    const { id } = await createDataSource(app.context, { type: 'files', options: {}, groups })
    for (let table = 0; table < 9; table++) await addFile(id, `t${table}`)
    await addFile(id, 't0')
    const reply = await viewer.get(`/api/data_sources/${id}/schema`)
    const { schema } = reply.json<{ schema: SchemaTable[] }>()
    expect(schema.map(({ name, size }) => [name, size])).toEqual(
      Array.from({ length: 9 }, (_, at) => [`t${at}`, at === 0 ? 4 : 2]),
    )
    expect(schema.slice(0, 4).every(isWhole)).toBe(true)
    expect(schema.slice(4).every(isLeftOut)).toBe(true)
    const names = schema[0]?.columns.map(({ name }) => name)
    expect(new Set(names).size).toBe(5000)
    const files = (await viewer.get(`/api/data_sources/${id}/files`)).json<{ columns: unknown[] | null }[]>()
    expect(files.map(({ columns }) => columns?.length ?? null)).toEqual([
      ...Array(4).fill(5000),
      ...Array(6).fill(null),
    ])
  })

  it('has the columns of the newest results', async () => {
    const { id } = await createDataSource(app.context, { type: 'results', options: {}, groups })
    const { id: data_source_id } = await createDataSource(app.context, { groups })
    for (let query = 0; query < 7; query++) {
      const { id: latest_result_id } = await createResult(app.context, { data_source_id })
      await app.context.db
        .updateTable('query_results')
        .set({ columns_json: JSON.stringify(wide) })
        .where('id', '=', latest_result_id)
        .execute()
      await createQuery(app.context, { data_source_id, latest_result_id, user_id: app.admin.id })
    }
    const { schema } = (await viewer.get(`/api/data_sources/${id}/schema`)).json<{ schema: SchemaTable[] }>()
    expect([schema.filter(isWhole).length, schema.filter(isLeftOut).length]).toEqual([4, 3])
  })

  it('waits for room when its readers do not read it', async () => {
    const { id } = await createDataSource(app.context, { type: 'files', options: {}, groups })
    for (let table = 0; table < 4; table++) await addFile(id, `t${table}`)
    const path = `/api/data_sources/${id}/schema`
    const sockets = askSlowly(path, 20)
    const answered = () => sockets.filter(({ bytesRead }) => bytesRead > 0).length
    await expect.poll(answered, { timeout: 30_000 }).toBeGreaterThan(0)
    // others are answered, after all that was asked before
    expect((await admin.get(path)).json().schema).toHaveLength(4)
    // 64 MB is the part of one user
    expect(answered()).toBeLessThan(12)
  })
})
