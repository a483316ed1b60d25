import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import { peakOfHeldBytes } from '#test/held-memory.ts'
import { insertFileChunk } from './file-content-store.ts'
import { insertFile } from './file-store.ts'

let app: AppUnderTest
let member: Caller
let sourceId: number

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  sourceId = (await createDataSource(app.context, { type: 'files', options: {} })).id
})
afterAll(() => app?.close())

/** A file that was read, with these texts as its chunks. Returns its address. */
async function readFile(columns: string[], chunks: { row_count: number; text: string }[]): Promise<string> {
  const { db, pool } = app.context
  const id = await insertFile(db, {
    ...{ org_id: app.organization.id, data_source_id: sourceId, user_id: app.member.id },
    ...{ file_name: 'a.xlsx', format: 'xlsx' as const, byte_count: 10 },
  })
  await db
    .updateTable('uploaded_files')
    .set({
      ...{
        reading: 1,
        last_reading: 1,
        row_count: chunks.reduce((sum, { row_count }) => sum + row_count, 0),
      },
      columns_json: JSON.stringify(columns.map((name) => ({ name, type: 'string' }))),
    })
    .where('id', '=', id)
    .execute()
  for (const [seq, { row_count, text }] of chunks.entries()) {
    const frame = zstdCompressSync(text)
    await insertFileChunk(
      pool,
      { fileId: id, reading: 1 },
      { seq, row_count, byte_count: Buffer.byteLength(text), frame },
    )
  }
  return `/api/data_sources/${sourceId}/files/${id}`
}

describe('the preview of a file', () => {
  it('takes little memory, however large its rows are, and however many ask at once', async () => {
    const large = '€'.repeat(3_000_000)
    const chunks = Array.from({ length: 12 }, (_, row) => ({
      row_count: 1,
      text: `${row === 0 ? '' : ','}{"a":${row},"b":"${large}"}`,
    }))
    const path = await readFile(['a', 'b'], chunks)
    const peak = await peakOfHeldBytes(async () => {
      const replies = await Promise.all(Array.from({ length: 6 }, () => member.get(path)))
      for (const reply of replies) expect(reply.json().rows).toEqual([['0', `${'€'.repeat(200)}…`]])
    })
    // one row of one caller is 9 MB; all rows of all callers are 650 MB
    expect(peak).toBeLessThan(200_000_000)
  })

  it('ends after some megabytes, with whole rows of cut cells', async () => {
    const row = (n: number) => `{"a":"${'\\n'.repeat(150_000)}","b":${n},"c":null}`
    const chunks = Array.from({ length: 30 }, (_, n) => ({
      ...{ row_count: 2, text: `${n === 0 ? '' : ','}${row(2 * n)},${row(2 * n + 1)}` },
    }))
    const { rows } = (await member.get(await readFile(['a', 'b', 'c'], chunks))).json()
    expect(rows).toEqual(Array.from({ length: 12 }, (_, n) => [`${'\n'.repeat(200)}…`, String(n), null]))
  })

  it('has at most a hundred rows, and texts of a length that fits are whole', async () => {
    const text = Array.from({ length: 150 }, (_, n) => `{"a":"${'é'.repeat(n === 0 ? 200 : 1)}"}`).join(',')
    const { rows } = (await member.get(await readFile(['a'], [{ row_count: 150, text }]))).json()
    expect(rows).toHaveLength(100)
    expect(rows[0]).toEqual(['é'.repeat(200)])
  })
})
