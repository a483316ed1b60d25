import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJsonText } from './json-text.ts'

const parses = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('isJsonText', () => {
  it('accepts what JSON.parse accepts', () => {
    fc.assert(fc.property(fc.json(), isJsonText))
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '\\',
        '\\n',
        '\\u00e9',
        '\\u0',
        '1',
        '0',
        '-',
        '.5',
        'e3',
      ],
      ...['true', 'null', 'nul', ' ', '\n', '\u0001', 'é', '{}', '[]', '"a":1', '\u00a0'],
    )
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (each) => isJsonText(each) === parses(each)),
      { numRuns: 5000 },
    )
  })

  it.each([
    ['', false],
    [' [1, {"a" : "b\\"\\u00e9"}] ', true],
    ['{"a":1,}', false],
    ['[1 2]', false],
    ['[}', false],
    ['{"a":[1}', false],
    ['01', false],
    ['"\u007f"', true],
  ])('%j: %s', (text, is) => {
    expect(isJsonText(text)).toBe(is)
    expect(parses(text)).toBe(is)
  })

  it('has no nesting limit', () => {
    expect(isJsonText('['.repeat(1_000_000) + ']'.repeat(1_000_000))).toBe(true)
    expect(isJsonText('['.repeat(1_000_000))).toBe(false)
  })
})
