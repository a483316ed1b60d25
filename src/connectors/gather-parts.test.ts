import { describe, expect, it } from 'vitest'
import { gatherParts } from './gather-parts.ts'

type Chunk = number | 'pause' | 'break'

/** Yields chunks of the given sizes; the byte values count up. */
function readerOf(chunks: Iterable<Chunk>) {
  let byte = 0
  const body = async function* () {
    for (const chunk of chunks) {
      if (chunk === 'break') throw new Error('It broke off.')
      if (chunk === 'pause') await new Promise((resolve) => setTimeout(resolve, 100))
      else yield Uint8Array.from({ length: chunk }, () => byte++)
    }
  }
  const chunksOut = body()
  return { read: () => chunksOut.next() as Promise<ReadableStreamReadResult<Uint8Array>> }
}

async function partsOf(chunks: Iterable<Chunk>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for await (const part of gatherParts(readerOf(chunks))) parts.push(part)
  return parts
}

const counting = (length: number) => Buffer.from(Uint8Array.from({ length }, (_, at) => at))

describe('gatherParts', () => {
  it.each<[string, Chunk[], number]>([
    ['single bytes', Array(1000).fill(1), 20],
    ['chunks of all sizes', [1, 70_000, 3, 65_536, 1, 1, 200_000], 7],
    ['nothing', [], 0],
    ['empty chunks', [0, 1, 0], 3],
  ])('gives every byte in its order, in few parts: %s', async (_, chunks, most) => {
    const parts = await partsOf(chunks)
    const length = chunks.reduce<number>((sum, chunk) => sum + Number(chunk), 0)
    expect(Buffer.concat(parts)).toEqual(counting(length))
    expect(parts.length).toBeLessThanOrEqual(most)
  })

  it('holds nothing back while the source is idle', async () => {
    expect((await partsOf([1, 1, 'pause', 1])).map((part) => part.length)).toEqual([2, 1])
  })

  it('yields what came before an error, then throws the error', async () => {
    const parts = gatherParts(readerOf([1, 1, 'break']))
    expect((await parts.next()).value).toEqual(counting(2))
    await expect(parts.next()).rejects.toThrow('It broke off.')
  })

  it('holds an error until the next part is requested', async () => {
    const parts = gatherParts(readerOf([70_000, 'break']))
    expect((await parts.next()).value).toHaveLength(70_000)
    // vitest fails a run with an unhandled rejection
    await new Promise((resolve) => setTimeout(resolve, 20))
    await expect(parts.next()).rejects.toThrow('It broke off.')
  })
})
