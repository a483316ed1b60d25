import { MantineProvider } from '@mantine/core'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { findVisualizationType } from '#visualizations/registry.ts'
import { sampleSettings } from '#visualizations/sample-settings.ts'
import type { VisualizationData } from '#visualizations/visualization.ts'
import { VisualizationRenderer } from '#visualizations/visualization-renderer.tsx'
import { cssVariables, theme } from '../ui/theme.ts'

/** What the bench makes a page draw (docs/reference/promises.md#p9). */
export interface MeasuredVisualization {
  type: string
  options: Readonly<Record<string, unknown>>
  /** name of each column and how to generate its cells; identical in every run */
  columns: readonly { name: string; type: string; cells: 'index' | 'wave' | 'group' | 'day' | 'text' }[]
  rows: number
  /** number of different values in a `group` */
  groups: number
}

const start = Date.UTC(2000, 0, 1)
const day = 86_400_000

function cellOf(
  kind: MeasuredVisualization['columns'][number]['cells'],
  index: number,
  groups: number,
): unknown {
  if (kind === 'group') return `series ${index % groups}`
  const step = Math.floor(index / groups)
  if (kind === 'index') return step
  if (kind === 'day') return new Date(start + step * day).toISOString().slice(0, 10)
  // any deterministic mixing of the bits works
  const noise = ((index * 2_654_435_761) % 4_294_967_296) / 4_294_967_296
  if (kind === 'text') return `name ${Math.floor(noise * 1_000_000)}`
  return Math.round((Math.sin(step / 500) * 50 + 60 + noise * 20 + (index % groups)) * 100) / 100
}

function dataOf({ columns, rows, groups }: MeasuredVisualization): VisualizationData {
  return {
    columns: columns.map(({ name, type }) => ({ name, friendly_name: name, type })),
    rows: Array.from({ length: rows }, (_, index) =>
      Object.fromEntries(columns.map(({ name, cells }) => [name, cellOf(cells, index, groups)])),
    ),
  }
}

const maxWait = 60_000

const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/**
 * Draws a visualization of a result that is already in the page, and resolves to the milliseconds until it is painted.
 * The plug-in is loaded before: docs/reference/promises.md#p8 measures its script.
 */
export async function measureVisualization(visualization: MeasuredVisualization): Promise<number> {
  const data = dataOf(visualization)
  await findVisualizationType(visualization.type)?.load()
  const box = document.createElement('div')
  box.dataset.case = 'measured'
  box.style.cssText = 'width: 1000px; height: 500px; display: flex; flex-direction: column'
  document.body.replaceChildren(box)
  await painted()
  const started = performance.now()
  flushSync(() =>
    createRoot(box).render(
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme="light">
        <VisualizationRenderer
          type={visualization.type}
          name="Measured"
          options={visualization.options}
          data={data}
          place="widget"
          settings={sampleSettings}
        />
      </MantineProvider>,
    ),
  )
  await untilDrawn(box)
  return performance.now() - started
}

/** Charts emit an event when the last part is drawn; a table is complete once it has rows. */
async function untilDrawn(box: HTMLElement): Promise<void> {
  const given = performance.now()
  for (;;) {
    await painted()
    if (box.querySelector('[role="alert"]') !== null || performance.now() - given > maxWait) {
      throw new Error(`The visualization is not drawn: ${box.textContent}`)
    }
    const chart = window.chartOfCase('measured')
    if (chart) {
      // a chart that finished before this listener was added emits the event again after its next frame
      await new Promise<void>((resolve) => {
        chart.on('finished', () => resolve())
        chart.getZr().refresh()
        setTimeout(resolve, 50)
      })
      return painted()
    }
    if (box.querySelector('tbody tr')) return painted()
  }
}
