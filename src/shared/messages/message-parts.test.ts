import { describe, expect, it } from 'vitest'
import { messageParts } from './message-parts.ts'

describe('messageParts', () => {
  it('cuts a text at its placeholders, in the order of the language', () => {
    expect(messageParts('Updated {time} by {name}', { name: 1, time: 2 })).toEqual(['Updated ', 2, ' by ', 1])
    expect(messageParts('{name}', { name: 1 })).toEqual([1])
    expect(messageParts('plain', {})).toEqual(['plain'])
  })

  it('leaves what has no value as it stands', () => {
    expect(messageParts('{{ column }} {unknown}', { known: 1 })).toEqual(['{{ column }} ', '{unknown}'])
  })
})
