import { listOf, textOf } from '../../redash/fields.ts'
import type { Row } from '../../redash/redash-store.ts'

export interface Chart {
  type: string
  options: object
}

const seriesTypes: Readonly<Record<string, string>> = {
  bar: 'column',
  row: 'column',
  line: 'line',
  area: 'area',
  scatter: 'scatter',
  combo: 'column',
}

/** The visualization for a question; null: there is no equivalent, so only the table is shown. */
export function chartOf(display: string, settings: Row): Chart | null {
  if (Object.hasOwn(seriesTypes, display)) {
    const [x, series] = listOf(settings, 'graph.dimensions').map(String)
    const metrics = listOf(settings, 'graph.metrics').map(String)
    if (x === undefined || metrics.length === 0) return null
    return chart(seriesTypes[display] ?? '', {
      columnMapping: mapping([
        [x, 'x'],
        ...metrics.map((name) => [name, 'y']),
        ...(series ? [[series, 'series']] : []),
      ]),
      series: { stacking: typeof settings['stackable.stack_type'] === 'string' ? 'stack' : null },
      swappedAxes: display === 'row',
    })
  }
  const column = (name: string) => textOf(settings, name)
  if (display === 'pie') {
    const [x, y] = [column('pie.dimension'), column('pie.metric')]
    return x === '' || y === ''
      ? null
      : chart('pie', {
          columnMapping: mapping([
            [x, 'x'],
            [y, 'y'],
          ]),
        })
  }
  if (display === 'funnel') {
    const [step, value] = [column('funnel.dimension'), column('funnel.metric')]
    if (step === '' || value === '') return null
    const options = {
      stepCol: { colName: step, displayAs: step },
      valueCol: { colName: value, displayAs: value },
    }
    return { type: 'FUNNEL', options }
  }
  if (display === 'scalar' && column('scalar.field') !== '')
    return {
      type: 'COUNTER',
      options: { counterColName: column('scalar.field'), rowNumber: 1, targetRowNumber: 1 },
    }
  return null
}

const chart = (globalSeriesType: string, options: object): Chart => ({
  type: 'CHART',
  options: { globalSeriesType, ...options },
})

const mapping = (pairs: readonly (readonly string[])[]): Record<string, string> =>
  Object.fromEntries(pairs.map(([name = '', role = '']) => [name, role]))
