import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Visit, type Visitor, visit } from './browser.ts'
import { browserOfFile } from './browser-of-file.ts'
import { queryPage } from './query-page.ts'
import { type SextantWithFlights, sextantWithFlights } from './sextant-with-flights.ts'

export type Guest = Visitor & { query: ReturnType<typeof queryPage> }

/**
 * For a test file: an instance with flights and a browser, and `come(path)`, which opens a window there (by default as
 * the member). After each test every window is closed, and must have had no errors. `settings`: environment variables
 * for an instance of its own; without them it shares one with other files.
 */
export function visitorsOfSextant(settings: Readonly<Record<string, string>> = {}) {
  let sextant: SextantWithFlights
  const visitors: Visitor[] = []
  beforeAll(async () => {
    sextant = await sextantWithFlights(settings)
  })
  afterAll(() => sextant?.stop())
  // hooks at the end run in reverse: the windows are closed first
  const browser = browserOfFile()
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await takeScreenshots(task.name, visitors)
    const left = await Promise.allSettled(visitors.splice(0).map((visitor) => visitor.leave()))
    for (const each of left) if (each.status === 'rejected') throw each.reason
  })
  return {
    sextant: () => sextant,
    browser,
    async come(path: string, options: Partial<Visit> = {}): Promise<Guest> {
      const visitor = await visit(browser(), {
        url: sextant.url,
        as: sextant.member,
        needs: sextant,
        ...options,
      })
      visitors.push(visitor)
      await visitor.page.goto(path)
      return { ...visitor, query: queryPage(visitor.page) }
    },
  }
}

/** To another page of the application without loading the application again, as links do. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), path)
}

/** Saves a screenshot when a test fails. */
export async function takeScreenshots(test: string, visitors: readonly Visitor[]): Promise<void> {
  const name = test.replaceAll(/\W+/g, '-').slice(0, 80)
  for (const [at, { page }] of visitors.entries()) {
    if (!page.isClosed()) await page.screenshot({ path: `test-results/${name}-${at}.png` })
  }
}
