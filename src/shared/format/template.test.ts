import { describe, expect, it } from 'vitest'
import { formatBytes } from './bytes.ts'
import { formatInterval, formatRuntime } from './durations.ts'
import { fillTemplate } from './template.ts'

describe('fillTemplate', () => {
  it('replaces names by values', () => {
    expect(fillTemplate('{{a}}-{{ b }}-{{  @  }}', { a: 1, b: 'x', '@': true })).toBe('1-x-true')
  })
  it('leaves unknown and undefined names, prints null', () => {
    expect(fillTemplate('{{ a }} {{ b }} {{ c }}', { a: undefined, c: null })).toBe('{{ a }} {{ b }} null')
  })
  it('cannot reference names with spaces or inherited properties', () => {
    expect(fillTemplate('{{ a b }} {{ toString }} {{ __proto__ }}', { 'a b': 1 })).toBe(
      '{{ a b }} {{ toString }} {{ __proto__ }}',
    )
  })
  it('does not escape and does not read its own output again', () => {
    expect(fillTemplate('{{ a }}', { a: '<b>{{ a }}</b>$&' })).toBe('<b>{{ a }}</b>$&')
  })
  it('gives "" for a template that is not text', () => {
    expect(fillTemplate(undefined, {})).toBe('')
    expect(fillTemplate(5, {})).toBe('')
  })
})

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1024 * 1024 - 1, '1 MB'],
    [20 * 1024 ** 2, '20 MB'],
    [5 * 1024 ** 5, '5 PB'],
    [5 * 1024 ** 6, '5120 PB'],
    [Number.NaN, ''],
  ])('%s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
})

describe('durations', () => {
  it.each([
    [30, '30 seconds'],
    [60, '1 minute'],
    [300, '5 minutes'],
    [3600, '1 hour'],
    [86400, '1 day'],
    [604800, '1 week'],
    [1209600, '2 weeks'],
    [864000, '10 days'],
  ])('formatInterval %s', (seconds, text) => expect(formatInterval(seconds)).toBe(text))
  it.each([
    [0.004, '4 ms'],
    [0.9999, '1 s'],
    [1.236, '1.24 s'],
    [12.44, '12.4 s'],
    [59.99, '1 min'],
    [125, '2 min 5 s'],
    [3780, '1 h 3 min'],
    [187_200, '2 d 4 h'],
    [-1, ''],
  ])('formatRuntime %s', (seconds, text) => expect(formatRuntime(seconds)).toBe(text))
})
