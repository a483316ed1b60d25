import { t } from '#shared/messages/translate.ts'
import { groundOf, paint, paintedScale } from '#visualizations/image-file.ts'
import { drawHtml, type ExportedImage } from '#visualizations/parts/html-image.ts'
import { svgDocument, svgElement, xmlText } from '#visualizations/parts/svg-text.ts'
import type { ImageHead } from './image-head.ts'

export { paint }

const margin = 24
/** The margin that `drawHtml` leaves around the widgets. */
const ownMargin = 8
const name = { size: 22, height: 30, weight: '600' }
const small = { size: 13, height: 19, weight: '400' }
/** Below this scale, text is unreadable. */
const minScale = 0.6

/** Draws the widgets as shown, under the dashboard's name. Throws an Error with a message for users. */
export async function dashboardImage(page: HTMLElement, head: ImageHead): Promise<ExportedImage> {
  const size = { width: page.scrollWidth, height: page.scrollHeight }
  const scale = paintedScale(size)
  if (scale < minScale) {
    throw new Error(t('The dashboard is too long for one image. Print it as PDF instead.'))
  }
  const ground = groundOf(page)
  const widgets = await drawHtml(page, { ground, scale, asShown: true })
  if (widgets === null) throw new Error(t('There is no image to download yet.'))
  const width = widgets.width + 2 * (margin - ownMargin)
  const above = drawHead(head, width - 2 * margin, getComputedStyle(page))
  const below = above.height + margin
  const height = below + widgets.height + margin - 2 * ownMargin
  const content = [
    svgElement('rect', { width, height, fill: ground }),
    svgElement('g', { transform: `translate(${margin} ${margin})` }, above.svg),
    svgElement('g', { transform: `translate(${margin - ownMargin} ${below - ownMargin})` }, widgets.svg),
  ]
  return { svg: svgDocument(width, height, content.join('')), width, height }
}

function drawHead(
  head: ImageHead,
  width: number,
  { color, fontFamily }: CSSStyleDeclaration,
): { svg: string; height: number } {
  let y = 0
  const draw = (text: string, font: typeof name, opacity: number): string => {
    const measure = measureOf(`${font.weight} ${font.size}px ${fontFamily}`)
    return wrappedLines(text, width, measure)
      .map((line) => {
        y += font.height
        const attributes = {
          x: 0,
          y: y - (font.height - font.size) / 2 - font.size * 0.18,
          fill: color,
          'fill-opacity': opacity,
          'font-family': fontFamily,
          'font-size': font.size,
          'font-weight': font.weight,
        }
        return svgElement('text', attributes, xmlText(line))
      })
      .join('')
  }
  const svg = draw(head.name, name, 1) + head.lines.map((line) => draw(line, small, 0.75)).join('')
  return { svg, height: y + margin }
}

function measureOf(font: string): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return (text) => text.length * small.size
  context.font = font
  return (text) => context.measureText(text).width
}

/** Wraps a text to lines no wider than `width`; breaks words that are wider. */
export function wrappedLines(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const parts = brokenWord(word, width, measure)
    lines.push(...parts.slice(0, -1))
    line = parts.at(-1) ?? ''
  }
  return line === '' ? lines : [...lines, line]
}

function brokenWord(word: string, width: number, measure: (text: string) => number): string[] {
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part !== '' && measure(part + character) > width) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return part === '' ? parts : [...parts, part]
}
