import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser, type Visit, type Visitor, visit } from './browser.ts'
import { type GalleryUnderTest, startGallery } from './gallery-server.ts'
import { takePictures } from './visitors.ts'

/**
 * For a test file: `open(search)` shows a part of the gallery (`?type=CHART`, `?case=…`, `?theme=dark`, `?place=page`).
 * After each test every window is closed, and has had no fault.
 */
export function visitorsOfGallery() {
  let gallery: GalleryUnderTest
  let browser: Browser
  const visitors: Visitor[] = []
  beforeAll(async () => {
    gallery = await startGallery()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await gallery?.stop()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await takePictures(task.name, visitors)
    const left = await Promise.allSettled(visitors.splice(0).map((visitor) => visitor.leave()))
    for (const each of left) if (each.status === 'rejected') throw each.reason
  })
  return {
    async open(search: Readonly<Record<string, string>>, options: Partial<Visit> = {}): Promise<Page> {
      const visitor = await visit(browser, { url: gallery.url, ...options })
      visitors.push(visitor)
      await visitor.page.goto(`/gallery.html?${new URLSearchParams(search)}`)
      await visitor.page.getByRole('heading', { name: 'Gallery of visualizations' }).waitFor()
      // plug-ins are loaded one by one
      await visitor.page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null)
      return visitor.page
    },
  }
}

/** The figure of a case. */
export function figureOf(page: Page, title: string) {
  return page.locator(`[data-case="${title}"]`)
}

/** The option that the chart instance of a case is drawn from; waits until it is drawn. */
export async function drawnOption(page: Page, title: string): Promise<Record<string, unknown>> {
  await page.waitForFunction((name) => window.chartOfCase(name)?.getOption() !== undefined, title)
  const text = await page.evaluate(
    (name) =>
      JSON.stringify(window.chartOfCase(name)?.getOption(), (_key, value) =>
        ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value,
      ),
    title,
  )
  return JSON.parse(text) as Record<string, unknown>
}
