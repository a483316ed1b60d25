import { describe, expect, it } from 'vitest'
import { readAsBase64, toBase64 } from './read-as-base64.ts'

describe('files as base64', () => {
  it('contains every byte, without a data: prefix', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const text = await readAsBase64(new Blob([bytes]))
    expect(text).toBe(Buffer.from(bytes).toString('base64'))
  })

  it('accepts files longer than the argument list of a call', () => {
    const bytes = new Uint8Array(300_001).fill(65)
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
  })

  it('gives an empty text for an empty file', async () => {
    expect(await readAsBase64(new Blob([]))).toBe('')
  })
})
