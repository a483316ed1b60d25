import { describe, expect, it } from 'vitest'
import { errorFixes } from './error-fixes.ts'

const fixed = (error: string, text: string, at: number | null = null) =>
  errorFixes(error, text, at).map(({ from, to, right }) => text.slice(0, from) + right + text.slice(to))

describe('the hint of an error', () => {
  it.each([
    [
      'column "orign" does not exist\nHINT:  Perhaps you meant to reference the column "flights.origin".',
      'select orign from flights',
      ['select flights.origin from flights'],
    ],
    [
      'column f.orign does not exist\nHINT:  Perhaps you meant to reference the column "f.origin".',
      'select f.orign, orign from flights f',
      ['select f.origin, orign from flights f'],
    ],
    [
      'column "nam" does not exist\nHINT:  Perhaps you meant to reference the column "a.name" or the column "b.name".',
      'select nam from a, b',
      ['select a.name from a, b', 'select b.name from a, b'],
    ],
    [
      'invalid reference to FROM-clause entry for table "flights"\nHINT:  Perhaps you meant to reference the table alias "f".',
      'select flights.origin from flights f',
      ['select f.origin from flights f'],
    ],
    [
      'Catalog Error: Table with name flihts does not exist!\nDid you mean "flights"?',
      'select 1 from flihts',
      ['select 1 from flights'],
    ],
    [
      'Binder Error: Referenced column "orign" not found in FROM clause!\nCandidate bindings: "origin", "dest"',
      'select orign from flights',
      // the other one is no slip of the fingers
      ['select origin from flights'],
    ],
    [
      'Binder Error: Referenced column "start" not found in FROM clause!\nCandidate bindings: "origin", "dest"',
      'select start from flights',
      ['select origin from flights', 'select dest from flights'],
    ],
    ['Unrecognized name: orign; Did you mean origin? at [1:8]', 'select orign', ['select origin']],
    [
      "Unknown expression identifier `orign` in scope SELECT orign. Maybe you meant: ['origin']. (UNKNOWN_IDENTIFIER)",
      'select orign from flights',
      ['select origin from flights'],
    ],
  ])('%s', (error, text, expected) => {
    expect(fixed(error, text)).toEqual(expected)
  })

  it('changes the name where the error is, also a quoted one', () => {
    const error = 'column "nam" does not exist\nHINT:  Perhaps you meant to reference the column "t.name".'
    const text = 'select \'nam\', "nam" from t'
    expect(fixed(error, text, text.indexOf('"nam"'))).toEqual(["select 'nam', t.name from t"])
  })

  it('offers nothing without a hint, or when the name is no longer in the text', () => {
    expect(errorFixes('column "a" does not exist', 'select a', null)).toEqual([])
    const error = 'column "a" does not exist\nHINT:  Perhaps you meant to reference the column "t.b".'
    expect(errorFixes(error, 'select ab, t.a', null)).toEqual([])
  })
})
