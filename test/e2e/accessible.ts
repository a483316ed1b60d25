import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { heights, type Theme, themes, type Width, widths } from './browser.ts'

/** Everything that depends on the theme. */
const colourRules = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
/** Compares texts with one another, which the pseudo-locale makes longer, each by itself. */
const nameRule = 'label-content-name-mismatch'
const rulesWithoutNames = { rules: { [nameRule]: { enabled: false } } }

/**
 * Asserts that axe finds nothing and the page does not scroll sideways. `coloursOnly`: for a page that was fully
 * checked in the other theme; repeating unchanged checks would take a third of the time. `inPseudoLocale`: call
 * `expectNamesToMatch` on the English page as well.
 */
export async function expectAccessible(
  page: Page,
  { coloursOnly = false, inPseudoLocale = false } = {},
): Promise<void> {
  await loadAxe(page)
  // a page that changes during the check is checked once more; real faults remain
  const rules = coloursOnly ? colourRules : inPseudoLocale ? rulesWithoutNames : {}
  await expect.poll(() => violationsOf(page, rules)).toEqual([])
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
): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
    await expectAccessible(page, { coloursOnly: theme !== themes[0] })
    await look?.(theme)
  }
}

/** The page follows the window as well: it is checked in both widths and themes, and loaded once. The window stays narrow. */
export async function expectAccessibleInEveryView(
  page: Page,
  look?: (theme: Theme, width: Width) => Promise<void>,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] })
    await expectAccessibleInBothThemes(page, (theme) => look?.(theme, width) ?? Promise.resolve())
  }
}

async function violationsOf(page: Page, rules: object): Promise<string[]> {
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
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults
  return violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes
        .map(({ html, any }) => `${html.slice(0, 200)} ${any.map(({ message }) => message).join('; ')}`)
        .join('\n    ')}`,
  )
}
