import { locale } from '#shared/messages/translate.ts'
import { colorsOfType, normalizeColor, textColorOn } from '../parts/colors.ts'
import { svgElement } from '../parts/svg-text.ts'
import { defaultMarkerColors, type IconShape, type MarkersOptions } from './map-options.ts'

/** A marker as SVG markup, for the screen and for exports. */
export interface MarkerShape {
  /** pixels */
  width: number
  height: number
  /** the point of the shape at the coordinates */
  anchor: readonly [x: number, y: number]
  /** SVG content of a box of that size */
  markup: string
}

export function shapeDocument({ width, height, markup }: MarkerShape): string {
  const attributes = {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'aria-hidden': 'true',
    focusable: 'false',
  }
  return svgElement('svg', attributes, markup)
}

/** Minimum size in pixels; smaller markers are hard to hit. */
const minSize = 24

/** The marker of a group: a filled circle, opacity 0.9, without a border. */
export function dotShape(color: string): MarkerShape {
  const middle = minSize / 2
  const circle = svgElement('circle', { cx: middle, cy: middle, r: 9, fill: color, 'fill-opacity': 0.9 })
  return { width: minSize, height: minSize, anchor: [middle, middle], markup: circle }
}

/** A bubble with the number of its markers: the color at 80 % over a ring at 40 %. */
export function clusterShape(color: string, count: number): MarkerShape {
  const text = count.toLocaleString(locale)
  const size = 36 + Math.max(0, text.length - 2) * 5
  const middle = size / 2
  const circle = (r: number, opacity: number) =>
    svgElement('circle', { cx: middle, cy: middle, r, fill: color, 'fill-opacity': opacity })
  const label = {
    x: middle,
    y: middle,
    dy: '0.35em',
    fill: textColorOn(color) ?? '#ffffff',
    'font-family': 'system-ui, sans-serif',
    'font-size': 12,
    'font-weight': 600,
    'text-anchor': 'middle',
  }
  const markup = circle(middle, 0.4) + circle(middle - 5, 0.8) + svgElement('text', label, text)
  return { width: size, height: size, anchor: [middle, middle], markup }
}

interface ShapeColors {
  foreground: string
  background: string
  border: string
}

/** The marker of an ungrouped row: as customized, otherwise a pin. */
export function rowShape(options: MarkersOptions, icon: string | null): MarkerShape {
  if (!options.customizeMarkers) return pinShape({ ...plainColors, background: plainColor(options) }, null)
  const colors = {
    foreground: normalizeColor(options.foregroundColor) ?? defaultMarkerColors.foregroundColor,
    background: normalizeColor(options.backgroundColor) ?? defaultMarkerColors.backgroundColor,
    border: normalizeColor(options.borderColor) ?? defaultMarkerColors.borderColor,
  }
  return shapes[options.iconShape](colors, icon)
}

/** Color of the clusters of ungrouped markers. */
export function rowColor(options: MarkersOptions): string {
  if (!options.customizeMarkers) return plainColor(options)
  const { background } = isDot(options.iconShape)
    ? { background: options.borderColor }
    : { background: options.backgroundColor }
  return normalizeColor(background) ?? defaultMarkerColors.backgroundColor
}

export function isDot(shape: IconShape): boolean {
  return shape === 'circle-dot' || shape === 'rectangle-dot'
}

/** True for shapes with an icon. */
export function hasIcon(shape: IconShape): boolean {
  return shape !== 'doughnut' && !isDot(shape)
}

/** The color of markers without a style: the first of the scheme. */
function plainColor({ color_scheme }: MarkersOptions): string {
  return colorsOfType(color_scheme, [plainColors.background])[0] ?? plainColors.background
}

const plainColors: ShapeColors = { foreground: '#ffffff', background: '#356AFF', border: '#ffffff' }

type Draw = (colors: ShapeColors, icon: string | null) => MarkerShape

const iconSize = 16

function iconAt(icon: string | null, x: number, y: number, color: string): string {
  return icon === null ? '' : svgElement('g', { transform: `translate(${x} ${y})`, color }, icon)
}

function pinShape({ foreground, background, border }: ShapeColors, icon: string | null): MarkerShape {
  const outline = 'M15 37C13 31 2 24 2 14a13 13 0 0 1 26 0C28 24 17 31 15 37Z'
  const pin = svgElement('path', { d: outline, fill: background, stroke: border, 'stroke-width': 1.5 })
  const inside =
    icon === null
      ? svgElement('circle', { cx: 15, cy: 14, r: 4.5, fill: foreground })
      : iconAt(icon, 7, 6, foreground)
  return { width: 30, height: 38, anchor: [15, 37], markup: pin + inside }
}

function boxShape(rx: number): Draw {
  return ({ foreground, background, border }, icon) => {
    const box = { x: 1, y: 1, width: 28, height: 28, rx, fill: background, stroke: border, 'stroke-width': 2 }
    return {
      width: 30,
      height: 30,
      anchor: [15, 15],
      markup: svgElement('rect', box) + iconAt(icon, 15 - iconSize / 2, 15 - iconSize / 2, foreground),
    }
  }
}

function smallShape(markup: (colors: ShapeColors) => string): Draw {
  return (colors) => ({
    width: minSize,
    height: minSize,
    anchor: [minSize / 2, minSize / 2],
    markup: markup(colors),
  })
}

const shapes: Readonly<Record<IconShape, Draw>> = {
  marker: (colors, icon) => pinWithIcon(colors, icon),
  circle: boxShape(14),
  rectangle: boxShape(4),
  doughnut: smallShape(({ background, border }) =>
    svgElement('circle', { cx: 12, cy: 12, r: 7, fill: background, stroke: border, 'stroke-width': 4 }),
  ),
  'circle-dot': smallShape(({ border }) => svgElement('circle', { cx: 12, cy: 12, r: 5, fill: border })),
  'rectangle-dot': smallShape(({ border }) =>
    svgElement('rect', { x: 7, y: 7, width: 10, height: 10, fill: border }),
  ),
}

/** A customized pin without an icon has no dot, unlike the default pin. */
function pinWithIcon(colors: ShapeColors, icon: string | null): MarkerShape {
  return pinShape(colors, icon ?? '')
}
