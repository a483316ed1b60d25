/** Address of the framed page in which the code of custom charts runs (docs/reference/charts.md#custom-charts). */
export const customChartFrame = '/static/custom-chart/frame'

/** The message of the page to its parent once it can draw. The reply is the same text, with one port. */
export const customChartGreeting = 'sextant-custom-chart'

/** Messages through the port to the frame. */
export type ToCustomChart =
  | {
      kind: 'draw'
      /** body of a function with `x`, `ys`, `element`, `Plotly` */
      code: string
      x: unknown[]
      ys: { name: string; values: unknown[] }[]
      logsErrors: boolean
      hidesToolBar: boolean
      theme: { dark: boolean; ground: string; text: string; line: string; fontFamily: string }
    }
  | { kind: 'export'; id: number; format: 'svg' | 'png'; scale: number }

/** Messages through the port from the frame: sent by a user's code, so they may have any shape. */
export type FromCustomChart =
  | { kind: 'drawing' }
  | { kind: 'drawn'; plotted: boolean; error: string | null }
  | { kind: 'exported'; id: number; address: string | null }
