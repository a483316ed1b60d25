import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'

/** A saved query of the demo. */
export interface DemoQuery {
  name: string
  description: string
  tags: string[]
  text: string
  parameters?: readonly StoredParameter[]
  /** earlier texts for its history, oldest first */
  earlierTexts?: string[]
  isFavorite?: boolean
  /** not published */
  isDraft?: boolean
  visualizations: DemoVisualization[]
}

/** A visualization to store, with options as the editor saves them. */
export interface DemoVisualization {
  type: string
  name: string
  options: Record<string, unknown>
}

/** A chart of one type; `mapping`: column -> role. */
export function chart(
  name: string,
  globalSeriesType: string,
  mapping: Record<string, string>,
  more: Record<string, unknown> = {},
): DemoVisualization {
  return { type: 'CHART', name, options: { globalSeriesType, columnMapping: mapping, ...more } }
}

export function barChart(
  name: string,
  x: string,
  ys: readonly string[],
  more: Record<string, unknown> = {},
): DemoVisualization {
  return chart(
    name,
    'column',
    { [x]: 'x', ...Object.fromEntries(ys.map((y) => [y, 'y'])) },
    {
      legend: { enabled: false },
      xAxis: { type: 'category', labels: { enabled: true } },
      sortX: false,
      ...more,
    },
  )
}

export function lineChart(name: string, x: string, y: string, series: string): DemoVisualization {
  return chart(name, 'line', { [x]: 'x', [y]: 'y', [series]: 'series' })
}

export function areaChart(name: string, x: string, y: string, series: string): DemoVisualization {
  return chart(
    name,
    'area',
    { [x]: 'x', [y]: 'y', [series]: 'series' },
    {
      series: { stacking: 'stack', percentValues: true },
    },
  )
}

export function pieChart(name: string, x: string, y: string): DemoVisualization {
  return chart(name, 'pie', { [x]: 'x', [y]: 'y' }, { showDataLabels: true })
}

export function scatterChart(name: string, x: string, y: string): DemoVisualization {
  return chart(
    name,
    'scatter',
    { [x]: 'x', [y]: 'y' },
    {
      legend: { enabled: false },
      xAxis: { type: 'linear', title: { text: 'Children for each woman' }, labels: { enabled: true } },
      yAxis: [
        { type: 'linear', title: { text: 'Life expectancy in years' } },
        { type: 'linear', opposite: true },
      ],
    },
  )
}
