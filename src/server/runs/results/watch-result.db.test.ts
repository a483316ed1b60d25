import { randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUnderTest } from '#test/database-under-test.ts'
import { heldBytes } from '#test/held-memory.ts'
import { makingRoom } from './reading-room.ts'
import { watchResult } from './watch-result.ts'

let database: Awaited<ReturnType<typeof databaseUnderTest>>
let nextId = 1
beforeAll(async () => {
  database = await databaseUnderTest()
})
afterAll(() => database.close())

/** Stores chunks as the sink writes them; each item is the JSON text of one chunk's rows. */
async function storeChunks(names: string[], chunks: string[][], pool = database.pool) {
  const id = nextId++
  let first_row = 0
  for (const [seq, rows] of chunks.entries()) {
    const text = `${seq === 0 ? '' : ','}${rows.join(',')}`
    await database.db
      .insertInto('query_result_chunks')
      .values({
        ...{ result_id: id, seq, first_row, row_count: rows.length, byte_count: Buffer.byteLength(text) },
        frame: zstdCompressSync(text),
      })
      .execute()
    first_row += rows.length
  }
  const columns_json = JSON.stringify(names.map((name) => ({ name, friendly_name: name, type: null })))
  return watchResult(pool, { id, columns_json, row_count: first_row })
}

describe('watchResult', () => {
  it('shows the first cell of each kind as the database printed it', async () => {
    const names = ['whole', 'decimal', 'text', 'escaped', 'yes', 'no', 'nothing', 'nested', 'a "name"']
    const watch = await storeChunks(names, [
      [
        String.raw`{"whole":9007199254740993,"decimal":1.10,"text":"Köln","escaped":"a\"b\u00e9","yes":true,"no":false,"nothing":null,"nested":{"a":[1.50]},"a \"name\"":1}`,
        `{"whole":1,"decimal":1,"text":"","escaped":"","yes":null,"no":null,"nothing":1,"nested":null,"a \\"name\\"":2}`,
      ],
    ])
    const result = await watch.look(names.map((column) => ({ column, extremes: false })))
    expect(names.map((name) => result.column(name)?.first)).toEqual([
      ...['9007199254740993', '1.10', 'Köln', 'a"bé', true, false, null, '{"a":[1.50]}', '1'],
    ])
    expect([result.row_count, result.column('other')]).toEqual([2, undefined])
    expect((await watch.look([{ column: 'other', extremes: true }])).column('other')).toBeUndefined()
  })

  it('finds extremes in all chunks, also when requested later and for several columns', async () => {
    const row = (n: number) => `{"n":${n},"m":${n === 700 ? 'null' : -n},"t":"x"}`
    const chunks = Array.from({ length: 11 }, (_, chunk) =>
      Array.from({ length: 100 }, (_, index) => row(chunk * 100 + index)),
    )
    const watch = await storeChunks(['n', 'm', 't'], chunks)
    expect((await watch.look([{ column: 'n', extremes: false }])).column('n')).toEqual({
      first: '0',
      extremes: null,
    })
    const result = await watch.look(['n', 'm', 't'].map((column) => ({ column, extremes: true })))
    expect(result.column('n')).toEqual({ first: '0', extremes: { kind: 'found', min: '0', max: '1099' } })
    expect(result.column('m')?.extremes).toEqual({ kind: 'empty_cell' })
    expect(result.column('t')?.extremes).toEqual({ kind: 'not_a_number' })
    // cached, so nothing is read again
    await database.db.deleteFrom('query_result_chunks').execute()
    expect((await watch.look([{ column: 'n', extremes: true }])).column('n')).toEqual(result.column('n'))
  })

  it('does not take a part of a result for the whole', async () => {
    const watch = await storeChunks(['n'], [['{"n":1}'], ['{"n":2}']])
    await watch.look([{ column: 'n', extremes: false }])
    await database.db.deleteFrom('query_result_chunks').where('seq', '=', 1).execute()
    await expect(watch.look([{ column: 'n', extremes: true }])).rejects.toThrow('1 of its 2 rows')
  })

  it('shows the first 100 rows, from as many chunks as needed', async () => {
    const chunks = [1, 49, 80].map((count, chunk) =>
      Array.from({ length: count }, (_, index) => `{"n":"${chunk}-${index}","long":9007199254740993}`),
    )
    const { columns, rows } = await (await storeChunks(['n', 'long'], chunks)).firstRows()
    expect(columns.map(({ name }) => name)).toEqual(['n', 'long'])
    expect([rows.length, rows[0], rows[99]]).toEqual([
      100,
      { n: '0-0', long: '9007199254740993' },
      { n: '2-49', long: '9007199254740993' },
    ])
  })

  it('omits what is too large for a message, and keeps a long text short', async () => {
    const watch = await storeChunks(
      ['n'],
      [[`{"n":"${'ä'.repeat(100_000)}"}`, `{"n":"${'b'.repeat(100_000)}"}`], ['{"n":"small"}']],
    )
    expect((await watch.firstRows()).rows).toHaveLength(1)
    const { first } = (await watch.look([{ column: 'n', extremes: false }])).column('n') ?? { first: null }
    expect(first).toBe('ä'.repeat(10_000))
  })

  it('holds only as many large rows as the room has places for, for any number of callers', async () => {
    const noise = randomBytes(9_000_000).toString('base64')
    const chunks = Array.from({ length: 4 }, (_, n) => [`{"n":${n},"noise":"${noise}"}`])
    const peaks: number[] = []
    let before = 0
    /** looks at the memory near the end of each frame */
    const watched: typeof database.pool = new Proxy(database.pool, {
      get(pool, name) {
        if (name !== 'query') return Reflect.get(pool, name)
        return (query: { name?: string; text: string; values: number[] }) => {
          const from = query.name === 'slice_of_frame' ? (query.values[2] ?? 0) : 0
          if (from > 8_000_000) peaks.push(heldBytes() - before)
          return pool.query(query)
        }
      },
    })
    const watch = await storeChunks(['n', 'noise'], chunks, watched)
    // room for one of the rows is left, which counts with its frame, its text, and what may be made of the text
    const leave = await makingRoom.enter((192 - 40) * 1024 * 1024)
    before = heldBytes()
    try {
      const looks = [1, 2, 3].map(() => watch.look([{ column: 'n', extremes: true }]))
      for (const result of await Promise.all(looks))
        expect(result.column('n')?.extremes).toEqual({ kind: 'found', min: '0', max: '3' })
    } finally {
      leave()
    }
    expect(peaks.length).toBeGreaterThan(10)
    // one frame of 9 MB and the slice of it that arrives; a second row would add its frame, or its text of 12 MB
    expect(Math.max(...peaks)).toBeLessThan(17_000_000)
  })

  it('supports a result without rows', async () => {
    const watch = await storeChunks(['n'], [])
    const result = await watch.look([{ column: 'n', extremes: true }])
    expect([result.row_count, result.column('n')]).toEqual([0, undefined])
    expect((await watch.firstRows()).rows).toEqual([])
  })
})
