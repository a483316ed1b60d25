import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { isFocused, tabTo } from './tab-to.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

/** Buttons, links and tabs have an outline then, or what they are the whole of, such as the card of a type. */
async function expectVisibleFocus(target: Locator): Promise<void> {
  const outline = () =>
    target.evaluate((element) => {
      const around = [element, element.parentElement, element.parentElement?.parentElement]
      const widths = around.map((each) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(each ?? element)
        return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
      })
      return Math.max(...widths)
    })
  await expect.poll(outline).toBeGreaterThan(0)
}

async function pressWhereTabLeads(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await expectVisibleFocus(target)
  await page.keyboard.press(key)
}

/** Waits until the page itself has put the focus there. */
async function expectFocus(target: Locator): Promise<void> {
  await target.waitFor()
  await expect.poll(() => isFocused(target)).toBe(true)
}

it('keys alone lead from a new query to a shared dashboard', async () => {
  const { page, query } = await come('/')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  const gone = (target: Locator) => target.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

  // a new query: typed, run and saved
  await pressWhereTabLeads(page, button('Create'))
  await expectFocus(page.getByRole('menuitem', { name: 'New Query' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/queries/new')
  await expectFocus(query.editor)
  await page.keyboard.type('select origin, count(*) as flights from flights group by origin order by 2 desc')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await query.table.locator('tbody tr').first().waitFor()
  expect(await isFocused(query.editor)).toBe(true)
  await page.keyboard.press('Control+s')
  await expectFocus(dialog('Name of the query').getByRole('textbox', { name: 'Name' }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Flights by keys')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/queries\/\d+/)
  await gone(dialog('Name of the query'))
  await expectFocus(query.editor)

  // a picture of it; Escape, then Tab, leaves the editor
  await page.keyboard.press('Escape')
  await pressWhereTabLeads(page, query.results.getByRole('button', { name: 'New Visualization' }))
  const all = query.gallery.getByRole('region', { name: 'All types' })
  await pressWhereTabLeads(page, all.getByRole('button', { name: 'Pie Chart', exact: true }))
  await pressWhereTabLeads(page, query.visualizationEditor.getByRole('button', { name: 'Save', exact: true }))
  await gone(query.visualizationEditor)
  const chart = query.results.getByRole('tab', { selected: true })
  await expect.poll(() => chart.textContent()).toContain('Chart')

  // on a new dashboard
  const add = dialog('Add to Dashboard')
  await pressWhereTabLeads(page, query.results.getByRole('button', { name: 'Add to Dashboard' }))
  await expectFocus(add.getByRole('combobox', { name: 'Search a dashboard by name' }))
  await page.keyboard.type('Board by keys')
  await expect
    .poll(() => add.locator('[role=option][data-combobox-selected]').allTextContents())
    .toEqual(['New dashboard “Board by keys”'])
  await page.keyboard.press('Enter')
  await pressWhereTabLeads(page, add.getByRole('button', { name: 'Add', exact: true }))
  await gone(add)
  // the notice has a link too, but does not stay
  await pressWhereTabLeads(page, page.getByRole('navigation').getByRole('link', { name: 'Dashboards' }))
  await page.waitForURL('**/dashboards')
  await pressWhereTabLeads(page, page.getByRole('main').getByRole('link', { name: 'Board by keys' }))
  await page.waitForURL(/\/dashboards\/\d+-board-by-keys/)
  const widget = page.getByRole('region', { name: /Flights by keys/ })
  await widget.waitFor()

  // moved, and larger
  await pressWhereTabLeads(page, button('Edit'))
  const bar = page.getByRole('region', { name: 'Editing' })
  await expectFocus(bar.getByRole('button', { name: 'Add Textbox' }))
  const move = page.getByRole('button', { name: /^Move / })
  const left = async () => (await widget.boundingBox())?.x ?? 0
  const before = await left()
  await pressWhereTabLeads(page, move)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(left).toBeGreaterThan(before)
  const done = bar.getByRole('button', { name: 'Done Editing' })
  await pressWhereTabLeads(page, done)
  await gone(bar)

  // published, then shared
  await pressWhereTabLeads(page, button('Publish'))
  await gone(button('Publish'))
  await expectFocus(button('Refresh').first())
  await pressWhereTabLeads(page, button('Share'))
  const share = dialog('Share Dashboard')
  await tabTo(page, share.getByRole('switch', { name: 'Public access' }))
  await page.keyboard.press('Space')
  const address = await share.getByText(/\/public\/dashboards\//).textContent()
  await page.keyboard.press('Escape')
  await gone(share)
  await expectFocus(button('Share'))
  const token = new URL(address ?? '').pathname.split('/').at(-1)
  expect((await fetch(`${sextant().url}/api/dashboards/public/${token}`)).status).toBe(200)
})
