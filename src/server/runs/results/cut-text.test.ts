import { expect, it } from 'vitest'
import { cellKind } from '#shared/results/row-scanner.ts'
import { cutText, maxCellLength, textLength } from './cut-text.ts'

it('ends with a mark, within the limit', () => {
  const cut = cutText('x'.repeat(41_234), 41_234)
  expect(cut).toHaveLength(maxCellLength)
  expect(cut.endsWith('x… [cut: 41,234 characters]')).toBe(true)
})

it('never halves a character', () => {
  for (const start of ['', 'x']) {
    const cut = cutText(`${start}${'\u{1f600}'.repeat(20_000)}`, 40_000)
    expect(cut.isWellFormed()).toBe(true)
    expect(cut.length).toBeLessThanOrEqual(maxCellLength)
    expect(cut).toMatch(/\u{1f600}… \[cut: 40,000 characters\]$/u)
  }
})

it('counts the units of a text from its bytes', () => {
  for (const text of ['', 'abc', 'é€\u{1f600}', '"\\\n\u0007', '\ud800x', 'a\u2028b', '\\u0041']) {
    const bytes = Buffer.from(JSON.stringify(text))
    const kind = bytes.includes('\\') ? cellKind.escapedText : cellKind.text
    expect([text, textLength(bytes, kind, 1, bytes.length - 1)]).toEqual([text, text.length])
    const nested = Buffer.from(JSON.stringify([text]))
    expect(textLength(nested, cellKind.nested, 0, nested.length)).toBe(nested.toString().length)
  }
})
