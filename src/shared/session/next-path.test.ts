import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeNext } from './next-path.ts'

const here = 'https://sextant.example/login'

describe('sanitizeNext', () => {
  it.each([
    ['', ''],
    ['/', '/'],
    ['/queries/5?p_a=1#7', '/queries/5?p_a=1#7'],
    ['queries', 'queries'],
    ['/a/b:c', '/a/b:c'],
    ['/?next=https://elsewhere.example/', '/?next=https://elsewhere.example/'],
    // http(s) addresses keep the part after the host
    ['https://x/y?z=1', '/y?z=1'],
    ['HTTP://x/y#f', '/y#f'],
    ['https://x?z=1', '?z=1'],
    ['https://user:secret@x/y', '/y'],
    ['//x/y', '/y'],
    // nothing left, or not trusted
    ['https://h', './'],
    ['///x', './'],
    ['////x', './'],
    ['//x//y', './'],
    ['https://x//y', './'],
    ['/\\x', './'],
    ['\\\\x', './'],
    ['\\/x', './'],
    ['https:\\\\x/y', './'],
    ['http:///x', './'],
    ['https:x', './'],
    ['javascript:alert(1)', './'],
    ['JaVaScRiPt:alert(1)', './'],
    ['data:text/html,x', './'],
    ['ftp://x/y', './'],
    // browsers drop tabs, line ends and leading blanks
    ['/\t/x', './'],
    ['\t//x', './'],
    [' //x', './'],
    ['/\n/x', './'],
    ['java\nscript:alert(1)', './'],
    ['\u0000//x', './'],
    ['\u0001javascript:alert(1)', './'],
    ['\u00a0//x', './'],
    // harmless: a path on this site, whatever it looks like
    ['/%2f%2fx', '/%2f%2fx'],
    ['%2f%2fx', '%2f%2fx'],
    ['/@x', '/@x'],
    ['／／x', '／／x'],
    ['/⁄⁄x', '/⁄⁄x'],
  ])('%j -> %j', (given, expected) => {
    expect(sanitizeNext(given)).toBe(expected)
    expect(new URL(sanitizeNext(given), here).origin).toBe('https://sextant.example')
  })

  it('never leads to another site, as a browser reads it', () => {
    const piece = fc.constantFrom(
      ...['/', '\\', ':', '@', '?', '#', '.', '\t', '\n', ' ', '%2f', '／', 'http', 'https', 'javascript'],
      ...['x.example', 'a', '//', '///', '\u0000', '\u200b', '[', ']', '1'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const next = sanitizeNext(pieces.join(''))
        expect(new URL(next, here).origin).toBe('https://sextant.example')
      }),
      { numRuns: 5000 },
    )
  })

  it('stays as it is when sanitized again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = sanitizeNext(text)
        expect(sanitizeNext(once)).toBe(once)
      }),
    )
  })
})
