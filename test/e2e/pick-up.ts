import type { Locator, Page } from 'playwright-core'

/** Picks up by keyboard what the handle moves, once the page says so. */
export async function pickUp(page: Page, handle: Locator, announcement: string): Promise<void> {
  await handle.focus()
  await page.keyboard.press('Space')
  await page.getByText(announcement).waitFor({ state: 'attached' })
  // dnd-kit hears the next key only after a timer, which runs before this one: a test is quicker than any person
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}
