import { describe, expect, it } from 'vitest'
import { withOrder, withSavedValues } from './saved-parameters.ts'

const parameter = (name: string, value: unknown) => ({
  name,
  value,
  title: name,
  type: 'text',
  global: false,
})

describe('withSavedValues', () => {
  it('is null when all of them are saved', () => {
    const options = { parameters: [{ name: 'a', value: { start: 'x', end: 'y' } }] }
    expect(withSavedValues(options, [parameter('a', { start: 'x', end: 'y' })])).toBeNull()
    expect(withSavedValues({}, [])).toBeNull()
  })

  it('keeps the other options, and values of parameters that this reader does not see', () => {
    const options = {
      tabs: [{ id: 't', name: 'T' }],
      parameters: [
        { name: 'a', value: 1 },
        { name: 'hidden', value: 2 },
      ],
    }
    expect(withSavedValues(options, [parameter('b', null), parameter('a', 3)])).toEqual({
      tabs: options.tabs,
      parameters: [
        { name: 'b', value: null },
        { name: 'a', value: 3 },
        { name: 'hidden', value: 2 },
      ],
    })
  })
})

describe('withOrder', () => {
  it('keeps the names that this reader does not see', () => {
    expect(withOrder(['b', 'a'], ['a', 'hidden', 'b'])).toEqual(['b', 'a', 'hidden'])
  })
})
