import { access, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { type Visit, type Visitor, visit } from './browser.ts'
import { browserOfFile } from './browser-of-file.ts'
import { buildGallery, type GalleryUnderTest, serveGallery } from './gallery-server.ts'
import { takeScreenshots } from './visitors.ts'

/**
 * For a test file: `open(search)` shows a part of the gallery (`?type=CHART`, `?case=…`, `?theme=dark`, `?place=page`).
 * After each test every window is closed, and must have had no errors.
 */
export function visitorsOfGallery() {
  let gallery: GalleryUnderTest
  const browser = browserOfFile()
  const visitors: Visitor[] = []
  beforeAll(async () => {
    gallery = await serveGallery(await builtGallery())
  })
  afterAll(() => gallery?.stop())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await takeScreenshots(task.name, visitors)
    const left = await Promise.allSettled(visitors.splice(0).map((visitor) => visitor.leave()))
    for (const each of left) if (each.status === 'rejected') throw each.reason
  })
  return {
    async open(search: Readonly<Record<string, string>>, options: Partial<Visit> = {}): Promise<Page> {
      const visitor = await visit(browser(), { url: gallery.url, ...options })
      visitors.push(visitor)
      await visitor.page.goto(`/gallery.html?${new URLSearchParams(search)}`)
      await visitor.page.getByRole('heading', { name: 'Gallery of visualizations' }).waitFor()
      // plug-ins load one by one
      await visitor.page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null)
      return visitor.page
    },
  }
}

/** The gallery's folder: the first test file of a run builds it, others wait. */
async function builtGallery(): Promise<string> {
  const folder = join(inject('runFolder'), 'gallery')
  const unfinished = `${folder}-unfinished`
  const isFirst = await mkdir(`${folder}-begun`).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    await buildGallery(unfinished)
    await rename(unfinished, folder)
  }
  for (let waited = 0; !(await isThere(folder)); waited += 100) {
    if (waited > 120_000)
      throw new Error('The gallery has not been built by the test file that began with it.')
    await delay(100)
  }
  return folder
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
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
