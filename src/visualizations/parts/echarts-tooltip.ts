import type { TooltipComponentOption } from 'echarts'
import { type VisualizationTheme, visualizationTextSize } from './visualization-theme.ts'

/** The style of a tooltip for one item, confined to its visualization. */
export function tooltipBox(theme: VisualizationTheme): TooltipComponentOption {
  return {
    show: true,
    trigger: 'item',
    confine: true,
    transitionDuration: 0,
    backgroundColor: theme.ground,
    borderColor: theme.line,
    borderWidth: 1,
    padding: [8, 10],
    textStyle: { color: theme.text, fontSize: visualizationTextSize, fontFamily: theme.fontFamily },
    extraCssText: 'box-shadow: 0 4px 12px rgb(0 0 0 / 18%); border-radius: 6px; max-width: min(360px, 90%);',
  }
}

/** A tooltip with lines of text about one item. */
export function itemTooltip(
  theme: VisualizationTheme,
  linesOf: (params: unknown) => readonly string[],
): TooltipComponentOption {
  return {
    ...tooltipBox(theme),
    formatter: (params: unknown) => {
      const lines = linesOf(params)
      return lines.length === 0 ? '' : linesElement(lines)
    },
  }
}

/** Sets each line as textContent, so that data is never parsed as markup. The first line is the title. */
function linesElement(lines: readonly string[]): HTMLElement {
  const box = document.createElement('div')
  for (const [index, line] of lines.entries()) {
    const element = document.createElement('div')
    element.textContent = line
    element.style.cssText =
      'white-space: pre-wrap; overflow-wrap: anywhere; font-variant-numeric: tabular-nums;'
    if (index === 0) element.style.fontWeight = '600'
    box.append(element)
  }
  return box
}

/** The item of a tooltip or event. */
export function itemOf(params: unknown): { dataType: string; dataIndex: number } | null {
  if (typeof params !== 'object' || params === null) return null
  const { dataType, dataIndex } = params as { dataType?: unknown; dataIndex?: unknown }
  if (typeof dataIndex !== 'number') return null
  return { dataType: typeof dataType === 'string' ? dataType : '', dataIndex }
}

/** The name of an event's item. */
export function itemNameOf(params: unknown): string | null {
  if (typeof params !== 'object' || params === null) return null
  const { name } = params as { name?: unknown }
  return typeof name === 'string' && name !== '' ? name : null
}
