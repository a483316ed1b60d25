import { expect, it } from 'vitest'
import { linkFromHere } from './link-from-here.ts'

it.each([
  ['http://127.0.0.1:5030/invite/abc', 'https://sextant.example', 'https://sextant.example/invite/abc'],
  ['/reset/abc', 'https://sextant.example:8443', 'https://sextant.example:8443/reset/abc'],
])('%s seen from %s is %s', (link, origin, seen) => {
  expect(linkFromHere(link, origin)).toBe(seen)
})
