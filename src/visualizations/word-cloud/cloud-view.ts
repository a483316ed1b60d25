import { svgDocument, svgElement, xmlText } from '../parts/svg-text.ts'
import type { Size } from '../parts/use-box-size.ts'
import { visibleOn } from '../parts/visible-color.ts'
import type { VisualizationTheme } from '../parts/visualization-theme.ts'
import type { PlacedWord, WordLayout } from './word-layout.ts'

/** Limits the largest word, in pixels and as a share of the box, so that a few words do not fill the whole box. */
const maxWord = { pixels: 120, share: 0.4 }
/** WCAG contrast of text: rare words are small. */
const minContrast = 4.5

/** The SVG transform that scales the layout to its box and centers it. */
export function cloudTransform({ words, bounds }: WordLayout, size: Size): string {
  const [width, height] = [bounds.right - bounds.left, bounds.bottom - bounds.top]
  const largest = Math.max(...words.map((word) => word.size), 1)
  const scale = Math.min(
    size.width / Math.max(1, width),
    size.height / Math.max(1, height),
    Math.min(maxWord.pixels, size.height * maxWord.share) / largest,
  )
  const x = size.width / 2 - scale * (bounds.left + width / 2)
  const y = size.height / 2 - scale * (bounds.top + height / 2)
  return `translate(${rounded(x)} ${rounded(y)}) scale(${rounded(scale)})`
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

export interface WordStyle {
  transform: string
  fontSize: number
  fill: string
}

export function wordStyle(word: PlacedWord, theme: VisualizationTheme): WordStyle {
  return {
    transform: `translate(${rounded(word.x)} ${rounded(word.y)}) rotate(${word.angle})`,
    fontSize: word.size,
    fill: visibleOn(word.color, theme.ground, minContrast),
  }
}

/** The visualization as an SVG document, for export. */
export function cloudDocument(layout: WordLayout, size: Size, theme: VisualizationTheme): string {
  const words = layout.words.map((word) => {
    const { transform, fontSize, fill } = wordStyle(word, theme)
    return svgElement('text', { transform, 'font-size': fontSize, fill }, xmlText(word.label))
  })
  const attributes = {
    transform: cloudTransform(layout, size),
    'text-anchor': 'middle',
    'font-family': theme.fontFamily,
  }
  return svgDocument(size.width, size.height, svgElement('g', attributes, words.join('')))
}
