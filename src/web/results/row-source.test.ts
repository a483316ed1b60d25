import { describe, expect, it, vi } from 'vitest'
import type { RowPageRequest } from '#visualizations/visualization.ts'
import { createRowSource, type WindowRequest } from './row-source.ts'

const total = 12_345
const all: Omit<RowPageRequest, 'from' | 'count'> = { sort: [], search: null }
const { signal } = new AbortController()

/** A server whose rows are their numbers; it sends at most `max` of them at once. */
function server(max = Number.POSITIVE_INFINITY, lengthOfRow = 1) {
  const asked: WindowRequest[] = []
  const source = createRowSource(total, async (request) => {
    asked.push(request)
    const { from, count } = request
    const rowsSent = Math.max(0, Math.min(count, total - from, max))
    return {
      total,
      rows: Array.from({ length: rowsSent }, (_, index) => ({ n: from + index })),
      length: rowsSent * lengthOfRow,
    }
  })
  const numbers = async (request: RowPageRequest) =>
    (await source.page(request, signal)).rows.map(({ n }) => n)
  return { asked, source, numbers }
}

describe('a row source', () => {
  it('reads blocks, so that most pages are already loaded, and prefetches the next ones', async () => {
    const { asked, source, numbers } = server()
    expect(source.count).toBe(total)
    expect(await numbers({ ...all, from: 0, count: 25 })).toEqual(Array.from({ length: 25 }, (_, n) => n))
    expect(await numbers({ ...all, from: 100, count: 25 })).toContain(124)
    expect(asked).toEqual([{ from: 0, count: 500 }])
    expect(await numbers({ ...all, from: 475, count: 25 })).toContain(499)
    expect(asked).toHaveLength(2)
    expect(await numbers({ ...all, from: 500, count: 25 })).toContain(524)
    expect(asked).toEqual([0, 500].map((from) => ({ from, count: 500 })))
  })

  it('assembles a page from several blocks, and stops at the last row', async () => {
    const { numbers } = server()
    expect(await numbers({ ...all, from: 450, count: 200 })).toEqual(
      Array.from({ length: 200 }, (_, n) => 450 + n),
    )
    expect(await numbers({ ...all, from: 12_300, count: 100 })).toHaveLength(45)
  })

  it('requests the rest of a page whose rows are too large for one answer', async () => {
    const { asked, numbers } = server(10)
    expect(await numbers({ ...all, from: 0, count: 25 })).toEqual(Array.from({ length: 25 }, (_, n) => n))
    expect(asked.map(({ from, count }) => [from, count])).toEqual([
      [0, 500],
      [10, 15],
      [20, 5],
    ])
    expect(await numbers({ ...all, from: 0, count: 25 })).toContain(24)
    expect(asked).toHaveLength(3)
    expect(await numbers({ ...all, from: 490, count: 25 })).toEqual(
      Array.from({ length: 25 }, (_, n) => 490 + n),
    )
    expect(await numbers({ ...all, from: 12_340, count: 25 })).toEqual([
      12_340, 12_341, 12_342, 12_343, 12_344,
    ])
  })

  it('fails for a page that no browser could hold, and for rows that were deleted', async () => {
    const { asked, source } = server(1, 16_000_000)
    await expect(source.page({ ...all, from: 0, count: 500 }, signal)).rejects.toThrow(
      'too large to be shown',
    )
    expect(asked.length).toBeLessThan(10)
    expect((await source.page({ ...all, from: 0, count: 5 }, signal)).rows).toHaveLength(5)
    const gone = createRowSource(total, async () => ({ rows: [], total, length: 0 }))
    await expect(gone.page({ ...all, from: 0, count: 5 }, signal)).rejects.toThrow('missing')
  })

  it('requests order and search as the server expects, with only the column properties that the text depends on', async () => {
    const { asked, source } = server()
    const columns = [
      { name: 'a', displayAs: 'number', numberFormat: '0,0', linkUrlTemplate: '{{ @ }}', title: 'A' },
      { name: 'b', displayAs: 'string', allowHTML: false, numberFormat: 'x' },
    ]
    await source.page(
      { from: 0, count: 10, sort: [{ name: 'a,b', descending: true }], search: { text: 'x', columns } },
      signal,
    )
    expect(asked[0]).toEqual({
      ...{ from: 0, count: 500, sort: '-a%2Cb', search: 'x' },
      columns: '[{"name":"a","displayAs":"number","numberFormat":"0,0"},{"name":"b","displayAs":"string"}]',
    })
    const [column] = columns.slice(1)
    if (column === undefined) throw new Error('there is no column')
    const filters = [{ column, type: 'string', test: 'contains' as const, value: 'y' }]
    await source.page({ ...all, from: 0, count: 10, filters }, signal)
    expect(asked.at(-1)?.filters).toBe(
      '[{"column":{"name":"b","displayAs":"string"},"type":"string","test":"contains","value":"y"}]',
    )
    const many = Array.from({ length: 500 }, (_, index) => ({ name: `column ${index}`, displayAs: 'string' }))
    const tooMany = source.page(
      { from: 0, count: 10, sort: [], search: { text: 'x', columns: many } },
      signal,
    )
    await expect(tooMany).rejects.toThrow('Too many columns')
  })

  it('cancels reads that no caller waits for, and retries failed ones', async () => {
    const signals: AbortSignal[] = []
    const read = vi.fn((_: WindowRequest, own: AbortSignal) => {
      signals.push(own)
      return new Promise<never>(() => {})
    })
    const source = createRowSource(total, read)
    const [one, other] = [new AbortController(), new AbortController()]
    const both = [one, other].map((each) => source.page({ ...all, from: 0, count: 10 }, each.signal))
    one.abort(new Error('left'))
    await expect(both[0]).rejects.toThrow('left')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    other.abort(new Error('left too'))
    await expect(both[1]).rejects.toThrow('left too')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])

    read.mockImplementationOnce(() => Promise.reject(new Error('no luck')))
    await expect(source.page({ ...all, from: 0, count: 10 }, signal)).rejects.toThrow('no luck')
    read.mockImplementationOnce(async () => ({ rows: [{ n: 0 }], total: 1, length: 1 }) as never)
    await expect(source.page({ ...all, from: 0, count: 10 }, signal)).resolves.toEqual({
      rows: [{ n: 0 }],
      found: 1,
    })
  })

  it('keeps only the most recently used blocks', async () => {
    const { asked, numbers } = server()
    for (let from = 0; from < total; from += 1000) await numbers({ ...all, from, count: 10 })
    const before = asked.length
    await numbers({ ...all, from: 12_000, count: 10 })
    expect(asked).toHaveLength(before)
    await numbers({ ...all, from: 0, count: 10 })
    expect(asked).toHaveLength(before + 1)
  })
})
