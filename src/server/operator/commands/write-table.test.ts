import { expect, it } from 'vitest'
import { writeTable } from './write-table.ts'

it('puts rows under headings, and removes control characters', () => {
  expect(
    writeTable(
      ['ID', 'NAME'],
      [
        ['1', 'a\u001b[2Jb\nc'],
        ['22', ''],
      ],
    ),
  ).toBe('ID  NAME\n1   a [2Jb c\n22')
  expect(writeTable(['ID'], [])).toBe('ID')
})
