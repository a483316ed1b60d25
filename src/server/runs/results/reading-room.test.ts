import { describe, expect, it } from 'vitest'
import { readingRoom } from './reading-room.ts'

describe('the reading room', () => {
  it('lets in what there is room for, in the order of the line, and what is larger than itself alone', async () => {
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

  it('refuses who would stand at the end of a long line', async () => {
    const room = readingRoom(1)
    const leave = await room.enter(1)
    const line = Array.from({ length: 200 }, async () => (await room.enter(1))())
    await expect(room.enter(1)).rejects.toMatchObject({ code: 'result.too_many_orders' })
    leave()
    await Promise.all(line)
  })
})
