import { expect, it } from 'vitest'
import { ByteSource } from './byte-source.ts'
import { WireFault } from './wire-fault.ts'

function sourceOf(parts: readonly string[], left: number): ByteSource {
  const waiting = parts.map((part) => Buffer.from(part))
  const source = new ByteSource(async () => waiting.shift() ?? null)
  source.left = left
  return source
}

async function read(source: ByteSource, lengths: readonly number[]): Promise<string[]> {
  const taken: string[] = []
  for (const length of lengths) {
    await source.want(length)
    taken.push(source.take(length).toString())
  }
  return taken
}

it('gives the same bytes, however they arrive', async () => {
  const lengths = [1, 0, 3, 4, 2]
  const expected = ['a', '', 'bcd', 'efgh', 'ij']
  for (const parts of [['abcdefghij'], [...'abcdefghij'], ['abcd', '', 'efghij'], ['ab', 'cdefg', 'hijkl']])
    expect(await read(sourceOf(parts, 10), lengths)).toEqual(expected)
})

it('knows what has arrived', async () => {
  const source = sourceOf(['abc', 'def'], 5)
  expect(source.has(1)).toBe(false)
  await source.want(2)
  expect(source.has(3)).toBe(true)
  expect(source.has(4)).toBe(false)
  await source.want(5)
  // the sixth byte belongs to another message
  expect(source.has(6)).toBe(false)
})

it('goes on with the next message after the rest of one was left out', async () => {
  const source = sourceOf(['abc', 'defgh'], 6)
  await source.want(1)
  source.take(1)
  await source.discard()
  source.left = 2
  expect(await read(source, [2])).toEqual(['gh'])
})

it('fails at the end of a message, and at the end of all', async () => {
  await expect(read(sourceOf(['abcdef'], 3), [2, 2])).rejects.toThrow(WireFault)
  await expect(read(sourceOf(['ab'], 8), [3])).rejects.toThrow('closed the connection')
  await expect(sourceOf(['ab'], 8).discard()).rejects.toThrow('closed the connection')
})
