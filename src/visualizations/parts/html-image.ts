import { t } from '#shared/messages/translate.ts'
import { background, borders, isOutOfSight, textLines } from './html-boxes.ts'
import { type ImageSource, imageSourceOf } from './image-source.ts'
import { svgDocument, svgElement, xmlText } from './svg-text.ts'

/** A visualization exported from the page as one SVG document. */
export interface ExportedImage {
  svg: string
  /** pixels */
  width: number
  height: number
}

export interface ImageRequest {
  /** background color */
  ground: string
  /** embeds canvases as images with this many pixels per CSS pixel; absent: vectors only */
  scale?: number
  /** for whole pages: clips scrolled content as on screen, and omits a part that cannot be drawn */
  asShown?: boolean
}

const margin = 8

/**
 * Draws an element as an SVG document: boxes, borders, texts, images, and the exports of its parts
 * (`image-source.ts`). Scrolled content is drawn in full unless `asShown` is set. Texts stay texts, so that the file
 * can be edited and searched. Returns null when nothing is visible.
 */
export async function drawHtml(root: HTMLElement, request: ImageRequest): Promise<ExportedImage | null> {
  const origin = boxOf(root)
  const canvas: Canvas = {
    request,
    left: origin.left - margin,
    top: origin.top - margin,
    right: origin.right,
    bottom: origin.bottom,
    parts: [],
    clips: 0,
    cut: null,
  }
  await drawElement(root, canvas)
  const width = Math.ceil(canvas.right - canvas.left + margin)
  const height = Math.ceil(canvas.bottom - canvas.top + margin)
  if (canvas.parts.length === 0) return null
  const behind = svgElement('rect', { width, height, fill: request.ground })
  return { svg: svgDocument(width, height, behind + canvas.parts.join('')), width, height }
}

/** An element without a box (`display: contents`) has the bounds of its content. */
function boxOf(root: HTMLElement): DOMRect {
  if (getComputedStyle(root).display !== 'contents') return root.getBoundingClientRect()
  const range = document.createRange()
  range.selectNodeContents(root)
  return range.getBoundingClientRect()
}

interface Canvas {
  request: ImageRequest
  left: number
  top: number
  /** the extent of everything drawn so far */
  right: number
  bottom: number
  parts: string[]
  clips: number
  /** the visible area inside the scrolled ancestors; null: unlimited */
  cut: DOMRect | null
}

async function drawElement(element: Element, canvas: Canvas): Promise<void> {
  const style = getComputedStyle(element)
  const rect = element.getBoundingClientRect()
  if (isOutOfSight(element, style, rect) || isCutOff(rect, canvas.cut)) return
  const opacity = Number(style.opacity)
  const clipped = isClipped(style, canvas.request)
  const outside = canvas.parts
  const around = canvas.cut
  if (opacity < 1 || clipped) canvas.parts = []
  if (clipped && canvas.request.asShown) canvas.cut = rect
  const reach = { right: canvas.right, bottom: canvas.bottom }
  await drawInside(element, style, rect, canvas)
  canvas.cut = around
  if (canvas.parts === outside) return
  const id = `clip-${canvas.clips++}`
  const box = place(rect, canvas)
  const clip = clipped ? svgElement('clipPath', { id }, svgElement('rect', { ...box })) : ''
  if (clipped) {
    canvas.right = Math.max(reach.right, Math.min(canvas.right, rect.right))
    canvas.bottom = Math.max(reach.bottom, Math.min(canvas.bottom, rect.bottom))
  }
  const attributes = {
    opacity: opacity < 1 ? opacity : undefined,
    'clip-path': clipped ? `url(#${id})` : undefined,
  }
  outside.push(clip + svgElement('g', attributes, canvas.parts.join('')))
  canvas.parts = outside
}

function isClipped({ overflowX, overflowY }: CSSStyleDeclaration, { asShown }: ImageRequest): boolean {
  if (overflowX === 'hidden' || overflowX === 'clip') return true
  return asShown === true && (overflowX !== 'visible' || overflowY !== 'visible')
}

/** True when nothing of it is visible. Boxes without a size are kept, as their content may overflow. */
function isCutOff(rect: DOMRect, cut: DOMRect | null): boolean {
  if (cut === null || rect.width === 0 || rect.height === 0) return false
  return rect.top >= cut.bottom || rect.bottom <= cut.top || rect.left >= cut.right || rect.right <= cut.left
}

async function drawInside(
  element: Element,
  style: CSSStyleDeclaration,
  rect: DOMRect,
  canvas: Canvas,
): Promise<void> {
  const box = place(rect, canvas)
  const painted = [...background(box, style), ...borders(box, style)]
  if (painted.length > 0) reach(rect, canvas)
  canvas.parts.push(...painted)
  const source = imageSourceOf(element)
  if (source) {
    reach(rect, canvas)
    const drawn = embedded(source, box, canvas)
    canvas.parts.push(await (canvas.request.asShown ? drawn.catch(() => '') : drawn))
    return
  }
  if (element instanceof SVGSVGElement) {
    reach(rect, canvas)
    canvas.parts.push(nested(withoutOutside(withStyles(element)), box, `svg${canvas.clips++}-`))
    return
  }
  if (element instanceof HTMLImageElement || element instanceof HTMLCanvasElement) {
    reach(rect, canvas)
    canvas.parts.push(pixels(element, box))
    return
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) await drawElement(child, canvas)
    else if (child instanceof Text) drawText(child, style, canvas)
  }
}

