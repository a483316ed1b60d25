import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { MeasuredVisualization } from '../src/web/gallery/measure-visualization.tsx'
import { launchBrowser } from '../test/e2e/browser.ts'
import { buildGallery, serveGallery } from '../test/e2e/gallery-server.ts'
import { milliseconds, percentile, type Report } from './figure.ts'

const points = 100_000
const rounds = 5
const drawn = 1000
const answered = 300

const xy = { x: 'x', y: 'y', s: 'series' }
const chartColumns = [
  { name: 'x', type: 'integer', cells: 'index' },
  { name: 'y', type: 'float', cells: 'wave' },
  { name: 's', type: 'string', cells: 'group' },
] as const

function chart(options: object, groups: number): MeasuredVisualization {
  return {
    type: 'CHART',
    options: { columnMapping: xy, ...options },
    columns: chartColumns,
    rows: points,
    groups,
  }
}

const stacked = { series: { stacking: 'stack' } }
const visualizations: readonly (readonly [what: string, visualization: MeasuredVisualization])[] = [
  ['one line', chart({ globalSeriesType: 'line' }, 1)],
  ['100 lines', chart({ globalSeriesType: 'line' }, 100)],
  ['one line by day', { ...chart({ globalSeriesType: 'line' }, 4), columns: byDay() }],
  ['10 stacked areas', chart({ globalSeriesType: 'area', ...stacked }, 10)],
  ['bars', chart({ globalSeriesType: 'column' }, 1)],
  ['10 stacked bars', chart({ globalSeriesType: 'column', ...stacked }, 10)],
  ['scatter', chart({ globalSeriesType: 'scatter' }, 5)],
  [
    'bubbles',
    { ...chart({ globalSeriesType: 'bubble', columnMapping: { ...xy, z: 'size' } }, 5), columns: sized() },
  ],
  ['50 boxes', chart({ globalSeriesType: 'box', columnMapping: { s: 'x', y: 'y' } }, 50)],
  [
    '50 boxes and every point',
    chart({ globalSeriesType: 'box', showpoints: true, columnMapping: { s: 'x', y: 'y' } }, 50),
  ],
  ['a pie of 1,000 slices', chart({ globalSeriesType: 'pie', columnMapping: { s: 'x', y: 'y' } }, 1000)],
]

function sized(): MeasuredVisualization['columns'] {
  return [...chartColumns, { name: 'z', type: 'float', cells: 'wave' }]
}

function byDay(): MeasuredVisualization['columns'] {
  return [{ name: 'x', type: 'date', cells: 'day' }, ...chartColumns.slice(1)]
}

const pivot: MeasuredVisualization = {
  type: 'PIVOT',
  options: {
    rows: ['s', 'day'],
    cols: ['x'],
    vals: ['y'],
    aggregatorName: 'Sum',
    controls: { enabled: true },
  },
  columns: [
    { name: 's', type: 'string', cells: 'group' },
    { name: 'day', type: 'date', cells: 'day' },
    { name: 'x', type: 'string', cells: 'group' },
    { name: 'y', type: 'float', cells: 'wave' },
  ],
  rows: points,
  groups: 50,
}

const table: MeasuredVisualization = {
  type: 'TABLE',
  options: {
    columns: [
      { name: 'name', allowSearch: true },
      { name: 's', allowSearch: true },
    ],
  },
  columns: [
    { name: 'name', type: 'string', cells: 'text' },
    ...chartColumns,
    { name: 'day', type: 'date', cells: 'day' },
  ],
  rows: points,
  groups: 7,
}

/**
 * docs/reference/promises.md#p9: charts of 100,000 points, and a table of as many rows sorted and searched, in Chromium
 * without a GPU.
 */
export async function benchVisualizations(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-gallery-'))
  await buildGallery(folder)
  const gallery = await serveGallery(folder)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${gallery.url}/gallery.html?type=none`)
    await page.waitForFunction(() => window.measureVisualization !== undefined)
    for (const [what, visualization] of visualizations) {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        times.push(await page.evaluate((asked) => window.measureVisualization(asked), visualization))
      }
      say(report, `chart of 100,000 points, ${what}: drawn`, times, drawn)
    }
    const pivots: number[] = []
    for (let round = 0; round < rounds; round++) {
      pivots.push(await page.evaluate((asked) => window.measureVisualization(asked), pivot))
    }
    say(report, 'pivot of 100,000 rows, 100,000 keys of two fields: drawn', pivots, drawn)
    await benchTable(page, report)
  } finally {
    await browser.close()
    await gallery.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchTable(page: Page, report: Report): Promise<void> {
  const times: Record<string, number[]> = { drawn: [], sort: [], text: [], search: [] }
  for (let round = 0; round < rounds; round++) {
    times.drawn?.push(await page.evaluate((asked) => window.measureVisualization(asked), table))
    times.sort?.push(await changed(page, () => page.getByRole('button', { name: 'y', exact: true }).click()))
    times.text?.push(
      await changed(page, () => page.getByRole('button', { name: 'name', exact: true }).click()),
    )
    times.search?.push(await changed(page, () => page.getByRole('searchbox').fill('name 99')))
  }
  say(report, 'table of 100,000 rows: drawn', times.drawn ?? [], drawn)
  say(report, 'table of 100,000 rows, sorted by numbers', times.sort ?? [], answered)
  say(report, 'table of 100,000 rows, sorted by texts', times.text ?? [], answered)
  say(report, 'table of 100,000 rows, searched', times.search ?? [], answered)
}

/** Milliseconds from the first event in the page to the paint of other rows. */
async function changed(page: Page, act: () => Promise<void>): Promise<number> {
  const watched = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const body = document.querySelector('tbody')
        const before = body?.textContent
        let started = 0
        for (const kind of ['pointerdown', 'input']) {
          addEventListener(
            kind,
            () => {
              if (started === 0) started = performance.now()
            },
            { capture: true, once: true },
          )
        }
        const look = () => {
          if (document.querySelector('tbody')?.textContent === before) requestAnimationFrame(look)
          else requestAnimationFrame(() => resolve(performance.now() - started))
        }
        requestAnimationFrame(look)
      }),
  )
  await act()
  return watched
}

function say(report: Report, what: string, times: readonly number[], promised: number): void {
  const median = percentile(times, 0.5)
  const slowest = Math.max(...times)
  report({
    promise: 'P9',
    what: `${what}, ${times.length} times: slowest ${milliseconds(slowest)}`,
    value: `p50 ${milliseconds(median)}`,
    promised: `<= ${milliseconds(promised)}`,
    ok: median <= promised,
  })
}
