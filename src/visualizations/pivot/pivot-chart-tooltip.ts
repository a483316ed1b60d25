import { t } from '#shared/messages/translate.ts'
import type { ChartModel } from './pivot-chart-model.ts'

/** A value under the pointer. */
export interface HoveredValue {
  series: number
  category: number
  /** in the scatter chart: the cell of the pivot */
  place: { col: number; row: number } | null
  color: string
}

export interface HoverText {
  title: string
  lines: readonly { color: string; name: string; text: string }[]
  /** number of omitted lines, to limit the box */
  more: number
}

const maxLines = 20

export function hoverLines(model: ChartModel, hovered: readonly HoveredValue[]): HoverText {
  const found = hovered.flatMap(({ series, category, place, color }) => {
    const [row, col] = model.shape === 'scatter' && place ? [place.row, place.col] : [series, category]
    const of = model.series[row]
    const text = of?.texts[col] ?? ''
    if (!of || text === '') return []
    return [
      {
        title: model.categories[col] ?? '',
        line: { color, name: of.name, text: withShare(model, of.values, col, text) },
      },
    ]
  })
  const title = (found[0]?.title ?? '').trim()
  return {
    title,
    lines: found.slice(0, maxLines).map(({ line }) => line),
    more: Math.max(0, found.length - maxLines),
  }
}

/** Appends a slice's percentage of its pie. */
function withShare(model: ChartModel, values: readonly (number | null)[], at: number, text: string): string {
  if (model.shape !== 'pie') return text
  const total = values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0)
  const share = total > 0 ? Math.max(0, values[at] ?? 0) / total : 0
  return `${text} (${(share * 100).toFixed(1)}%)`
}

/** Inserts texts as text nodes, so that data is never parsed as markup. */
export function hoverElement({ title, lines, more }: HoverText, page: Document): HTMLElement {
  const box = page.createElement('div')
  const add = (parent: HTMLElement, text: string, css: string) => {
    const element = page.createElement('div')
    element.style.cssText = css
    element.textContent = text
    parent.append(element)
    return element
  }
  if (title !== '')
    add(
      box,
      title,
      'font-weight: 600; margin-bottom: 4px; max-width: 320px; white-space: normal; overflow-wrap: anywhere;',
    )
  for (const { color, name, text } of lines) {
    const line = add(box, '', 'display: flex; align-items: baseline; gap: 8px; line-height: 1.5;')
    add(line, '', `flex: none; width: 9px; height: 9px; border-radius: 2px; background: ${color};`)
    add(line, name, 'opacity: .8; max-width: 220px; white-space: normal; overflow-wrap: anywhere;')
    add(line, text, 'margin-left: auto; padding-left: 12px; font-variant-numeric: tabular-nums;')
  }
  if (more > 0) add(box, t('+ {more} more', { more }), 'opacity: .7; margin-top: 2px;')
  return box
}