function drawText(node: Text, style: CSSStyleDeclaration, canvas: Canvas): void {
  for (const { text, rect, scale } of textLines(node, style)) {
    if (isCutOff(rect, canvas.cut)) continue
    reach(rect, canvas)
    const size = Number.parseFloat(style.fontSize) * scale
    const attributes = {
      x: rect.left - canvas.left,
      // the ascent of most fonts is about four fifths of their height
      y: rect.top - canvas.top + (rect.height - size) / 2 + size * 0.82,
      fill: style.color,
      'font-family': style.fontFamily,
      'font-size': size,
      'font-weight': style.fontWeight === '400' ? undefined : style.fontWeight,
      'font-style': style.fontStyle === 'normal' ? undefined : style.fontStyle,
      'text-decoration': style.textDecorationLine === 'none' ? undefined : style.textDecorationLine,
      textLength: rect.width,
      lengthAdjust: 'spacingAndGlyphs',
    }
    canvas.parts.push(svgElement('text', attributes, xmlText(text)))
  }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function place(rect: DOMRect, canvas: Canvas): Box {
  return { x: rect.left - canvas.left, y: rect.top - canvas.top, width: rect.width, height: rect.height }
}

function reach(rect: DOMRect, canvas: Canvas): void {
  canvas.right = Math.max(canvas.right, rect.right)
  canvas.bottom = Math.max(canvas.bottom, rect.bottom)
}

async function embedded(source: ImageSource, box: Box, canvas: Canvas): Promise<string> {
  const { scale } = canvas.request
  if (scale !== undefined && source.canvas) return pixels(await source.canvas(scale), box)
  const drawn = new DOMParser().parseFromString(await source.svg(), 'image/svg+xml').documentElement
  if (!(drawn instanceof SVGSVGElement)) throw new Error(t('A part of the image could not be drawn as SVG.'))
  // sanitized, because the SVG contains colors from stored options
  return nested(withoutOutside(drawn), box, `svg${canvas.clips++}-`)
}

/** Nests one document in another. Prefixes its ids, which would otherwise collide. */
function nested(svg: SVGSVGElement, { x, y, width, height }: Box, prefix: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  for (const element of copy.querySelectorAll('*')) {
    if (element.id) element.id = prefix + element.id
    for (const { name, value } of element.attributes) {
      if (value.includes('url(#')) element.setAttribute(name, value.replaceAll('url(#', `url(#${prefix}`))
      else if (name.endsWith('href') && value.startsWith('#'))
        element.setAttribute(name, `#${prefix}${value.slice(1)}`)
    }
  }
  copy.removeAttribute('class')
  copy.removeAttribute('style')
  for (const [name, value] of Object.entries({ x, y, width, height })) copy.setAttribute(name, String(value))
  return new XMLSerializer().serializeToString(copy)
}

const inherited = [
  ...[
    'fill',
    'fill-opacity',
    'stroke',
    'stroke-width',
    'stroke-opacity',
    'stroke-linecap',
    'stroke-linejoin',
  ],
  ...['stroke-dasharray', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'visibility'],
] as const

/** Returns a copy with the computed styles inlined, which looks the same without the page's style sheets. */
function withStyles(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[index]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const name of inherited) element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
  }
  return copy
}

/** Embeds the pixels; empty for images from other origins, which a page may show but not read. */
function pixels(drawn: HTMLImageElement | HTMLCanvasElement, box: Box): string {
  try {
    let canvas = drawn
    if (canvas instanceof HTMLImageElement) {
      const copy = document.createElement('canvas')
      copy.width = canvas.naturalWidth
      copy.height = canvas.naturalHeight
      copy.getContext('2d')?.drawImage(canvas, 0, 0)
      canvas = copy
    }
    const href = canvas.toDataURL('image/png')
    return svgElement('image', { ...box, href, 'xlink:href': href, preserveAspectRatio: 'none' })
  } catch {
    return ''
  }
}

const outside = /url\((?!\s*["']?(?:#|data:image\/))|image-set\(|\\/i

/**
 * Removes scripts and external references, which HTML cells may contain: opening the file must not call other sites.
 * Attributes with backslashes are removed too, because CSS escapes could hide `url(`.
 */
export function withoutOutside(svg: SVGSVGElement): SVGSVGElement {
  for (const element of [...svg.querySelectorAll('*')]) {
    if (/^(.*:)?(script|foreignobject|iframe|set|animate\w*)$/i.test(element.nodeName)) element.remove()
  }
  for (const element of [svg, ...svg.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) {
      // data: images are safe: an image in an image neither runs scripts nor loads anything
      const isKept = name.endsWith('href') ? /^(#|data:image\/)/i.test(value) : !outside.test(value)
      if (!isKept || /^on/i.test(name)) element.removeAttribute(name)
    }
  }
  return svg
}
