// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { cartesian, pie } from './chart-samples.ts'
import { tooltipContent, tooltipElement } from './chart-tooltip.ts'

const columnMapping = { x: 'x', y: 'y', s: 'series' }
const rows = [
  { x: 'a', y: 1, s: 'p' },
  { x: 'a', y: null, s: 'q' },
  { x: 'a', y: 3, s: 'r' },
]
const all = [0, 1, 2].map((trace) => ({ trace, point: 0 }))

describe('the tooltip', () => {
  it('shows x, and name and text of every series with a value', () => {
    const content = tooltipContent(cartesian(rows, { columnMapping, missingValuesAsZero: false }), all)
    expect(content).toEqual({
      title: 'a',
      lines: [
        { color: '#356AFF', name: 'p', text: '1' },
        { color: '#3BD973', name: 'r', text: '3' },
      ],
      more: 0,
    })
  })

  it('leaves out what the template prints', () => {
    const model = cartesian(rows, { columnMapping, textFormat: '{{ @@name }} at {{ @@x }}' })
    const content = tooltipContent(model, all.slice(0, 1))
    expect(content.title).toBe('')
    expect(content.lines[0]).toMatchObject({ name: '', text: 'p at a' })
  })

  it('shows the slice of a pie', () => {
    const content = tooltipContent(pie(rows, { columnMapping }), [{ trace: 0, point: 0 }])
    expect(content).toMatchObject({ title: 'a', lines: [{ name: 'p', text: '100% (1)' }] })
  })

  it('has a limited number of lines', () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ x: 'a', y: n + 1, s: `s${n}` }))
    const hovered = many.map((_, trace) => ({ trace, point: 0 }))
    expect(tooltipContent(cartesian(many, { columnMapping }), hovered)).toMatchObject({ more: 16 })
  })

  it('ignores points that no longer exist', () => {
    expect(tooltipContent(cartesian(rows, { columnMapping }), [{ trace: 9, point: 0 }]).lines).toEqual([])
  })
})

describe('the element of a tooltip', () => {
  it('contains data as text, never as markup', () => {
    const nasty = '<img src=x onerror=alert(1)>'
    const model = cartesian([{ x: nasty, y: 1, s: '<b>s</b>' }], { columnMapping, textFormat: '{{ s }}' })
    const element = tooltipElement(tooltipContent(model, all.slice(0, 1)), document, '#ffffff')
    expect(element.querySelector('img, b')).toBeNull()
    expect(element.textContent).toContain(nasty)
    expect(element.textContent).toContain('<b>s</b>')
  })
})
