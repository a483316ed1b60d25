import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJsonText, jsonTextEncoder } from './json-text.ts'

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

describe('jsonTextEncoder', () => {
  const encode = jsonTextEncoder(() => 'other')
  const inSteps = (text: string) => {
    const steps = encode.inSteps?.(text)
    for (let step = steps?.next(); step !== undefined; step = steps?.next()) if (step.done) return step.value
    return undefined
  }

  it('leaves out white space around the value, which would end the cell of a stored row early', () => {
    for (const value of ['{"a": [1, 2]}', '"},{"', '1', 'null', '[]']) {
      for (const text of [value, ` ${value}`, `\n\t${value}\r\n `]) {
        expect(encode(text)).toBe(value)
        expect(inSteps(text)).toBe(value)
      }
    }
    expect(encode(' {')).toBe('other')
    expect(inSteps(' ')).toBe('other')
  })
})
