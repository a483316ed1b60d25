import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectNamesToMatch } from './accessible.ts'
import { heights, themes, type Visitor, visit, type Width, widths } from './browser.ts'
import {
  backToEnglish,
  inPseudoLocale,
  pseudoCatalogue,
  setCatalogue,
  textsOutside,
} from './pseudo-locale.ts'
import { screens } from './screens.ts'
import { type StoredContent, storeShownContent } from './shown-content.ts'
import { takeScreenshots, visitorsOfSextant } from './visitors.ts'

/**
 * Every screen in a language whose texts are in brackets and longer: text outside of brackets is hard-wired, unless it is
 * data. axe finds nothing on any screen, and none scrolls sideways, in both widths and both themes. The theme and most
 * screens follow the window while the page is open, so each is opened once. The pages before login, which the server
 * makes, are in English: pages.e2e.test.ts.
 */
const { sextant, browser } = visitorsOfSextant()
let content: StoredContent
let visitor: Visitor
beforeAll(async () => {
  content = await storeShownContent(sextant())
  visitor = await visit(browser(), { url: sextant().url, as: sextant().admin, needs: sextant() })
  await visitor.context.addInitScript(setCatalogue, pseudoCatalogue)
  await visitor.context.addInitScript(noteTransitions)
})
afterAll(() => visitor.leave())
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await takeScreenshots(`${task.name} screen`, [visitor])
})

describe('every screen is accessible and translated', () => {
  it.each(screens)('$name', async ({ path, reopens, arrange }) => {
    const { page } = visitor
    const open = async (width: Width) => {
      const address = new URL(typeof path === 'string' ? path : path(content), sextant().url)
      // a change of the hash alone would not open the page again
      if (address.pathname === new URL(page.url()).pathname) await page.goto('about:blank')
      await page.goto(address.href)
      await arrange(inPseudoLocale(page), width)
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: heights[width] })
      if (width === widths[0] || reopens) await open(width)
      await expectTranslated(page)
      await expectAccessibleAsItIs(page)
      if (width === widths.at(-1) || reopens) {
        await page.evaluate(backToEnglish)
        await expectNamesToMatch(page)
      }
    }
  })
})

describe.each(widths)('a page without a session is translated, %d wide', (width) => {
  it.each([
    ['embed', () => content.embed],
    ['public dashboard', () => content.shared],
  ])('%s', async (_name, path) => {
    const { page } = visitor
    await page.setViewportSize({ width, height: heights[width] })
    await page.goto(sextant().url + path())
    await page.getByRole('img', { name: /chart/ }).first().waitFor()
    await expectTranslated(page)
  })
})

async function expectAccessibleAsItIs(page: Page): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
    await expectAccessible(page, { coloursOnly: theme !== themes[0], inPseudoLocale: true })
  }
  // the visitor wants less motion
  expect(await page.evaluate(() => globalThis.transitionsRun)).toEqual([])
}

async function expectTranslated(page: Page): Promise<void> {
  // what is still being loaded comes to its end first
  await expect.poll(() => page.evaluate(textsOutside, { data: content.data })).toEqual([])
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond, 'the longer texts make the page scroll sideways').toBeLessThan(1)
}

declare global {
  var transitionsRun: string[] | undefined
}

/** Runs in the page, before its scripts. */
function noteTransitions(): void {
  const run: string[] = []
  globalThis.transitionsRun = run
  const note = ({ target, propertyName }: TransitionEvent) =>
    run.push(`${propertyName} of ${(target as Element).className}`)
  document.addEventListener('transitionrun', note, true)
}
