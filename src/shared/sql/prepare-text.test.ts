import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { annotate } from './annotate.ts'
import { originalPosition, prepareText } from './prepare-text.ts'
import type { SqlDialect } from './scan-sql.ts'
import { offsetAt, offsetOfCodePoint, positionAt } from './text-position.ts'

const pg: SqlDialect = {
  backslashEscapes: false,
  dollarQuotes: true,
  variableSigns: '$',
  hashComments: false,
  backtickNames: false,
}
const annotation = {
  username: 'arik@example.com',
  query_id: 7,
  queue: 'queries',
  job_id: '6fc1',
  query_hash: 'abc',
  scheduled: false,
}

describe('prepareText', () => {
  it('normalizes and limits', () => {
    expect(prepareText(' select 1 ; ; -- x\n select 2 -- y\n;', pg, 1000).text).toBe(
      'select 1;\n-- x\n select 2 LIMIT 1000',
    )
    expect(prepareText('; -- nothing', pg, 1000).text).toBe('')
    expect(prepareText(' a: 1 ;', null, 1000).text).toBe(' a: 1 ;')
  })

  it('maps every position of the original back to itself', () => {
    const original = '\n\n select 1;;\n\n/* c */ select wrong from t for update ; -- end'
    const prepared = prepareText(original, pg, 1000)
    for (const word of ['select 1', 'wrong', 'for update']) {
      expect(prepared.originalOffset(prepared.text.indexOf(word))).toBe(original.indexOf(word))
    }
  })

  it('maps positions of the annotated text', () => {
    const original = '\n\nselect 1;\n\n\nselect\n  wrong from t'
    const prepared = prepareText(original, pg, 1000)
    const { text: sent, prefixLength } = annotate(prepared.text, annotation)
    const position = positionAt(sent, sent.indexOf('wrong'))
    expect(position).toEqual({ line: 3, column: 3 })
    expect(originalPosition(original, prepared, prefixLength, sent, position)).toEqual({ line: 7, column: 3 })
    expect(originalPosition(original, prepared, prefixLength, sent, { line: 1, column: 1 })).toEqual({
      line: 3,
      column: 1,
    })
  })
})

describe('text positions', () => {
  it('convert both ways', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '😀', '\r\n') }), fc.nat(), (text, at) => {
        const offset = at % (text.length + 1)
        expect(offsetAt(text, positionAt(text, offset))).toBe(offset)
      }),
    )
  })
  it('count code points', () => {
    expect(offsetOfCodePoint('a😀b', 2)).toBe(3)
    expect(offsetOfCodePoint('ab', 9)).toBe(2)
  })
  it('stay within the text', () => {
    expect(offsetAt('ab\ncd', { line: 1, column: 99 })).toBe(2)
    expect(offsetAt('ab\ncd', { line: 99, column: 1 })).toBe(5)
    expect(positionAt('ab', 99)).toEqual({ line: 1, column: 3 })
  })
})

describe('annotate', () => {
  it('writes the comment of Redash', () => {
    const { text, prefixLength } = annotate('select 1', annotation)
    expect(text).toBe(
      '/* Username: arik@example.com, query_id: 7, Queue: queries, Job ID: 6fc1, Query Hash: abc, Scheduled: False */ select 1',
    )
    expect(text.slice(prefixLength)).toBe('select 1')
  })
  it('puts the query first when scheduled, and names ad-hoc text', () => {
    const { text } = annotate('select 1', { ...annotation, scheduled: true, query_id: null })
    expect(text).toMatch(/^\/\* query_id: adhoc, Username: .* Scheduled: True \*\/ /)
  })
  it('prevents values from ending the comment, nesting one or breaking the line', () => {
    const hostile = fc.string({ unit: fc.constantFrom('*', '/', '\n', '\r', 'a', '\0', '\u2028') })
    fc.assert(
      fc.property(hostile, hostile, (username, queue) => {
        const { text, prefixLength } = annotate('', { ...annotation, username, queue })
        const inside = text.slice(2, prefixLength - 3)
        expect(inside).not.toMatch(/\*\/|\/\*|[\n\r\0\u2028]/)
      }),
    )
  })
})
