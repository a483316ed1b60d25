import { describe, expect, it } from 'vitest'
import { fieldsOf, textOf } from './use-public-content.ts'

describe('the search part of an address', () => {
  it.each([
    '',
    '?a=1',
    '?hide_filter=a&hide_filter=b+c&p_x=1',
    '?fullscreen=&region%3A%3Afilter=EU',
    '?p=%3Cb%3E',
  ])('stays as it is: %s', (search) => expect(textOf(fieldsOf(search))).toBe(search))

  it('holds lists for keys that are repeated', () => {
    expect(fieldsOf('?hide_filter=a&b=1&hide_filter=c')).toEqual({ hide_filter: ['a', 'c'], b: '1' })
  })

  it('takes names of what objects have for plain names', () => {
    expect(fieldsOf('?__proto__=1&constructor=2')).toEqual(
      Object.fromEntries([
        ['__proto__', '1'],
        ['constructor', '2'],
      ]),
    )
  })
})
