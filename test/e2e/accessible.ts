import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** axe finds nothing, and the page does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // evaluated by the debugger, which the content security policy does not bind
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults
  expect(
    violations.map(
      ({ id, help, nodes }) =>
        `${id} (${help}): ${nodes
          .map(({ html, any }) => `${html.slice(0, 200)} ${any.map(({ message }) => message).join('; ')}`)
          .join('\n    ')}`,
    ),
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThan(1)
}
