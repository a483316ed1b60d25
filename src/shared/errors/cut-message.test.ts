import { describe, expect, it } from 'vitest'
import { cutMessage } from './cut-message.ts'

describe('cutMessage', () => {
  it('leaves messages of normal length unchanged', () => {
    expect(cutMessage('relation "😀" does not exist')).toBe('relation "😀" does not exist')
    expect(cutMessage('x'.repeat(20_000))).toHaveLength(20_000)
  })

  it('cuts longer ones only once', () => {
    const cut = cutMessage('é'.repeat(20_000_000))
    expect(cut).toBe(`${'é'.repeat(20_000)} …`)
    expect(cutMessage(cut)).toBe(cut)
  })

  it('gives what PostgreSQL can store: no half of a surrogate pair, no U+0000', () => {
    expect(cutMessage(`x${'😀'.repeat(20_000)}`).isWellFormed()).toBe(true)
    expect(cutMessage('a\0b\ud83d')).toBe('a\ufffdb\ufffd')
  })
})
