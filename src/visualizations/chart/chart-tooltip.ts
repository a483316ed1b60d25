import { visibleOn } from '../parts/visible-color.ts'
import type { Box } from './chart-box.ts'
import type { CartesianModel } from './chart-model.ts'
import type { PieModel } from './chart-pie.ts'
import { sliceLabel } from './chart-pie.ts'
import { boxTexts, pointText, positionText, templateNames } from './chart-text.ts'
import type { Trace } from './chart-traces.ts'
import type { TracePoint } from './chart-values.ts'

/** One point under the cursor: which trace (donut) and which of its points (slices). */
export interface Hovered {
  trace: number
  point: number
}

export interface TooltipContent {
  title: string
  lines: { color: string; name: string; text: string }[]
  /** lines left out because the box would not fit */
  more: number
}

const maxLines = 24

/** What the hover says (docs/reference/charts.md#point-texts): x and series name unless the template prints them. */
export function tooltipContent(
  model: CartesianModel | PieModel,
  hovered: readonly Hovered[],
): TooltipContent {
  const lines = model.kind === 'pie' ? pieLines(model, hovered) : cartesianLines(model, hovered)
  return {
    title: model.kind === 'pie' ? pieTitle(model, hovered) : cartesianTitle(model, hovered),
    lines: lines.slice(0, maxLines),
    more: Math.max(0, lines.length - maxLines),
  }
}

interface Found {
  trace: Trace
  point: TracePoint
}

function foundPoints(model: CartesianModel, hovered: readonly Hovered[]): Found[] {
  return hovered.flatMap((at) => {
    const trace = model.traces[at.trace]
    const point = trace?.points[at.point]
    return trace && point && !trace.boxes ? [{ trace, point }] : []
  })
}

/** The box under the pointer: a trace of boxes has no points to hover. */
function hoveredBox(model: CartesianModel, at: Hovered): { trace: Trace; box: Box } | null {
  const trace = model.traces[at.trace]
  const box = trace?.boxes?.[at.point]
  return trace && box ? { trace, box } : null
}

function boxLines(
  { trace, box }: { trace: Trace; box: Box },
  model: CartesianModel,
): TooltipContent['lines'] {
  const [first, ...others] = boxTexts(box, model.text)
  return [
    { color: trace.color, name: `${trace.label}: ${first?.name}`, text: first?.text ?? '' },
    ...others.map((line) => ({ color: '', ...line })),
  ]
}

function cartesianTitle(model: CartesianModel, hovered: readonly Hovered[]): string {
  const template = model.text.options.textFormat
  const boxed = hovered[0] && hoveredBox(model, hovered[0])
  if (boxed) return positionText(boxed.box.x, model.x.scale, model.text)
  const first = foundPoints(model, hovered)[0]
  if (!first || templateNames(template, '@@x')) return ''
  return positionText(first.point.x, model.x.scale, model.text)
}

function cartesianLines(model: CartesianModel, hovered: readonly Hovered[]): TooltipContent['lines'] {
  const named = templateNames(model.text.options.textFormat, '@@name')
  const boxes = hovered.flatMap((at) => {
    const found = hoveredBox(model, at)
    return found ? boxLines(found, model) : []
  })
  const points = foundPoints(model, hovered)
    .filter(({ point }) => point.y !== null)
    .map(({ trace, point }) => ({
      color: trace.color,
      name: named ? '' : trace.label,
      text: pointText(point, trace, model.text),
    }))
  return [...points, ...boxes]
}

function pieTitle(model: PieModel, hovered: readonly Hovered[]): string {
  const slice = hovered[0] && model.donuts[hovered[0].trace]?.slices[hovered[0].point]
  return slice && !model.templateNamesX ? sliceLabel(slice.name) : ''
}

function pieLines(model: PieModel, hovered: readonly Hovered[]): TooltipContent['lines'] {
  return hovered.flatMap((at) => {
    const donut = model.donuts[at.trace]
    const slice = donut?.slices[at.point]
    if (!donut || !slice) return []
    return [{ color: slice.color, name: donut.showLabel ? donut.label : '', text: slice.text }]
  })
}

/** The box as elements: every value enters as a text node, so nothing in the data is ever read as markup. */
export function tooltipElement(content: TooltipContent, page: Document, ground: string): HTMLElement {
  const box = page.createElement('div')
  if (content.title !== '')
    box.append(styled(page, 'div', content.title, 'font-weight: 600; margin-bottom: 4px;'))
  for (const line of content.lines) box.append(lineElement(line, page, ground))
  if (content.more > 0)
    box.append(styled(page, 'div', `+ ${content.more} more`, 'opacity: .7; margin-top: 2px;'))
  return box
}

function lineElement(line: TooltipContent['lines'][number], page: Document, ground: string): HTMLElement {
  const row = styled(page, 'div', '', 'display: flex; align-items: baseline; gap: 8px; line-height: 1.5;')
  const swatch = styled(page, 'span', '', 'flex: none; width: 9px; height: 9px; border-radius: 2px;')
  swatch.style.background = visibleOn(line.color, ground)
  const name = styled(page, 'span', line.name, 'overflow-wrap: anywhere; white-space: normal; opacity: .8;')
  const text = styled(
    page,
    'span',
    line.text,
    'margin-left: auto; padding-left: 12px; white-space: pre-wrap; overflow-wrap: break-word; font-variant-numeric: tabular-nums;',
  )
  row.append(swatch, name, text)
  return row
}

function styled(page: Document, tag: string, text: string, css: string): HTMLElement {
  const element = page.createElement(tag)
  element.style.cssText = css
  element.textContent = text
  return element
}
