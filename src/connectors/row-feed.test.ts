import { describe, expect, it } from 'vitest'
import { recordingSink } from './recording-sink.ts'
import { rowFeed } from './row-feed.ts'

function source() {
  const calls: string[] = []
  return {
    calls,
    pause: () => void calls.push('pause'),
    resume: () => void calls.push('resume'),
    stop: () => void calls.push('stop'),
  }
}

function sinkOfOneColumn(options: Parameters<typeof recordingSink>[0] = {}) {
  const sink = recordingSink(options)
  sink.columns([{ name: 'a', type: 'integer', encode: String }])
  return sink
}

describe('rowFeed', () => {
  it('delivers every row once and in order', async () => {
    const sink = sinkOfOneColumn()
    const feed = rowFeed(sink, source())
    for (let row = 0; row < 10_001; row++) feed.push([row], 1)
    await feed.finish()
    expect(sink.cells.map(([cell]) => Number(cell))).toEqual(Array.from({ length: 10_001 }, (_, row) => row))
  })

  it('pauses the source while the sink works and the next batch is full, and resumes it after', async () => {
    const gate = Promise.withResolvers<boolean>()
    const steered = source()
    const sink = { ...sinkOfOneColumn(), rows: () => gate.promise }
    const feed = rowFeed(sink, steered)
    for (let row = 0; row < 2000; row++) feed.push([row], 1)
    expect(steered.calls).toEqual([])
    for (let row = 0; row < 2000; row++) feed.push([row], 1)
    expect(steered.calls).toEqual(['pause'])
    gate.resolve(true)
    await feed.finish()
    expect(steered.calls).toEqual(['pause', 'resume'])
  })

  it('cuts batches by bytes as well', async () => {
    const sink = sinkOfOneColumn()
    const feed = rowFeed(sink, source())
    for (let row = 0; row < 6; row++) {
      feed.push([row], 300 * 1024)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await feed.finish()
    expect(Math.max(...sink.batches)).toBeLessThanOrEqual(3)
  })

  it('counts empty cells, which take few bytes', async () => {
    const sink = recordingSink()
    const columns = Array.from({ length: 5000 }, (_, at) => ({ name: `c${at}`, type: null, encode: String }))
    sink.columns(columns)
    const feed = rowFeed(sink, source())
    for (let row = 0; row < 60; row++) feed.push(new Array(5000).fill(null), 2)
    await feed.finish()
    expect(sink.batches[0]).toBeLessThan(30)
  })

  it('refuses a row that is too large for a result before it is encoded', async () => {
    for (const minLength of [undefined, () => 16_000_001]) {
      const sink = sinkOfOneColumn()
      const steered = { ...source(), minLength }
      const feed = rowFeed(sink, steered)
      feed.push(['too large'], 16_000_001)
      feed.push(['behind it'], 1)
      expect(steered.calls).toEqual(['stop'])
      await expect(feed.finish()).rejects.toThrow('larger than 16 MB')
      expect(sink.cells).toEqual([])
    }
    const sink = sinkOfOneColumn()
    const feed = rowFeed(sink, { ...source(), minLength: () => 16_000_000 })
    feed.push([1], 48_000_000)
    await feed.finish()
    expect(sink.cells).toEqual([['1']])
  })

  it('delivers slow rows without waiting for a full batch', async () => {
    const sink = sinkOfOneColumn()
    const feed = rowFeed(sink, source())
    feed.push([1], 1)
    await expect.poll(() => sink.cells).toEqual([['1']])
    feed.push([2], 1)
    await expect.poll(() => sink.cells).toEqual([['1'], ['2']])
    await feed.finish()
  })

  it('stops the source once when the sink has enough, and drops the rest', async () => {
    const steered = source()
    const sink = sinkOfOneColumn({ stopAfter: 2000 })
    const feed = rowFeed(sink, steered)
    for (let row = 0; row < 9000; row++) feed.push([row], 1)
    await feed.finish()
    expect(sink.cells).toHaveLength(2000)
    expect(steered.calls.filter((call) => call === 'stop')).toHaveLength(1)
    expect(steered.calls.at(-1)).not.toBe('pause')
  })

  it('rejects with the error of the sink', async () => {
    const steered = source()
    const full = new Error('disk full')
    const feed = rowFeed({ ...sinkOfOneColumn(), rows: () => Promise.reject(full) }, steered)
    for (let row = 0; row < 5000; row++) feed.push([row], 1)
    await expect(feed.finish()).rejects.toBe(full)
    expect(steered.calls).toContain('stop')
  })

  it('discards without a further delivery', async () => {
    const sink = sinkOfOneColumn()
    const feed = rowFeed(sink, source())
    feed.push([1], 1)
    feed.discard()
    feed.push([2], 1)
    await feed.finish()
    expect(sink.cells).toEqual([])
  })
})
