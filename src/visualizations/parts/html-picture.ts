import { t } from '#shared/messages/translate.ts'
import { borders, ground, isOutOfSight, textLines } from './html-boxes.ts'
import { type PictureSource, pictureSourceOf } from './picture-source.ts'
import { svgDocument, svgElement, xmlText } from './svg-text.ts'

/** A visualization as it stands in the page, drawn as one SVG document; `null` when it has no size. */
export interface HtmlPicture {
  svg: string
  /** pixels */
  width: number
  height: number
}

export interface HtmlPictureRequest {
  /** colour behind everything */
  ground: string
  /** embeds canvases as they are, so many pixels for one of the screen's; absent: everything as vectors */
  scale?: number
  /** scrolled content is cut off as on screen, and a part that cannot be drawn leaves out itself alone: for whole pages */
  asShown?: boolean
}

const margin = 8

/**
 * What an element shows as an SVG document: boxes, borders, texts, pictures, and whatever its parts give of themselves
 * (`picture-source.ts`). Scrolled content is drawn whole unless it is asked for as shown. Texts stay texts, so that the
 * file can be edited and searched.
 */
export async function drawHtml(root: HTMLElement, request: HtmlPictureRequest): Promise<HtmlPicture | null> {
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

/** An element without a box of its own (`display: contents`) is as large as what stands in it. */
function boxOf(root: HTMLElement): DOMRect {
  if (getComputedStyle(root).display !== 'contents') return root.getBoundingClientRect()
  const range = document.createRange()
  range.selectNodeContents(root)
  return range.getBoundingClientRect()
}

interface Canvas {
  request: HtmlPictureRequest
  left: number
  top: number
  /** how far anything reaches */
  right: number
  bottom: number
  parts: string[]
  clips: number
  /** what is shown as far as scrolled boxes around let it be seen; null: all */
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

function isClipped({ overflowX, overflowY }: CSSStyleDeclaration, { asShown }: HtmlPictureRequest): boolean {
  if (overflowX === 'hidden' || overflowX === 'clip') return true
  return asShown === true && (overflowX !== 'visible' || overflowY !== 'visible')
}

/** Nothing of it is seen. Boxes without a size may hold what has one. */
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
  const painted = [...ground(box, style), ...borders(box, style)]
  if (painted.length > 0) reach(rect, canvas)
  canvas.parts.push(...painted)
  const source = pictureSourceOf(element)
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
      // fonts differ, but their ascent is near four fifths of what they take in height
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

async function embedded(source: PictureSource, box: Box, canvas: Canvas): Promise<string> {
  const { scale } = canvas.request
  if (scale !== undefined && source.canvas) return pixels(await source.canvas(scale), box)
  const drawn = new DOMParser().parseFromString(await source.svg(), 'image/svg+xml').documentElement
  if (!(drawn instanceof SVGSVGElement))
    throw new Error(t('A part of the picture could not be drawn as SVG.'))
  // ECharts writes colours, which are stored as people like, into its text as they are
  return nested(withoutOutside(drawn), box, `svg${canvas.clips++}-`)
}

/** One document in another: ids are made its own, since those of both would be one list. */
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

/** A copy that looks the same without the page's style sheets. */
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

/** Pixels as they are; nothing of pictures from other sites, which a page may show but not read. */
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
 * Takes away what would make the file call other sites whenever somebody opens it: SVG in HTML cells may refer to them.
 * Backslashes too, as they can write `url(` in other characters.
 */
export function withoutOutside(svg: SVGSVGElement): SVGSVGElement {
  for (const element of [...svg.querySelectorAll('*')]) {
    if (/^(.*:)?(script|foreignobject|iframe|set|animate\w*)$/i.test(element.nodeName)) element.remove()
  }
  for (const element of [svg, ...svg.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) {
      // a picture within a picture neither runs nor loads anything, whatever its text says
      const isKept = name.endsWith('href') ? /^(#|data:image\/)/i.test(value) : !outside.test(value)
      if (!isKept || /^on/i.test(name)) element.removeAttribute(name)
    }
  }
  return svg
}
