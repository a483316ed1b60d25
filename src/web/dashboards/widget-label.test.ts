import { expect, it } from 'vitest'
import { nameOfRemoved } from './widget-label.ts'

it.each([
  ['Hello', 'Hello'],
  ['# Twenty characters!', '# Twenty characters!'],
  ['# Delays\n\nof all airports, by month', '# Delays of all airp…'],
  ['🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫🛫', `${'🛫'.repeat(20)}…`],
  [' \n ', 'Textbox'],
  [null, 'Textbox'],
])('names a removed text box by its first 20 characters: %j', (text, name) =>
  expect(nameOfRemoved({ text })).toBe(name),
)

it('names other widgets as elsewhere', () => {
  expect(nameOfRemoved({ text: '', visualization: { name: 'Table', query: { name: 'Delays' } } })).toBe(
    'Table – Delays',
  )
  expect(nameOfRemoved({ restricted: true })).toBe('Restricted widget')
})
