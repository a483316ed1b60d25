import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unpack } from './unpack-document.ts'

const first = Buffer.from('first')
const second = Buffer.from('second')
const packings: readonly (readonly [name: string, encoding: string, pack: (bytes: Buffer) => Buffer])[] = [
  ['gzip', 'gzip', (bytes) => gzipSync(bytes)],
  ['zstd', 'zstd', (bytes) => zstdCompressSync(bytes)],
  ['brotli', 'br', (bytes) => brotliCompressSync(bytes)],
  ['deflate', 'deflate', (bytes) => deflateSync(bytes)],
  ['deflate without a header', 'deflate', (bytes) => deflateRawSync(bytes)],
]
const inOne = (bytes: Buffer) => [bytes]
const byteByByte = (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.of(byte))
const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 7, 7, 7])

async function unpacked(encoding: string, parts: Iterable<Uint8Array>): Promise<string> {
  const wired = (async function* () {
    yield* parts
  })()
  const found: Uint8Array[] = []
  for await (const bytes of await unpack({ encoding, parts: wired })) found.push(bytes)
  return Buffer.concat(found).toString()
}

describe.each(packings)('%s', (name, encoding, pack) => {
  const goesOn = name === 'gzip' || name === 'zstd'
  const two = Buffer.concat([pack(first), pack(second)])

  it('is decompressed without loss', async () => {
    const long = Buffer.from('abcdefgh'.repeat(100_000))
    for (const cut of [inOne, byteByByte]) expect(await unpacked(encoding, cut(pack(first)))).toBe('first')
    expect(await unpacked(encoding, inOne(pack(long)))).toBe(long.toString())
  })

  it('is never a shorter document: a second part is read as well, or refused', async () => {
    for (let at = 0; at <= two.length; at++) {
      const done = unpacked(encoding, [two.subarray(0, at), two.subarray(at)])
      if (goesOn) expect(await done, String(at)).toBe('firstsecond')
      else await expect(done, String(at)).rejects.toThrow('It cannot be unpacked: ')
    }
    if (goesOn) expect(await unpacked(encoding, byteByByte(two))).toBe('firstsecond')
    else await expect(unpacked(encoding, byteByByte(two))).rejects.toThrow('It cannot be unpacked: ')
  })

  it('is an error wherever it is cut', async () => {
    const whole = goesOn ? two : pack(first)
    const seam = goesOn ? pack(first).length : 0
    for (let length = 1; length < whole.length; length++) {
      if (length === seam) continue
      for (const cut of [inOne, byteByByte]) {
        const failure = unpacked(encoding, cut(whole.subarray(0, length)))
        await expect(failure, String(length)).rejects.toThrow('It cannot be unpacked: ')
      }
    }
  })

  it('is an error when something else follows', async () => {
    for (const cut of [inOne, byteByByte]) {
      const failure = unpacked(encoding, cut(Buffer.concat([pack(first), Buffer.from('a,b\n1,2\n')])))
      await expect(failure).rejects.toThrow('It cannot be unpacked: ')
    }
  })
})

it('skips the skippable frames of zstd', async () => {
  const [one, two] = [zstdCompressSync(first), zstdCompressSync(second)]
  const bytes = Buffer.concat([skippable, one, skippable, skippable, two, skippable])
  for (const cut of [inOne, byteByByte]) expect(await unpacked('zstd', cut(bytes))).toBe('firstsecond')
})

it('accepts zeros that pad a gzip file, and nothing after them', async () => {
  for (const cut of [inOne, byteByByte]) {
    const filled = Buffer.concat([gzipSync(first), Buffer.alloc(1000)])
    expect(await unpacked('gzip', cut(filled))).toBe('first')
    const more = unpacked('gzip', cut(Buffer.concat([filled, gzipSync(second)])))
    await expect(more).rejects.toThrow('It cannot be unpacked: ')
  }
})

it('decompresses what is compressed twice, each time in several frames', async () => {
  const inner = Buffer.concat([zstdCompressSync(first), zstdCompressSync(second)])
  const outer = [inner.subarray(0, 20), inner.subarray(20)].map((part) => gzipSync(part))
  expect(await unpacked('zstd, gzip', outer)).toBe('firstsecond')
})

it('stops reading when its reader stops', async () => {
  let sent = 0
  const frame = zstdCompressSync(Buffer.from('a\n'))
  const endless = (async function* () {
    for (;;) {
      sent++
      yield frame
    }
  })()
  for await (const _ of await unpack({ encoding: 'zstd', parts: endless })) break
  const then = sent
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sent).toBe(then)
})
