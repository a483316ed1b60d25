import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { giveBack, readFrame, readFrameNow } from './read-frame.ts'

describe('reading frames', () => {
  it('returns texts of any size', async () => {
    for (const length of [0, 1, 100_000, 1024 * 1024, 3_000_001]) {
      const text = 'äx'.repeat(length).slice(0, length)
      const frame = zstdCompressSync(Buffer.from(text))
      expect((await readFrame(frame)).toString() === text).toBe(true)
      expect(readFrameNow(frame).toString() === text).toBe(true)
    }
  })

  it('releases large memory, but never memory shared by small buffers', () => {
    const text = readFrameNow(zstdCompressSync(Buffer.from('x'.repeat(100_000))))
    giveBack(text)
    expect(text.buffer.byteLength).toBe(0)
    const small = Buffer.from('shared')
    giveBack(small)
    expect(small.toString()).toBe('shared')
  })
})
