import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Reader, readingRoom } from './reading-room.ts'

afterEach(() => vi.useRealTimers())

describe('the reading room', () => {
  it('admits what there is room for, in the order of the line, and anything larger than itself alone', async () => {
    const room = readingRoom(10)
    const inside: string[] = []
    const come = async (name: string, bytes: number) => {
      const leave = await room.enter(bytes)
      inside.push(name)
      return leave
    }
    const leaveFirst = await come('first', 6)
    const huge = come('huge', 1000)
    const last = come('last', 1)
    await Promise.resolve()
    expect(inside).toEqual(['first'])
    leaveFirst()
    leaveFirst()
    const leaveHuge = await huge
    expect(inside).toEqual(['first', 'huge'])
    leaveHuge()
    ;(await last)()
    await come('again', 10)
    expect(inside).toEqual(['first', 'huge', 'last', 'again'])
  })

  it('refuses a reader at the end of a long line', async () => {
    const room = readingRoom(1)
    const leave = await room.enter(1)
    const line = Array.from({ length: 200 }, async () => (await room.enter(1))())
    await expect(room.enter(1)).rejects.toMatchObject({ code: 'result.too_many_orders' })
    leave()
    await Promise.all(line)
  })
})

describe('a reading room whose places depend on clients', () => {
  const limits = { share: 6, bytesPerSecond: 1, patienceMs: 10_000 }

  /** Clients that enter, with records of those inside, dropped or turned away. */
  function clients(size: number) {
    const room = readingRoom(size, limits)
    const inside: string[] = []
    const dropped: string[] = []
    const refused: string[] = []
    const come = (name: string, bytes: number) => {
      const gone = new AbortController()
      const reader: Reader = {
        owner: name.slice(0, 1),
        gone: gone.signal,
        drop: () => {
          dropped.push(name)
          leave()
        },
      }
      let free: (() => void) | undefined
      const leave = () => {
        gone.abort(new Error(name))
        free?.()
      }
      room.enter(bytes, reader).then(
        (given) => {
          inside.push(name)
          free = given
        },
        (error: { code?: string; message: string }) => refused.push(error.code ?? error.message),
      )
      return leave
    }
    return { come, inside, dropped, refused, settled: () => vi.advanceTimersByTimeAsync(0) }
  }

  it('gives one owner a share of it, and lets other owners pass readers who wait for their share', async () => {
    vi.useFakeTimers()
    const { come, inside, settled } = clients(10)
    const leave = come('a1', 4)
    come('a2', 4)
    come('b1', 4)
    come('a3', 2)
    come('c1', 9)
    await settled()
    expect(inside).toEqual(['a1', 'b1', 'a3'])
    leave()
    await settled()
    expect(inside).toEqual(['a1', 'b1', 'a3', 'a2'])
  })

  it('admits one reader that wants more than the share', async () => {
    vi.useFakeTimers()
    const { come, inside, settled } = clients(10)
    const leave = come('a1', 50)
    come('b1', 1)
    await settled()
    expect(inside).toEqual(['a1'])
    leave()
    await settled()
    expect(inside).toEqual(['a1', 'b1'])
  })

  it('drops readers that are too slow, but only when others wait', async () => {
    vi.useFakeTimers()
    const { come, inside, dropped } = clients(10)
    come('a1', 5)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(dropped).toEqual([])
    come('b1', 5)
    await vi.advanceTimersByTimeAsync(5000)
    expect(dropped).toEqual([])
    come('c1', 5)
    await vi.advanceTimersByTimeAsync(0)
    expect([dropped, inside]).toEqual([['a1'], ['a1', 'b1', 'c1']])
    come('d1', 5)
    await vi.advanceTimersByTimeAsync(9900)
    expect(dropped).toEqual(['a1'])
    await vi.advanceTimersByTimeAsync(200)
    expect([dropped, inside]).toEqual([
      ['a1', 'b1'],
      ['a1', 'b1', 'c1', 'd1'],
    ])
  })

  it('forgets a reader that leaves the line, and refuses an owner that fills it', async () => {
    vi.useFakeTimers()
    const { come, inside, refused, settled } = clients(10)
    const leave = come('a1', 10)
    const leaveLine = come('b1', 10)
    come('c1', 3)
    await settled()
    leaveLine()
    leave()
    await settled()
    expect([inside, refused]).toEqual([['a1', 'c1'], ['b1']])
    for (let place = 0; place < 51; place++) come('d', 9)
    come('e1', 9)
    await settled()
    expect(refused).toEqual(['b1', 'result.too_many_orders'])
  })
})
