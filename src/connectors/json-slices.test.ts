import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QueryFailed } from './connector-errors.ts'
import { type JsonPaths, type JsonSlice, jsonSlicer, maxDepth } from './json-slices.ts'

/** Slices a document that arrives in chunks of `size` bytes. */
function slicesOf(text: string, paths: Partial<JsonPaths> = {}, size = 1_000_000): JsonSlice[] {
  const slices: JsonSlice[] = []
  const slicer = jsonSlicer({ rows: [], other: null, ...paths }, (slice) => slices.push(slice))
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) slicer.write(bytes.subarray(at, at + size))
  slicer.finish()
  return slices
}

const valuesOf = (slices: readonly JsonSlice[], kind: JsonSlice['kind']) =>
  slices
    .filter((slice) => slice.kind === kind)
    .flatMap((slice) => JSON.parse(kind === 'elements' ? `[${slice.text}]` : `[${slice.text}]`) as unknown[])

describe('jsonSlicer', () => {
  it('gives the same values as JSON.parse, wherever the chunks are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.jsonValue(),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 2),
        (items, extra, size, indent) => {
          const document = { before: extra, 'a"b\\': { é: items, next: extra }, after: [extra] }
          const text = JSON.stringify(document, null, indent)
          const slices = slicesOf(text, { rows: ['a"b\\', 'é'], other: ['a"b\\', 'next'] }, size)
          expect(valuesOf(slices, 'elements')).toEqual(JSON.parse(JSON.stringify(items)))
          expect(valuesOf(slices, 'other')).toEqual([JSON.parse(JSON.stringify(extra))])
        },
      ),
    )
  })

  it('accepts and refuses the same as JSON.parse within the rows', () => {
    const near = fc
      .array(
        fc.constantFrom('[', ']', '{', '}', ',', ':', '"', 'a', '1', '-', ' ', 'null', '\\', '"a":', '{}'),
        {
          maxLength: 12,
        },
      )
      .map((parts) => `[${parts.join('')}]`)
    fc.assert(
      fc.property(near, fc.integer({ min: 1, max: 5 }), (text, size) => {
        let expected: unknown
        try {
          expected = JSON.parse(text)
        } catch {
          expected = null
        }
        let found: unknown
        try {
          found = valuesOf(slicesOf(text, {}, size), 'elements')
        } catch (error) {
          if (!(error instanceof QueryFailed) && !(error instanceof SyntaxError)) throw error
          found = null
        }
        expect(found).toEqual(expected)
      }),
      { numRuns: 3000 },
    )
  })

  it('treats an object or a plain value as one row, and follows list indexes', () => {
    expect(slicesOf('{"a":1}')).toEqual([{ kind: 'single', text: '{"a":1}' }])
    expect(slicesOf(' 12')).toEqual([{ kind: 'single', text: '12' }])
    expect(slicesOf('{"a":[0,{"b":[7,8]}]}', { rows: ['a', '1', 'b'] })).toEqual([
      { kind: 'elements', text: '7,8' },
    ])
    for (const size of [1, 2, 3, 100]) {
      expect(slicesOf('\ufeff[1]', {}, size)).toEqual([{ kind: 'elements', text: '1' }])
      expect(() => slicesOf('\ufeff\ufeff[1]', {}, size)).toThrow(QueryFailed)
    }
    const partOfMark = jsonSlicer({ rows: [], other: null }, () => {})
    expect(() => partOfMark.write(Buffer.from([0xef, 0xbb, 0x5b, 0x5d]))).toThrow('unexpected "["')
    expect(slicesOf('[]')).toEqual([])
  })

  it.each([
    ['', 'it is empty'],
    ['[1,2', 'it ends in the middle'],
    ['{"a":"x', 'it ends in the middle'],
    ['[1] 2', 'unexpected "2"'],
    ['{"a" 1}', 'unexpected "1"'],
    ['[1}', 'unexpected "}"'],
    ['{"items":[1],"items":[2]}', 'has items twice'],
    ['{"a":[1],"a":null}', 'has a twice'],
    ['{"other":[1]}', "Couldn't find path items in response."],
  ])('refuses %j', (text, message) => {
    const rows = text.includes('item') || text.includes('other') ? ['items'] : ['a']
    expect(() => slicesOf(text, { rows: text.startsWith('[') ? [] : rows })).toThrow(message)
  })

  it.each([
    ['{"data":{"rows":[1]},"data":{}}', 'has data twice'],
    ['{"data":{},"data":{"rows":[1]}}', 'has data twice'],
    ['{"data":{"rows":[1]},"page":{"next":1,"next":2}}', 'has page.next twice'],
    ['{"data":{"rows":[1]},"page":{"next":1},"page":3}', 'has page twice'],
    ['{"data":{"rows":[1]},"page":{"n\\u0065xt":1,"next":2}}', 'has page.next twice'],
  ])('refuses %j, where a part of a path comes twice', (text, message) => {
    const paths = { rows: ['data', 'rows'], other: ['page', 'next'] }
    expect(() => slicesOf(text, paths)).toThrow(message)
  })

  it('refuses values that are nested too deeply, anywhere', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(slicesOf(nested(maxDepth))).toHaveLength(1)
    expect(() => slicesOf(nested(maxDepth + 1))).toThrow('nested too deeply')
    expect(() => slicesOf(`{"skipped":${nested(maxDepth)},"rows":[]}`, { rows: ['rows'] })).toThrow(
      'nested too deeply',
    )
  })

  it('never holds more than a slice, for lists of any length', () => {
    const slices = slicesOf(
      `[${Array.from({ length: 200_000 }, (_, n) => `{"n":${n}}`).join(',')}]`,
      {},
      65_536,
    )
    expect(valuesOf(slices, 'elements')).toHaveLength(200_000)
    expect(Math.max(...slices.map(({ text }) => text.length))).toBeLessThan(400_000)
  })
})
