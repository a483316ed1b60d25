import type { Locator, Page } from 'playwright-core'

/** The pages of a query as a user operates them; on narrow screens the parts are opened first. */
export function queryPage(page: Page) {
  const editor = page.getByRole('textbox', { name: 'Query text' })
  const results = page.getByRole('region', { name: 'Results' })
  const show = async (part: 'Schema' | 'Query' | 'Results') => {
    if ((page.viewportSize()?.width ?? 0) > 768) return
    const parts = page.getByRole('radiogroup', { name: 'Part of the page' })
    await parts.getByText(part, { exact: true }).click()
  }
  return {
    editor,
    results,
    show,
    name: page.getByRole('heading', { level: 1 }),
    save: page.getByRole('toolbar', { name: 'Editor' }).getByRole('button', { name: /^Save\*?$/ }),
    execute: page.getByRole('button', { name: /^Execute( Selected)?$/ }),
    cancel: results.getByRole('button', { name: 'Cancel' }),
    table: results.getByRole('tabpanel').getByRole('grid'),
    failure: results.getByRole('alert'),
    tab: (name: string) => results.getByRole('tab', { name }),
    visualizationEditor: page.getByRole('dialog', { name: 'Visualization Editor' }),
    gallery: page.getByRole('dialog', { name: 'New Visualization' }),
    /** opens the editor of a new visualization by its card in the gallery */
    async newVisualization(card: string) {
      await results.getByRole('button', { name: 'New Visualization' }).click()
      const gallery = page.getByRole('dialog', { name: 'New Visualization' })
      const all = gallery.getByRole('region', { name: 'All types' })
      await all.getByRole('button', { name: card, exact: true }).click()
    },
    /** replaces the whole text, without help of the completion */
    async write(text: string) {
      await show('Query')
      await editor.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(text)
    },
    async run() {
      await show('Query')
      await editor.click()
      await page.keyboard.press('ControlOrMeta+Enter')
    },
    /** a new query, under the suggested name or another */
    async saveNew(name?: string) {
      await page
        .getByRole('toolbar', { name: 'Editor' })
        .getByRole('button', { name: /^Save\*?$/ })
        .click()
      const asked = page.getByRole('dialog', { name: 'Name of the query' })
      if (name !== undefined) await asked.getByRole('textbox', { name: 'Name' }).fill(name)
      await asked.getByRole('button', { name: 'Save' }).click()
    },
    async rename(name: string) {
      await page.getByRole('heading', { level: 1 }).getByRole('button').click()
      await page.getByRole('textbox', { name: 'Query name' }).fill(name)
      await page.keyboard.press('Enter')
    },
  }
}

/** The texts of a table's body, row by row, without the column that only fills the width. */
export async function textsOf(table: Locator): Promise<string[][]> {
  return table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td:not([aria-hidden])')].map((cell) => cell.textContent ?? ''),
      ),
    )
}

/** Chooses an option of a Select or MultiSelect if it is not chosen yet; most are preselected. */
export async function choose(scope: Page | Locator, label: string, option: string): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope
  await scope.getByRole('combobox', { name: label, exact: true }).click()
  const wanted = page.getByRole('option', { name: option, exact: true })
  await wanted.waitFor()
  if ((await wanted.getAttribute('aria-selected')) !== 'true') await wanted.click()
  // leaving the field closes its list
  await page.keyboard.press('Tab')
  await wanted.waitFor({ state: 'hidden' })
}
