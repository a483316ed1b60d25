import { expect, it } from 'vitest'
import { previewText } from './preview-text.ts'

it.each([
  [undefined, 'select * from public."Odd" limit 100'],
  ['postgresql', 'select * from public."Odd" limit 100'],
  ['mysql', 'select * from public."Odd" limit 100'],
  ['oracle', 'select * from public."Odd" fetch first 100 rows only'],
  ['mssql', 'select top 100 * from public."Odd"'],
] as const)('limits the rows as %s does', (dialect, text) => {
  expect(previewText('public."Odd"', 100, dialect)).toBe(text)
})
