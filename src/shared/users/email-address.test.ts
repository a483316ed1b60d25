import { expect, it } from 'vitest'
import { readEmail } from './email-address.ts'

it.each([
  ['Ada@Example.COM', 'ada@example.com'],
  [' ada@example.com ', 'ada@example.com'],
  ['Ö@Müller.de', 'ö@müller.de'],
  ['straße@example.com', 'straße@example.com'],
  ['Ада@пример.рф', 'ада@пример.рф'],
])('%j is kept as %j', (text, kept) => {
  expect(readEmail(text)).toBe(kept)
})

it.each([
  ['the Kelvin sign', '\u212a@example.com'],
  ['the Kelvin sign in the domain', 'a@\u212a.com'],
  ['a long s', 'bo\u017fs@example.com'],
  ['a dotless i', 'adm\u0131n@example.com'],
  ['a capital i with a dot', 'ADM\u0130N@example.com'],
  ['full-width letters', '\uff41da@example.com'],
  ['a full-width commercial at', 'ada\uff20example.com@x'],
  ['a ligature', 'o\ufb03ce@example.com'],
  ['a bold letter of mathematics', '\u{1d41a}da@example.com'],
  ['a letter in two parts', 'o\u0308@example.com'],
  ['a zero-width space', 'ad\u200ba@example.com'],
  ['a zero-width joiner', 'ad\u200da@example.com'],
  ['a change of direction', 'ad\u202ea@example.com'],
  ['a soft hyphen', 'ad\u00ada@example.com'],
  ['a Hangul filler', 'ad\u3164a@example.com'],
  ['a variation selector', 'ad\ufe0fa@example.com'],
  ['a control character', 'ad\u0007a@example.com'],
  ['a private character', 'ad\ue000a@example.com'],
  ['another full stop', 'ada@example\u3002com'],
  ['a full stop of half width', 'ada@example\uff61com'],
  ['a full-width full stop', 'ada@example\uff0ecom'],
  ['a blank of another width', 'ad\u2003a@example.com'],
  ['a blank of Braille', 'ad\u2800a@example.com'],
  ['the place of an object', 'ad\ufffca@example.com'],
  ['the mark of an unreadable character', 'ad\ufffda@example.com'],
  ['a note without a head', 'ad\u{1d159}a@example.com'],
  ['a Khitan filler', 'ad\u{16fe4}a@example.com'],
  ['a byte order mark in front', '\ufeffada@example.com'],
  ['a no-break space behind', 'ada@example.com\u00a0'],
  ['a tab in front', '\tada@example.com'],
  ['a line break behind', 'ada@example.com\n'],
  ['a separator of lines behind', 'ada@example.com\u2028'],
])('%s has no place in an address', (_, text) => {
  expect(readEmail(text)).toBeNull()
})

it('accepts no character that changes to ASCII when folded', () => {
  for (let code = 0x80; code < 0x11_0000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const kept = readEmail(`a${String.fromCodePoint(code)}b@example.com`)
    if (kept !== null)
      expect(
        [...kept.slice(1, -13)].every((each) => each > '\u007f'),
        kept,
      ).toBe(true)
  }
})
