import type { TooltipComponentOption } from 'echarts'
import { type PictureTheme, pictureTextSize } from './picture-theme.ts'

/** The box of a tooltip of one item that never leaves its picture. */
export function tooltipBox(theme: PictureTheme): TooltipComponentOption {
  return {
    show: true,
    trigger: 'item',
    confine: true,
    transitionDuration: 0,
    backgroundColor: theme.ground,
    borderColor: theme.line,
    borderWidth: 1,
    padding: [8, 10],
    textStyle: { color: theme.text, fontSize: pictureTextSize, fontFamily: theme.fontFamily },
    extraCssText: 'box-shadow: 0 4px 12px rgb(0 0 0 / 18%); border-radius: 6px; max-width: min(360px, 90%);',
  }
}

/** A tooltip that says lines about one item. */
export function itemTooltip(
  theme: PictureTheme,
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

/** Each line enters as text, so nothing in the data is ever read as markup. The first one is the title. */
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

/** Which item a tooltip, or an event, is about. */
export function itemOf(params: unknown): { dataType: string; dataIndex: number } | null {
  if (typeof params !== 'object' || params === null) return null
  const { dataType, dataIndex } = params as { dataType?: unknown; dataIndex?: unknown }
  if (typeof dataIndex !== 'number') return null
  return { dataType: typeof dataType === 'string' ? dataType : '', dataIndex }
}

/** The name of the item that an event is about. */
export function itemNameOf(params: unknown): string | null {
  if (typeof params !== 'object' || params === null) return null
  const { name } = params as { name?: unknown }
  return typeof name === 'string' && name !== '' ? name : null
}
