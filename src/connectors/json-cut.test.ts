import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonBoolean, jsonInteger, jsonMoment, jsonString, jsonValue } from './json-cells.ts'
import { cutList, cutObject, membersOf, readString } from './json-cut.ts'

const values = fc.jsonValue({ maxDepth: 4 })

describe('cutting JSON', () => {
  it('gives the elements of a list as they are', () => {
    fc.assert(
      fc.property(fc.array(values), fc.constantFrom(undefined, 2, '\t'), (list, space) => {
        expect(cutList(JSON.stringify(list, null, space)).map((item) => JSON.parse(item))).toEqual(
          JSON.parse(JSON.stringify(list)),
        )
      }),
    )
  })

  it('gives the members of an object as they are', () => {
    const objects = fc.dictionary(
      fc.string({ unit: 'grapheme' }).filter((name) => name !== '__proto__'),
      values,
    )
    fc.assert(
      fc.property(objects, fc.constantFrom(undefined, 2), (object, space) => {
        const members = [...cutObject(JSON.stringify(object, null, space))].map(([name, value]) => [
          name,
          JSON.parse(value),
        ])
        expect(Object.fromEntries(members)).toEqual(JSON.parse(JSON.stringify(object)))
      }),
    )
  })

  it('refuses more elements and members than anyone sends', () => {
    expect(() => cutList(`[${'0,'.repeat(1_000_000)}0]`)).toThrow('more elements or members')
    expect(() => cutObject(`{${'"":0,'.repeat(250_000)}"":0}`)).toThrow('more elements or members')
  })

  it('keeps digits, and members of one name', () => {
    expect(cutList('[9007199254740993, 1.50,-0 ]')).toEqual(['9007199254740993', '1.50', '-0'])
    expect(membersOf('{"a": 1, "a": 2}')).toEqual([
      ['a', '1'],
      ['a', '2'],
    ])
  })

  it.each([
    '',
    '[',
    '[1',
    '[1}',
    '{"a":1]',
    '[1,2',
    '{',
    '{"a"',
    '{"a":',
    '{a:1}',
    '[1]x',
    '{"a":1}}',
    '1',
    '"x"',
  ])('refuses %s', (text) => {
    expect(() => [cutList(text), cutObject(text)]).toThrow('not JSON of the expected form')
  })

  it('takes time that grows with the text only', () => {
    const deep = `[${'['.repeat(200_000)}${']'.repeat(200_000)}]`
    expect(cutList(deep)).toHaveLength(1)
    expect(cutList(`["${'\\\\'.repeat(200_000)}"]`)).toHaveLength(1)
  })
})

describe('cells that are JSON', () => {
  it('are checked before they are stored', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const encode of [jsonString, jsonInteger, jsonBoolean, jsonMoment, jsonValue]) {
          let json = 'null'
          try {
            json = encode(text)
          } catch {}
          JSON.parse(json)
        }
      }),
    )
  })

  it('are texts as they came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readString(jsonString(JSON.stringify(text)))).toBe(text)
      }),
    )
    expect(jsonString('"a"b"')).toBe(JSON.stringify('"a"b"'))
  })

  it.each([
    ['"2024-01-02 03:04:05"', '"2024-01-02T03:04:05"'],
    ['"2024-01-02 03:04:05.123456"', '"2024-01-02T03:04:05.123"'],
    ['"2024-01-02T03:04:05.1Z"', '"2024-01-02T03:04:05.100Z"'],
    ['"2024-01-02 03:04:05 UTC"', '"2024-01-02T03:04:05Z"'],
  ])('of times: %s', (cell, json) => {
    expect(jsonMoment(cell)).toBe(json)
  })
})
