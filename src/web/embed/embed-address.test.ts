import { describe, expect, it } from 'vitest'
import { embedFlags, embedLink, flagsOf, readEmbedAddress } from './embed-address.ts'

const pathname = '/embed/query/5/visualization/7'
const none = flagsOf(() => false)

describe('readEmbedAddress', () => {
  it('takes the ids from the path and the key from the arguments', () => {
    expect(readEmbedAddress({ pathname, search: '?api_key=abc' })).toEqual({
      queryId: 5,
      visualizationId: 7,
      apiKey: 'abc',
      flags: none,
      theme: null,
      maxAge: -1,
    })
    expect(readEmbedAddress({ pathname, search: '' })?.apiKey).toBe('')
  })

  it.each(embedFlags)('%s counts by its presence', (flag) => {
    for (const search of [`?${flag}`, `?${flag}=`, `?${flag}=false`, `?x=1&${flag}=0`]) {
      expect(readEmbedAddress({ pathname, search })?.flags, search).toEqual({ ...none, [flag]: true })
    }
    expect(readEmbedAddress({ pathname, search: `?${flag.toUpperCase()}x` })?.flags).toEqual(none)
  })

  it.each([
    ['theme=dark', { theme: 'dark' }],
    ['theme=light', { theme: 'light' }],
    ['theme=auto', { theme: null }],
    ['maxAge=60', { maxAge: 60 }],
    ['maxAge=0', { maxAge: 0 }],
    ['maxAge=-1', { maxAge: -1 }],
    ['maxAge=soon', { maxAge: -1 }],
    ['maxAge=9999999999', { maxAge: -1 }],
  ])('%s', (search, expected) => {
    expect(readEmbedAddress({ pathname, search: `?${search}` })).toMatchObject(expected)
  })

  it.each(['/embed', '/embed/query/x/visualization/7', '/embed/query/5', `${pathname}/more`, '/queries/5'])(
    '%s is no such address',
    (other) => {
      expect(readEmbedAddress({ pathname: other, search: '' })).toBeNull()
    },
  )
})

describe('embedLink', () => {
  const link = {
    base: 'https://data.example.com/',
    queryId: 5,
    visualizationId: 7,
    apiKey: 'abc',
    flags: [],
    theme: null,
    parameters: {},
  }

  it('is what readEmbedAddress reads', () => {
    expect(embedLink(link)).toBe('https://data.example.com/embed/query/5/visualization/7?api_key=abc')
    const address = new URL(embedLink({ ...link, flags: [...embedFlags], theme: 'dark' }))
    expect(readEmbedAddress(address)).toEqual({
      queryId: 5,
      visualizationId: 7,
      apiKey: 'abc',
      flags: flagsOf(() => true),
      theme: 'dark',
      maxAge: -1,
    })
  })

  it('carries the values of parameters, whatever is in them', () => {
    const parameters = { p_place: 'a&b="c" <d>', 'p_days.': '2026-01-01--2026-01-31', p_names: '["x","y"]' }
    const address = new URL(embedLink({ ...link, parameters, flags: ['hide_link'] }))
    for (const [key, value] of Object.entries(parameters)) expect(address.searchParams.get(key)).toBe(value)
    expect(address.search).toMatch(/&hide_link$/)
    expect(address.href).not.toMatch(/[<>"]/)
  })
})
