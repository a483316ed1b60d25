import { expect, it } from 'vitest'
import { requirePlainStrings } from './plain-strings.ts'

const standard = new Map([['standard_conforming_strings', 'on']])

it('refuses a text with values that changes how strings are read', () => {
  const text = "set standard_conforming_strings to off; select 'x'"
  const start = text.indexOf("'x'")
  const value = { start, end: start + 3, value: 'x', type: 'text', cast: null } as const
  expect(() => requirePlainStrings(text, [value], standard)).toThrow('standard_conforming_strings')
  expect(() => requirePlainStrings("select 'x'", [{ ...value, start: 7, end: 10 }], standard)).not.toThrow()
})
