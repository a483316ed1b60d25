import { t } from '#shared/messages/translate.ts'
import { type AccessibleTable, maxTableRows } from '../parts/data-table.tsx'
import type { HostSettings } from '../visualization.ts'
import { instantOf, isDateValue, utcText } from './chart-instant.ts'
import type { ChartOptions } from './chart-options.ts'
import type { ChartSeries } from './chart-series.ts'

/** The input of custom code (docs/reference/charts.md#custom-charts). */
export interface CustomModel {
  kind: 'custom'
  /** false: custom charts are switched off on this installation, and code and data are left out */
  allowed: boolean
  code: string
  logsErrors: boolean
  hidesToolBar: boolean
  /** of the points of all series, one series after the other */
  x: unknown[]
  ys: { name: string; values: unknown[] }[]
}

export function customModel(
  series: readonly ChartSeries[],
  options: ChartOptions,
  settings: HostSettings,
): CustomModel {
  const allowed = settings.allowCustomJSVisualizations
  const code = customCodeOf(options)
  const logsErrors = options['enableConsoleLogs'] === true
  const hidesToolBar = settings.hidePlotlyModeBar
  if (!allowed) return { kind: 'custom', allowed, code: '', logsErrors, hidesToolBar, x: [], ys: [] }
  return {
    kind: 'custom',
    allowed,
    code,
    logsErrors,
    hidesToolBar,
    x: series.flatMap(({ points }) => points.map(({ x }) => rawValue(x))),
    ys: series.map(({ name, points }) => ({ name, values: points.map(({ y }) => rawValue(y)) })),
  }
}

export function customCodeOf(options: ChartOptions): string {
  return typeof options['customCode'] === 'string' ? options['customCode'] : ''
}

/** Raw values, but dates as `YYYY-MM-DD HH:mm:ss`. */
function rawValue(value: unknown): unknown {
  if (!isDateValue(value)) return value ?? null
  const instant = instantOf(value)
  return instant === null ? value : utcText(instant)
}

/** One row per point: the input of the code, because its drawing is unknown. */
export function customTable({ x, ys }: CustomModel): AccessibleTable {
  const rows: string[][] = []
  let start = 0
  for (const { name, values } of ys) {
    for (const [index, y] of values.slice(0, maxTableRows - rows.length).entries()) {
      rows.push([name, String(x[start + index] ?? ''), String(y ?? '')])
    }
    start += values.length
  }
  return { columns: [t('Series'), 'X', 'Y'], rows, more: start - rows.length }
}
