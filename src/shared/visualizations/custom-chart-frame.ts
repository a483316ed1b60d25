/** Address of the page in whose frame the code of custom charts runs (docs/reference/charts.md#custom-charts). */
export const customChartFrame = '/static/custom-chart/frame'

/** What the page says to its parent once it can draw. The answer is the same text, with one port. */
export const customChartGreeting = 'sextant-custom-chart'

/** Through the port, to the frame. */
export type ToCustomChart =
  | {
      kind: 'draw'
      /** body of a function of `x`, `ys`, `element`, `Plotly` */
      code: string
      x: unknown[]
      ys: { name: string; values: unknown[] }[]
      logsErrors: boolean
      hidesToolBar: boolean
      theme: { dark: boolean; ground: string; text: string; line: string; fontFamily: string }
    }
  | { kind: 'export'; id: number; format: 'svg' | 'png'; scale: number }

/** Through the port, from the frame: written by somebody's code, and so of any shape. */
export type FromCustomChart =
  | { kind: 'drawing' }
  | { kind: 'drawn'; plotted: boolean; error: string | null }
  | { kind: 'exported'; id: number; address: string | null }
