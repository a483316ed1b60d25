import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { heights, type Theme, themes, type Width } from './browser.ts'

/** Everything that depends on the theme. */
const colourRules = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
/** Compares texts with one another, which the pseudo-locale makes longer, each by itself. */
const nameRule = 'label-content-name-mismatch'
const rulesWithoutNames = { rules: { [nameRule]: { enabled: false } } }

interface Wanted {
  coloursOnly?: boolean
  inPseudoLocale?: boolean
  within?: string
}

/**
 * Asserts that axe finds nothing and the page does not scroll sideways. `coloursOnly`: for a page that was fully
 * checked in the other theme; repeating unchanged checks would take a third of the time. `within`: a selector of the
 * part that is new on a page that was checked without it (every screen is, by `screens.e2e.test.ts`).
 * `inPseudoLocale`: call `expectNamesToMatch` on the English page as well.
 */
export async function expectAccessible(
  page: Page,
  { coloursOnly = false, inPseudoLocale = false, within }: Wanted = {},
): Promise<void> {
  await loadAxe(page)
  // a page that changes during the check is checked once more; real faults remain
  const rules = coloursOnly ? colourRules : inPseudoLocale ? rulesWithoutNames : {}
  await expect.poll(() => violationsOf(page, rules, within)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThan(1)
}

/** Asserts that names contain the visible texts. */
export async function expectNamesToMatch(page: Page): Promise<void> {
  await loadAxe(page)
  expect(await violationsOf(page, { runOnly: { type: 'rule', values: [nameRule] } })).toEqual([])
}

async function loadAxe(page: Page): Promise<void> {
  // evaluated by the debugger, which the content security policy does not bind
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
}

/** The page follows the system's theme, so it is checked in both. `look` is called in each. */
export async function expectAccessibleInBothThemes(
  page: Page,
  look?: (theme: Theme) => Promise<void>,
  wanted: Wanted = {},
): Promise<void> {
  for (const theme of themes) {
    await showIn(page, theme)
    await expectAccessible(page, { ...wanted, coloursOnly: theme !== themes[0] })
    await look?.(theme)
  }
}

/**
 * The page follows the window as well: it is loaded once and checked wide in both themes and narrow in the dark one.
 * `look` is called in each view. The window stays narrow.
 */
export async function expectAccessibleInEveryView(
  page: Page,
  look?: (theme: Theme, width: Width) => Promise<void>,
  wanted: Wanted = {},
): Promise<void> {
  await page.setViewportSize({ width: 1440, height: heights[1440] })
  await expectAccessibleInBothThemes(page, (theme) => look?.(theme, 1440) ?? Promise.resolve(), wanted)
  await page.setViewportSize({ width: 390, height: heights[390] })
  await expectAccessible(page, wanted)
  await look?.('dark', 390)
}

/**
 * In a journey that goes on: the page is checked wide and light, then narrow and dark, and is wide and light again.
 * `look` is called in both views.
 */
export async function expectAccessibleHereAndNarrow(
  page: Page,
  wanted: Wanted = {},
  look?: (width: Width) => Promise<void>,
): Promise<void> {
  await expectAccessible(page, wanted)
  await look?.(1440)
  await page.setViewportSize({ width: 390, height: heights[390] })
  await showIn(page, 'dark')
  await expectAccessible(page, wanted)
  await look?.(390)
  await page.setViewportSize({ width: 1440, height: heights[1440] })
  await showIn(page, 'light')
}

async function showIn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
}

async function violationsOf(page: Page, rules: object, within?: string): Promise<string[]> {
  // let animations finish first: colors in transition cannot be checked
  await page.evaluate(async () => {
    const painted = () => new Promise(requestAnimationFrame)
    await painted()
    await painted()
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
  // no rule needs the style sheets loaded again, and no test the selectors: this saves a fifth of the time
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, selectors: false, ...rules })
  const given = within === undefined ? options : `${JSON.stringify(within)}, ${options}`
  const { violations } = (await page.evaluate(`axe.run(${given})`)) as AxeResults
  return violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes
        .map(({ html, any }) => `${html.slice(0, 200)} ${any.map(({ message }) => message).join('; ')}`)
        .join('\n    ')}`,
  )
}
