import { describe, expect, it } from 'vitest'
import { markedText } from './marked-text.ts'

const marked = (text: string) => markedText(text)?.map(({ text: part, mark }) => mark ?? part)

describe('markedText', () => {
  it('leaves usual text alone', () => {
    for (const text of ['a', 'a b  c', 'äöü 漢字 👍 👨‍👩‍👧']) expect(markedText(text)).toBeNull()
  })
  it('tells empty, blank and text apart', () => {
    expect(marked('')).toEqual(['""'])
    expect(marked('   ')).toEqual(['···'])
    expect(marked('\u00a0')).toEqual(['⍽'])
    expect(marked(' a b ')).toEqual(['·', 'a b', '·'])
  })
  it('marks control characters and invisible ones', () => {
    expect(marked('a\nb\tc\r\n')).toEqual(['a', '↵', 'b', '⇥', 'c', '␍↵'])
    expect(marked('a\u0000b')).toEqual(['a', '␀', 'b'])
    expect(marked('\u200bx\u202e')).toEqual(['U+200B', 'x', 'U+202E'])
    expect(marked(' '.repeat(100))?.[0]).toBe(`${'·'.repeat(24)}…`)
  })
  it('keeps the text', () => {
    const text = ' a\u0007\n b '
    expect(
      markedText(text)
        ?.map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })
})
