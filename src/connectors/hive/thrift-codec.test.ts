import { describe, expect, it } from 'vitest'
import { ByteSource } from '../byte-source.ts'
import { numberIn, readReply } from './thrift-codec.ts'

const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value | 0)
  return bytes
}
const field = (type: number, id: number, value: Buffer) => Buffer.concat([Buffer.from([type, 0, id]), value])
const struct = (...fields: Buffer[]) => Buffer.concat([...fields, Buffer.from([0])])

async function read(...fields: Buffer[]) {
  const reply = Buffer.concat([int(0x80010002), int(0), int(0), struct(field(12, 0, struct(...fields)))])
  let at = 0
  const source = new ByteSource(async () => {
    if (at === reply.length) return null
    at += 65_536
    return reply.subarray(at - 65_536, at)
  })
  source.left = reply.length
  return await readReply(source)
}

const [map, list, text, i32, ofStructs] = [13, 15, 11, 8, 12]
const pairs = (count: number) =>
  Buffer.concat([Buffer.from([ofStructs, ofStructs]), int(count), Buffer.alloc(2 * count)])
const after = field(i32, 3, int(7))

describe('an answer with', () => {
  it.each([
    ['a map of empty structures', field(map, 2, pairs(150_000))],
    [
      'a list of empty structures',
      field(list, 2, Buffer.concat([Buffer.from([12]), int(250_000), Buffer.alloc(250_000)])),
    ],
    [
      'a list of empty texts',
      field(list, 2, Buffer.concat([Buffer.from([11]), int(400_000), Buffer.alloc(1_600_000)])),
    ],
  ])('%s is refused while it is read', async (_, big) => {
    await expect(read(big, after)).rejects.toThrow('more than 64 MB of memory')
  })

  it('the same in a field that nobody reads is left out', async () => {
    const unknown = [
      field(map, 77, pairs(300_000)),
      field(list, 78, Buffer.concat([Buffer.from([11]), int(2), int(1), Buffer.from('x'), int(0)])),
      field(ofStructs, 79, struct(field(text, 1, Buffer.concat([int(3), Buffer.from('abc')])))),
      field(text, 80, Buffer.concat([int(200_000), Buffer.alloc(200_000)])),
    ]
    const result = await read(...unknown, after)
    expect([...result.keys()]).toEqual([3])
    expect(numberIn(result, 3)).toBe(7)
  })

  it.each([
    ['more than two million elements', field(map, 77, pairs(2_000_001)), 'too many parts'],
    ['a text of no valid length', field(text, 77, int(-5)), 'shorter than it says'],
    ['a value of an unknown type', field(99, 77, int(0)), 'type that is not known'],
    [
      'lists without end',
      field(list, 77, Buffer.concat(Array.from({ length: 30 }, () => Buffer.from([15, 0, 0, 0, 1])))),
      'too deeply',
    ],
  ])('%s in such a field is refused', async (_, unknown, message) => {
    await expect(read(unknown)).rejects.toThrow(message)
  })

  it('lists that its bytes cannot have is refused before they are built', async () => {
    const big = field(list, 2, Buffer.concat([Buffer.from([10]), int(1000), Buffer.alloc(800)]))
    await expect(read(big)).rejects.toThrow('more elements than its message can have')
  })
})
