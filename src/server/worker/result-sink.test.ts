import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { QueryFailed } from '#connectors/connector-errors.ts'
import { encodeNumber, encodeText } from '#connectors/encode-cell.ts'
import { jsonTextEncoder } from '#connectors/json-text.ts'
import type { StoredChunk } from '../runs/results/result-store.ts'
import { StoringFailed } from './chunk-writer.ts'
import { createResultSink } from './result-sink.ts'

const columns = [
  { name: 'n', type: 'integer' as const, encode: encodeNumber },
  { name: 't', type: 'string' as const, encode: encodeText },
]

function sinkUnderTest(options: { maxRows?: number; maxBytes?: number; write?: () => Promise<void> } = {}) {
  const chunks: StoredChunk[] = []
  const progress: number[] = []
  const state = { writing: 0, most: 0 }
  const sink = createResultSink({
    maxRows: options.maxRows ?? 10_000_000,
    maxBytes: options.maxBytes ?? 10_000_000_000,
    async writeChunk(chunk) {
      state.most = Math.max(state.most, ++state.writing)
      await (options.write?.() ?? new Promise((resolve) => setTimeout(resolve, 1)))
      state.writing--
      chunks.push({ ...chunk, frame: Buffer.from(chunk.frame) })
    },
    async onProgress(rows) {
      progress.push(rows)
    },
  })
  const rows = () => {
    const texts = chunks
      .sort((a, b) => a.seq - b.seq)
      .map((chunk) => zstdDecompressSync(chunk.frame).toString('utf8'))
    return JSON.parse(`[${texts.join('')}]`) as Record<string, unknown>[]
  }
  return { sink, chunks, progress, state, rows }
}

