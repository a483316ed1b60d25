import { describe, expect, it } from 'vitest'
import { parametersOfText } from '#shared/queries/detect-parameters.ts'
import { asText, searchWithParameters } from './use-parameters.ts'

describe('searchWithParameters', () => {
  it('writes values under p_, drops empty and old ones, keeps the rest', () => {
    const [a, b] = parametersOfText('{{ a }} {{ b }}', [])
    if (!a || !b) throw new Error('two parameters expected')
    expect(searchWithParameters({ p_old: '1', fullscreen: '' }, [{ ...a, value: 3 }, b])).toEqual({
      fullscreen: '',
      p_a: '3',
    })
  })
  it('writes lists as JSON', () => {
    expect(asText(['x', 'y'])).toBe('["x","y"]')
    expect(asText(null)).toBe('')
  })
})
