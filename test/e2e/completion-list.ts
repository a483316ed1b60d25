import type { Page } from 'playwright-core'

/**
 * The list of completions as soon as it belongs to the text. While it is renewed after a letter, that of the letter before
 * stands there, dimmed: what a test reads or chooses then is a matter of luck.
 */
export function completionList(page: Page) {
  const options = page
    .locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)')
    .getByRole('listbox', { name: 'Completions' })
    .getByRole('option')
  return {
    options,
    opened: () => options.first().waitFor(),
    labels: () => options.locator('.cm-completionLabel').allTextContents(),
  }
}