describe('createResultSink', () => {
  it('cuts a million rows into small chunks, with few in flight', async () => {
    const { sink, chunks, state, progress } = sinkUnderTest()
    sink.columns(columns)
    const batch = Array.from({ length: 1000 }, (_, index) => [index, `text number ${index} of this batch`])
    for (let count = 0; count < 1000; count++) expect(await sink.rows(batch)).toBe(true)
    const summary = await sink.finish()
    expect(summary).toMatchObject({ row_count: 1_000_000, truncated: false, extras_json: '{}' })
    expect(Math.max(...chunks.map((chunk) => chunk.byte_count))).toBeLessThan(1_100_000)
    const [first] = chunks.sort((a, b) => a.seq - b.seq)
    expect(first?.byte_count).toBeLessThan(70_000)
    expect(chunks.reduce((sum, chunk) => sum + chunk.byte_count, 0)).toBe(summary.byte_count)
    expect(chunks.every((chunk, seq) => chunk.seq === seq)).toBe(true)
    expect(chunks.at(-1)).toMatchObject({ first_row: 1_000_000 - (chunks.at(-1)?.row_count ?? 0) })
    expect(state.most).toBeLessThanOrEqual(2)
    expect(progress[0]).toBeGreaterThanOrEqual(first?.row_count ?? 0)
    expect([...progress]).toEqual([...progress].sort((a, b) => a - b))
  })

  it('gives other work its turn while it encodes a long cell', async () => {
    const { sink, rows } = sinkUnderTest()
    const column = { name: 'j', type: null, encode: jsonTextEncoder(encodeText) }
    sink.columns([column, { ...column, name: 'k' }])
    const long = `[${'1,'.repeat(2_000_000)}1]`
    let turns = 0
    let isDone = false
    const other = () => {
      turns++
      if (!isDone) setImmediate(other)
    }
    setImmediate(other)
    await sink.rows([
      ['[]', long],
      [`${long}x`, null],
    ])
    isDone = true
    await sink.finish()
    expect(turns).toBeGreaterThan(20)
    expect(rows().map(({ j, k }) => [JSON.stringify(j).length, JSON.stringify(k).length])).toEqual([
      [2, long.length],
      [long.length + 3, 4],
    ])
  })

  it('refuses too many columns, and names that are too long in total', () => {
    const column = (name: string) => ({ name, type: null, encode: encodeText })
    const { sink } = sinkUnderTest()
    const many = Array.from({ length: 5001 }, (_, index) => column(`c${index}`))
    expect(() => sink.columns(many)).toThrow(
      new QueryFailed('The result has 5,001 columns; the limit is 5,000. Select fewer of them.'),
    )
    expect(() => sink.columns([column('x'.repeat(1_000_001))])).toThrow(QueryFailed)
    sink.columns(many.slice(1))
  })

  it('refuses a row that is too large to read', async () => {
    const { sink } = sinkUnderTest()
    sink.columns(columns)
    await expect(sink.rows([[1, 'x'.repeat(16_000_001)]])).rejects.toThrow('larger than 16 MB')
    await sink.settle()
  })

  it('gives no result after a failure, even if the connector swallows the error', async () => {
    const { sink } = sinkUnderTest()
    sink.columns(columns)
    await sink.rows([[1, 'a']])
    await sink.rows([[2, 'x'.repeat(16_000_001)]]).catch(() => {})
    await expect(sink.rows([[3, 'c']])).rejects.toThrow('larger than 16 MB')
    await expect(sink.finish()).rejects.toThrow('larger than 16 MB')
    await sink.settle()
  })

  it('stores the first rows soon, also when no more follow', async () => {
    const { sink, chunks } = sinkUnderTest()
    sink.columns(columns)
    await sink.rows([[1, 'only']])
    await expect.poll(() => chunks.length, { timeout: 2000 }).toBe(1)
    await sink.finish()
    expect(chunks).toHaveLength(1)
  })

  it('stops at its limits and says so', async () => {
    const byRows = sinkUnderTest({ maxRows: 3 })
    byRows.sink.columns(columns)
    expect(
      await byRows.sink.rows([
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ]),
    ).toBe(true)
    expect(await byRows.sink.rows([[4, 'd']])).toBe(false)
    expect(await byRows.sink.finish()).toMatchObject({ row_count: 3, extras_json: '{"truncated":true}' })
    const byBytes = sinkUnderTest({ maxBytes: 40 })
    byBytes.sink.columns(columns)
    expect(
      await byBytes.sink.rows([
        [1, 'éé'],
        [2, 'éé'],
        [3, 'éé'],
      ]),
    ).toBe(false)
    const summary = await byBytes.sink.finish()
    expect(summary.truncated).toBe(true)
    expect(summary.byte_count).toBe(37)
    expect(byBytes.rows()).toEqual([1, 2].map((n) => ({ n, t: 'éé' })))
  })

  it('keeps log lines and metadata, and needs columns', async () => {
    const { sink } = sinkUnderTest()
    await expect(sink.finish()).rejects.toThrow(new QueryFailed('Query completed but it returned no data.'))
    sink.columns(columns)
    sink.log('careful')
    sink.metadata({ data_scanned: 5 })
    const { extras_json } = await sink.finish()
    expect(JSON.parse(extras_json)).toEqual({ log: ['careful'], metadata: { data_scanned: 5 } })
  })

  it('reports that a chunk could not be written', async () => {
    const full = Object.assign(new Error('could not extend file'), { code: '53100' })
    const { sink } = sinkUnderTest({ write: () => Promise.reject(full) })
    sink.columns(columns)
    await sink.rows([[1, 'x'.repeat(100_000)]])
    const failed = sink.finish()
    await expect(failed).rejects.toThrow(StoringFailed)
    await expect(failed).rejects.toThrow('the disk of the Sextant database is full')
  })

  it('ignores rows after the end', async () => {
    const { sink, chunks } = sinkUnderTest()
    sink.columns(columns)
    await sink.settle()
    expect(await sink.rows([[1, 'late']])).toBe(false)
    expect(chunks).toEqual([])
  })
})
