import { svgElement } from './svg-text.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** True for elements that an export omits: hidden ones, controls, and content for screen readers. */
export function isOutOfSight(element: Element, style: CSSStyleDeclaration, rect: DOMRect): boolean {
  if (element.getAttribute('data-image') === 'none') return true
  if (style.display === 'none' || style.visibility !== 'visible' || Number(style.opacity) === 0) return true
  const isForScreenReaders = style.position === 'absolute' && rect.width <= 1 && rect.height <= 1
  return isForScreenReaders
}

const transparent = /^(transparent|rgba\(.*,\s*0\)|.*\/\s*0\))$/

function isVisible(color: string): boolean {
  return color !== '' && !transparent.test(color)
}

/** The background of a box. */
export function background(box: Box, style: CSSStyleDeclaration): string[] {
  if (!isVisible(style.backgroundColor)) return []
  const radius = Number.parseFloat(style.borderTopLeftRadius) || 0
  const rx = radius > 0 ? Math.min(radius, box.width / 2, box.height / 2) : undefined
  return [svgElement('rect', { ...box, rx, fill: style.backgroundColor })]
}

/** The borders of a box: one outline when all sides are equal, otherwise a line for each visible side. */
export function borders({ x, y, width, height }: Box, style: CSSStyleDeclaration): string[] {
  const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
    side,
    width: style[`border${side}Style`] === 'none' ? 0 : Number.parseFloat(style[`border${side}Width`]) || 0,
    color: style[`border${side}Color`],
  }))
  const drawn = sides.filter((side) => side.width > 0 && isVisible(side.color))
  const [first] = drawn
  if (!first) return []
  const half = first.width / 2
  if (drawn.length === 4 && drawn.every((side) => side.width === first.width && side.color === first.color)) {
    const radius = Number.parseFloat(style.borderTopLeftRadius) || 0
    const attributes = {
      x: x + half,
      y: y + half,
      width: Math.max(0, width - first.width),
      height: Math.max(0, height - first.width),
      rx: radius > 0 ? Math.max(0, Math.min(radius, width / 2, height / 2) - half) : undefined,
      fill: 'none',
      stroke: first.color,
      'stroke-width': first.width,
    }
    return [svgElement('rect', attributes)]
  }
  const [right, bottom] = [x + width, y + height]
  return drawn.map((side) => {
    const at = side.width / 2
    const ends = {
      Top: { x1: x, y1: y + at, x2: right, y2: y + at },
      Right: { x1: right - at, y1: y, x2: right - at, y2: bottom },
      Bottom: { x1: x, y1: bottom - at, x2: right, y2: bottom - at },
      Left: { x1: x + at, y1: y, x2: x + at, y2: bottom },
    }[side.side]
    return svgElement('line', { ...ends, stroke: side.color, 'stroke-width': side.width })
  })
}

export interface TextLine {
  text: string
  rect: DOMRect
  /** by CSS transforms: pixels on screen per CSS pixel */
  scale: number
}

/** The lines of a text as the browser wraps them. */
export function textLines(node: Text, style: CSSStyleDeclaration): TextLine[] {
  if (!/\S/.test(node.data)) return []
  const range = document.createRange()
  const scale = scaleOf(node.parentElement)
  const lines: TextLine[] = []
  // words break only when a single word overflows; then the first part gets the whole word
  for (const match of node.data.matchAll(style.whiteSpace.startsWith('pre') ? /[^\n]+/g : /\S+/g)) {
    range.setStart(node, match.index)
    range.setEnd(node, match.index + match[0].length)
    const rect = range.getBoundingClientRect()
    if (rect.width === 0) continue
    const last = lines.at(-1)
    if (last && Math.abs(last.rect.top - rect.top) < 2 && rect.left >= last.rect.right - 1) {
      last.text += ` ${match[0]}`
      last.rect = new DOMRect(last.rect.left, last.rect.top, rect.right - last.rect.left, last.rect.height)
    } else lines.push({ text: match[0], rect, scale })
  }
  return lines.map((line) => ({ ...line, text: applyTextTransform(line.text, style.textTransform) }))
}

function applyTextTransform(text: string, transform: string): string {
  if (transform === 'uppercase') return text.toUpperCase()
  if (transform === 'lowercase') return text.toLowerCase()
  return text
}

/** The scale that CSS transforms apply: the width on screen divided by the layout width. */
function scaleOf(element: HTMLElement | null): number {
  if (!element || element.offsetWidth === 0) return 1
  const scale = element.getBoundingClientRect().width / element.offsetWidth
  return Math.abs(scale - 1) < 0.02 ? 1 : scale
}
