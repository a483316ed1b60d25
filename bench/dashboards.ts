import type { Browser, Page } from 'playwright-core'
import { launchBrowser, visit } from '../test/e2e/browser.ts'
import { countStatements } from './count-statements.ts'
import { type Figure, milliseconds, percentile, type Report } from './figure.ts'
import { framesWhileScrolling } from './scroll-frames.ts'
import { benchUser, type SextantUnderBench } from './sextant-under-bench.ts'
import { type StoredDashboard, storeDashboards } from './store-dashboards.ts'

const sizes = [1, 10, 50, 100] as const
const rounds = 5
/** max wait for visualizations in milliseconds, on a busy machine */
const patience = 60_000
const limits = { painted: 1000, complete: 1500, requests: 3, frame: 200 }

const p7 = (what: string, value: string, promised: string): Omit<Figure, 'ok'> => ({
  promise: 'P7',
  what,
  value,
  promised,
})

/**
 * docs/reference/promises.md#p7: dashboards of cached widgets in Chromium, their requests, and the cost for the
 * database.
 */
export async function benchDashboards(sextant: SextantUnderBench, report: Report): Promise<void> {
  const dashboards = await storeDashboards(sextant, sizes)
  await benchStatements(sextant, dashboards, report)
  const browser = await launchBrowser()
  try {
    for (const dashboard of dashboards) await benchOpening(sextant, browser, dashboard, report)
    const largest = dashboards.at(-1)
    if (largest !== undefined) await benchPhone(sextant, browser, largest, report)
  } finally {
    await browser.close()
  }
}

async function benchStatements(
  sextant: SextantUnderBench,
  dashboards: readonly StoredDashboard[],
  report: Report,
): Promise<void> {
  const ask = async (path: string, body?: unknown) => {
    const reply = await sextant.request(path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  const counts: Record<string, number[]> = { 'the dashboard': [], 'all of its results': [] }
  for (const { id, widgets } of dashboards) {
    const wanted = { widgets: widgets.map((widget) => ({ id: widget, parameters: {} })) }
    counts['the dashboard']?.push(await countStatements(sextant, () => ask(`/api/dashboards/${id}`)))
    counts['all of its results']?.push(
      await countStatements(sextant, () => ask(`/api/dashboards/${id}/results`, wanted)),
    )
  }
  for (const [what, found] of Object.entries(counts)) {
    const ok = new Set(found).size === 1 && found[0] !== 0
    const value = found.join(', ')
    const asked = `SQL statements of ${what}, ${sizes.join(', ')} widgets`
    report({ ...p7(asked, value, 'the same for all'), ok })
  }
}

interface Opening {
  painted: number
  complete: number
  /** API requests until the one for the results, inclusive */
  requests: number
}

async function benchOpening(
  sextant: SextantUnderBench,
  browser: Browser,
  { id, size }: StoredDashboard,
  report: Report,
): Promise<void> {
  const visitor = await visit(browser, { url: sextant.origin, as: benchUser })
  const { page } = visitor
  await page.addInitScript(watchWidgets)
  // the first load fills the browser's cache
  await open(page, id)
  const openings: Opening[] = []
  for (let round = 0; round < rounds; round++) openings.push(await open(page, id))
  await visitor.leave()
  const median = (of: keyof Opening) =>
    percentile(
      openings.map((opening) => opening[of]),
      0.5,
    )
  const told = (what: string, value: number, shown: string, promised: number, limit: string) =>
    report({ ...p7(`${size} cached widgets: ${what}`, shown, `<= ${limit}`), ok: value <= promised })
  const [painted, complete, requests] = [median('painted'), median('complete'), median('requests')]
  told('first paint', painted, milliseconds(painted), limits.painted, '1 s')
  told('above the fold complete', complete, milliseconds(complete), limits.complete, '1.5 s')
  told('API requests until the widgets', requests, `${requests}`, limits.requests, `${limits.requests}`)
}

async function open(page: Page, id: number): Promise<Opening> {
  const asked: string[] = []
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  }
  page.on('request', note)
  await page.goto(`/dashboards/${id}`)
  const { painted, complete } = await completed(page)
  page.off('request', note)
  const results = asked.findIndex((path) => path.endsWith('/results'))
  if (results === -1) throw new Error(`no results were asked for: ${asked.join(' ')}`)
  return { painted, complete, requests: results + 1 }
}

/** Records in the page when the visualizations of all visible widgets were painted. */
function watchWidgets(): void {
  const noted = window as unknown as { completeAt: number }
  noted.completeAt = 0
  const isDrawn = (widget: Element) =>
    widget.querySelector('[class*="Skeleton"]') === null &&
    // a chart's box exists before its canvas
    widget.querySelector('canvas, table') !== null
  const look = () => {
    const seen = [...document.querySelectorAll('[data-kind="visualization"]')].filter((widget) => {
      const { top, bottom } = widget.getBoundingClientRect()
      return top < innerHeight && bottom > 0
    })
    if (seen.length === 0 || !seen.every(isDrawn)) requestAnimationFrame(look)
    else
      requestAnimationFrame((time) => {
        noted.completeAt = time
      })
  }
  requestAnimationFrame(look)
}

/** Polls, because the page's content security policy forbids playwright's own waiting function. */
async function completed(page: Page): Promise<{ painted: number; complete: number }> {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const found = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      complete: (window as unknown as { completeAt: number }).completeAt,
    }))
    if (found.painted > 0 && found.complete > 0) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('the widgets were not drawn')
}

async function benchPhone(
  sextant: SextantUnderBench,
  browser: Browser,
  { id, size }: StoredDashboard,
  report: Report,
): Promise<void> {
  const visitor = await visit(browser, { url: sextant.origin, as: benchUser, width: 390 })
  const { page } = visitor
  await page.addInitScript(watchWidgets)
  await open(page, id)
  const { complete } = await open(page, id)
  await page.mouse.move(195, 500)
  const frames = await framesWhileScrolling(page)
  const slowest = percentile(frames, 0.99)
  await visitor.leave()
  const rate = (frames.length * 1000) / frames.reduce((sum, frame) => sum + frame, 0)
  report({
    ...p7(
      `${size} cached widgets at 390 px (complete after ${milliseconds(complete)}), slowest frame of 100 while it scrolls, drawn without a GPU (${rate.toFixed(0)} frames a second)`,
      milliseconds(slowest),
      `<= ${limits.frame} ms`,
    ),
    ok: slowest <= limits.frame,
  })
}
