import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeValue } from '#connectors/encode-cell.ts'
import { cellKind, rowPrefixes, rowStarts, scanRows } from '#shared/results/row-scanner.ts'
import { rowEncoder } from './row-encoder.ts'
import { unescapeText } from './unescape-text.ts'

const cell = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ',', '\n', 'é', '😀', 'a') }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue(),
)
const table = fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 5 }).chain((names) =>
  fc.record({
    names: fc.constant(names),
    rows: fc.array(fc.tuple(...names.map(() => cell)), { maxLength: 8 }),
    isFirst: fc.boolean(),
  }),
)

function chunkOf(names: readonly string[], rows: readonly (readonly unknown[])[], isFirst: boolean): Buffer {
  const columns = names.map((name) => ({ name, type: null, encode: encodeValue }))
  const encode = rowEncoder(columns, names)
  return Buffer.from((isFirst || rows.length === 0 ? '' : ',') + rows.map((row) => encode(row)).join(','))
}

/** -0 keeps its sign in a cell of its own, but not within a list or an object. No lone surrogates survive UTF-8. */
const asStored = (value: unknown) =>
  Object.is(value, -0) ? value : JSON.parse(Buffer.from(JSON.stringify(value ?? null)).toString('utf8'))

describe('scanRows', () => {
  it('finds every cell of every row as written', () => {
    fc.assert(
      fc.property(table, ({ names, rows, isFirst }) => {
        const bytes = chunkOf(names, rows, isFirst)
        const read: unknown[][] = [[]]
        scanRows(bytes, rowPrefixes(names), {
          cell(_column, kind, start, end) {
            const isText = kind === cellKind.text || kind === cellKind.escapedText
            read
              .at(-1)
              ?.push(
                isText ? unescapeText(bytes, start, end) : JSON.parse(bytes.toString('utf8', start, end)),
              )
          },
          endRow: () => read.push([]),
        })
        expect(read.slice(0, -1)).toEqual(rows.map((row) => row.map(asStored)))
      }),
      { numRuns: 500 },
    )
  })

  it('cuts whole rows out of a chunk', () => {
    fc.assert(
      fc.property(table, ({ names, rows, isFirst }) => {
        const bytes = chunkOf(names, rows, isFirst)
        const starts = rowStarts(bytes, rowPrefixes(names))
        expect(starts).toHaveLength(rows.length + 1)
        for (let index = 0; index < rows.length; index++) {
          const text = bytes.toString('utf8', starts[index], (starts[index + 1] ?? 0) - 1)
          const own = Object.fromEntries(names.map((name, column) => [name, asStored(rows[index]?.[column])]))
          expect(Object.values(JSON.parse(text))).toEqual(Object.values(own))
        }
      }),
    )
  })

  it('refuses bytes in another format', () => {
    const visitor = { cell() {}, endRow() {} }
    for (const text of ['x', '{"a":1', '{"a":"x', '{"a":[1}', '{"a":1} ']) {
      expect(() => scanRows(Buffer.from(text), rowPrefixes(['a']), visitor)).toThrow('Stored rows')
    }
  })
})
