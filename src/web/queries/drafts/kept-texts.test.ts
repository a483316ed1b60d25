// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { keptDays, keptTexts, newSlot } from './kept-texts.ts'

let time = Date.parse('2026-05-01T10:00:00Z')
const of = (owner: string) => keptTexts(localStorage, owner, () => time)
const kept = (text: string, dataSourceId: number | null = null) => ({ text, at: time, dataSourceId })
const texts = (owner: string, query: number | 'new') =>
  of(owner)
    .list(query)
    .map(({ text }) => text)

beforeEach(() => localStorage.clear())

describe('kept texts', () => {
  it('are those of one person and one query, the newest first', () => {
    of('acme:1').keep('7/a', kept('older'))
    time += 1000
    of('acme:1').keep('7/b', kept('newer', 3))
    of('acme:1').keep('70/a', kept('other query'))
    of('acme:10').keep('7/a', kept('other person'))
    of('other:1').keep('7/a', kept('other organization'))
    expect(texts('acme:1', 7)).toEqual(['newer', 'older'])
    expect(of('acme:1').list(7)[0]).toEqual({ slot: '7/b', text: 'newer', at: time, dataSourceId: 3 })
    of('acme:1').forget('7/b')
    expect(texts('acme:1', 7)).toEqual(['older'])
    expect(texts('acme:1', 'new')).toEqual([])
  })

  it('end after their days, at the next look of anyone', () => {
    of('acme:1').keep('new/a', kept('old'))
    time += keptDays * 86_400_000 + 1
    of('acme:2').list('new')
    expect(localStorage.length).toBe(0)
  })

  it('take bounded room: the oldest go first, and a giant text is not kept', () => {
    for (let at = 0; at < 8; at++) {
      time += 1000
      of('acme:1').keep(`new/${at}`, kept(`${at}`.padEnd(190_000, 'x')))
    }
    expect(texts('acme:1', 'new').map((text) => text[0])).toEqual(['7', '6', '5', '4', '3'])
    of('acme:1').keep('new/9', kept('y'.repeat(200_001)))
    expect(texts('acme:1', 'new')).toHaveLength(5)
  })

  it('take unsaved visualizations with them, within bounds', () => {
    const made = (options: object) => ({
      ...{ id: -5, type: 'CHART', name: 'Bars', description: '', options: { ...options } },
      ...{ created_at: '', updated_at: '' },
    })
    of('acme:1').keep('new/a', { ...kept('x'), visualizations: [made({ sortX: true })] })
    expect(of('acme:1').list('new')[0]?.visualizations).toEqual([made({ sortX: true })])
    of('acme:1').keep('new/a', { ...kept('x'), visualizations: [made({ code: 'x'.repeat(100_000) })] })
    expect(of('acme:1').list('new')[0]).not.toHaveProperty('visualizations')
    const other = { text: 'y', at: time, visualizations: [{ id: 7 }, null, 'z'] }
    localStorage.setItem('localOptions:keptText:acme:1:new/b', JSON.stringify(other))
    expect(
      of('acme:1')
        .list('new')
        .find(({ text }) => text === 'y'),
    ).not.toHaveProperty('visualizations')
  })

  it('survive values that something else has written', () => {
    localStorage.setItem('localOptions:keptText:acme:1:new/a', '{"text":')
    of('acme:1').keep('new/b', kept('mine'))
    expect(texts('acme:1', 'new')).toEqual(['mine'])
    expect(newSlot('new')).toMatch(/^new\/[a-z0-9]+$/)
  })
})
