import { expect, it } from 'vitest'
import { scanRows } from '#shared/results/row-scanner.ts'
import { textStart } from './text-start.ts'

it('reads the same first characters as the whole text has', () => {
  for (const text of [
    '',
    'plain',
    'äöü€😀'.repeat(9),
    '"\\\n'.repeat(9),
    '\u0007x\u0001€'.repeat(9),
    '{"a":"b"}',
  ]) {
    const row = Buffer.from(JSON.stringify({ a: text }))
    scanRows(row, ['{"a":'], {
      cell(_column, kind, start, end) {
        for (let length = 0; length <= 30; length++)
          expect(textStart(row, kind, start, end, length)).toBe(text.slice(0, length))
      },
      endRow() {},
    })
  }
})
