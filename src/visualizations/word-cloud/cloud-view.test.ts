import { describe, expect, it } from 'vitest'
import { contrastRatio } from '../parts/colors.ts'
import { cloudDocument, cloudTransform, wordStyle } from './cloud-view.ts'
import type { PlacedWord, WordLayout } from './word-layout.ts'

const word: PlacedWord = {
  text: '<b>"word"</b>',
  label: '<b>"word"</b>',
  count: 3,
  size: 100,
  color: '#dbdb8d',
  angle: 90,
  x: 10,
  y: -20,
}
const layout: WordLayout = { words: [word], bounds: { left: -500, top: -100, right: 500, bottom: 300 } }
const theme = { ground: '#ffffff', text: '#000', muted: '#666', line: '#ddd', fontFamily: '"A", serif' }

describe('a word cloud in its box', () => {
  it('is scaled to fit and centered', () => {
    // 1000 x 400 into 500 x 400; the center of the layout is at 0, 100
    expect(cloudTransform(layout, { width: 500, height: 400 })).toBe('translate(250 150) scale(0.5)')
  })

  it('limits the size of a few words', () => {
    const small = { ...layout, bounds: { left: -50, top: -50, right: 50, bottom: 50 } }
    expect(cloudTransform(small, { width: 1000, height: 1000 })).toBe('translate(500 500) scale(1.2)')
  })

  it('has readable colors on its ground', () => {
    expect(wordStyle(word, theme)).toMatchObject({ transform: 'translate(10 -20) rotate(90)', fontSize: 100 })
    for (const ground of ['#ffffff', '#1a1b1e']) {
      const { fill } = wordStyle(word, { ...theme, ground })
      expect(contrastRatio(fill, ground)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('is exported as a document without markup of the data', () => {
    const text = cloudDocument(layout, { width: 500, height: 400 }, theme)
    expect(text).toMatch(/^<svg [^>]*width="500" height="400"/)
    expect(text).toContain('>&lt;b&gt;&quot;word&quot;&lt;/b&gt;</text>')
    expect(text).not.toContain('<b>')
  })
})
