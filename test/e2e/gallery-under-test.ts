import { access, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { heights, type Theme, themes, type Visit, type Visitor, visit, type Width } from './browser.ts'
import { browserOfFile } from './browser-of-file.ts'
import { buildGallery, type GalleryUnderTest, serveGallery } from './gallery-server.ts'
import { takeScreenshots } from './visitors.ts'

/** Some cases have a hundred thousand rows, which a busy machine takes long to read and to draw. */
const patience = 60_000

/**
 * For a test file: `open(search)` shows a part of the gallery (`?type=CHART`, `?case=…`, `?place=page`) in the theme of the
 * window. After each test every window is closed, and must have had no errors.
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
    async open(
      search: Readonly<Record<string, string | readonly string[]>>,
      options: Partial<Visit> = {},
    ): Promise<Page> {
      const visitor = await visit(browser(), { url: gallery.url, ...options })
      visitors.push(visitor)
      const asked = Object.entries(search).flatMap(([name, values]) =>
        [values].flat().map((value) => [name, value]),
      )
      await visitor.page.goto(`/gallery.html?${new URLSearchParams(asked)}`)
      await visitor.page
        .getByRole('heading', { name: 'Gallery of visualizations' })
        .waitFor({ timeout: patience })
      await allDrawn(visitor.page)
      return visitor.page
    },
  }
}

/** Plug-ins load one by one. */
function allDrawn(page: Page) {
  return page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null, null, {
    timeout: patience,
  })
}

/** The gallery follows the system's theme, so it is loaded once for both. `look` is called in each. */
export async function inBothThemes(page: Page, look: (theme: Theme) => Promise<void>): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
    await allDrawn(page)
    await look(theme)
  }
}

/** The other width and the other theme. */
export async function turnOver(page: Page, { theme, width }: { theme: Theme; width: Width }): Promise<void> {
  await page.setViewportSize({ width, height: heights[width] })
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
  await allDrawn(page)
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
