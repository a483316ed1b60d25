import { describe, expect, it } from 'vitest'
import { linkPoints, linkTarget } from './chart-links.ts'
import { cartesian, pie } from './chart-samples.ts'

const points = [
  { x: '2024-01-01 00:00:00', y: '5' },
  { x: 'b', y: '6' },
]

describe('the address of a click', () => {
  it('puts the points into the template', () => {
    expect(linkTarget('https://example.com/?d={{ @@x }}&v={{@@y1}}&w={{ @@y2 }}', points)).toBe(
      'https://example.com/?d=2024-01-01 00:00:00&v=5&w=6',
    )
  })

  it('replaces unknown names with nothing', () => {
    expect(linkTarget('/queries/{{ @@x3 }}?p={{ sales }}', points)).toBe('/queries/?p=')
  })

  it.each([
    'https://a.example/b',
    'http://a.example',
    '/queries/5',
    'queries/5',
    '?a=1',
    '#x',
    '//a.example/b',
  ])('follows %s', (address) => {
    expect(linkTarget(address, points)).toBe(address)
  })

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'https://',
    '',
  ])('does not follow %s', (address) => {
    expect(linkTarget(address, points)).toBeNull()
  })

  it('does not follow a scheme that comes from data', () => {
    expect(linkTarget('{{ @@x }}', [{ x: 'javascript:alert(1)', y: '' }])).toBeNull()
  })

  it('needs a point', () => {
    expect(linkTarget('/a', [])).toBeNull()
  })
})

describe('points of a link', () => {
  it('are raw: UTC text of dates, plain numbers', () => {
    const model = cartesian([{ x: '2024-01-01', y: 1234.5 }], { columnMapping: { x: 'x', y: 'y' } })
    expect(linkPoints(model, [{ trace: 0, point: 0 }])).toEqual([{ x: '2024-01-01 00:00:00', y: '1234.5' }])
    expect(linkPoints(model, [{ trace: 7, point: 0 }])).toEqual([])
  })

  it('are name and value of a slice', () => {
    const model = pie([{ x: 'a', y: 2 }], { columnMapping: { x: 'x', y: 'y' } })
    expect(linkPoints(model, [{ trace: 0, point: 0 }])).toEqual([{ x: 'a', y: '2' }])
  })
})
