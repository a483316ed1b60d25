import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { type Guest, visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()
const patience = { timeout: 60_000 }

const kinds = `select * from (values
    (1, 9007199254740993::numeric, 'plain', '{"a": {"b": [1, 2]}}', timestamp '2026-01-02 03:04:05.123456', 'https://example.com/a?b=1', true),
    (2, 0.1, '', 'no json', timestamp '2026-01-03 00:00:00', 'javascript:alert(1)', false),
    (3, 0.2, '   ', '[]', null, 'see https://example.com', null),
    (4, -12.5, null, null, timestamp '2026-02-01 12:00:00', null, true),
    (5, 1000000, E'two\\nlines\\tand a tab', '7', timestamp '2026-02-02 12:00:00', 'https://example.com/picture.png', false)
  ) v(id, amount, word, doc, at, link, ok)`

async function explore(text: string, name: string): Promise<Guest> {
  const options = { apply_auto_limit: false, parameters: [] }
  // a text of its own: with a result of another test the run would not be waited for
  const query = `${text} where '${name}' <> ''`
  const { id } = await storeQuery(sextant(), sextant().member, { name, query, options })
  const guest = await come(`/queries/${id}/source`)
  await guest.query.execute.click()
  await guest.query.results.getByText('Updated').waitFor(patience)
  await guest.page.locator('[data-foretaste]').waitFor({ state: 'detached' })
  await cell(guest.page, 0, 0).waitFor()
  return guest
}

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role="grid"] tr[data-place="${row}"] td[data-column="${column}"]`)
const activeText = (page: Page) => page.locator('td[data-active]').textContent()
const status = ({ query }: Guest) => query.results.getByRole('status').filter({ hasText: 'cells' })

/** What the page puts into the clipboard at Ctrl+C. */
async function copied(page: Page): Promise<string> {
  await page.evaluate(() => {
    const noted = window as unknown as { copied?: string }
    delete noted.copied
    addEventListener('copy', (event) => (noted.copied = event.clipboardData?.getData('text/plain')), {
      once: true,
    })
  })
  await page.keyboard.press('ControlOrMeta+c')
  return page.evaluate(() => (window as unknown as { copied?: string }).copied ?? '')
}

describe('the cells of a result', () => {
  it('are reached from the text by one key, selected, added up and copied by keys and mouse', async () => {
    const guest = await explore(kinds, 'Cells')
    const { page, query } = guest
    const hasFocus = (of: Locator) => of.evaluate((one) => one === document.activeElement)
    await query.editor.focus()
    await page.keyboard.press('F6')
    await expect.poll(() => hasFocus(query.table)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => activeText(page)).toBe('1')
    // it leads back
    await page.keyboard.press('F6')
    await expect.poll(() => hasFocus(query.editor)).toBe(true)

    await cell(page, 0, 1).click()
    await expect.poll(() => activeText(page)).toBe('9,007,199,254,740,993.00')
    expect(await copied(page)).toBe('9007199254740993')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => status(guest).textContent(), patience).toContain('Sum 9,007,199,254,740,993.3')
    await expect.poll(() => status(guest).textContent()).toContain('Count 3')
    await expect.poll(() => status(guest).textContent()).toContain('Min 0.1')
    await page.keyboard.press('Shift+ArrowLeft')
    expect(await copied(page)).toBe('1\t9007199254740993\n2\t0.1\n3\t0.2')
    await page.keyboard.press('End')
    await expect.poll(() => activeText(page)).toBe('null')
    await page.keyboard.press('ControlOrMeta+Home')
    await expect.poll(() => activeText(page)).toBe('1')
    await page.keyboard.press('ControlOrMeta+a')
    await expect.poll(() => status(guest).textContent(), patience).toContain('35 cells')
    expect((await copied(page)).split('\n')[3]).toBe('4\t-12.5\t\t\t2026-02-01T12:00:00\t\ttrue')

    const from = await cell(page, 1, 0).boundingBox()
    const to = await cell(page, 3, 1).boundingBox()
    if (from === null || to === null) throw new Error('the cells are not in view')
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => status(guest).textContent(), patience).toContain('6 cells')
    await expectAccessible(page)
  })

  it('are shown whole in the inspector, which the keyboard alone opens and closes', async () => {
    const guest = await explore(kinds, 'Inspected')
    const { page } = guest
    const dialog = page.getByRole('dialog')
    await cell(page, 0, 1).dblclick()
    await dialog.getByText('9007199254740993', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: 'a, 1 item' }).click()
    await dialog.getByText('"a": {"b": [1, 2]}').waitFor()
    await dialog.getByRole('button', { name: 'Next column' }).click()
    await dialog.getByText(/^2026-01-02T03:04:05\.123\d*Z$/).waitFor()
    await dialog.getByRole('button', { name: 'Next column' }).click()
    await expect.poll(() => dialog.getByRole('link').getAttribute('href')).toBe('https://example.com/a?b=1')
    await dialog.getByRole('button', { name: 'Next row' }).click()
    await dialog.getByText('javascript:alert(1)').waitFor()
    expect(await dialog.getByRole('link').count()).toBe(0)
    // away from the tooltip
    await page.mouse.move(0, 0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => activeText(page)).toBe('javascript:alert(1)')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => activeText(page)).toBe('https://example.com/a?b=1')
  })

  it('tell null, empty, blank and control characters apart, and are copied in other formats', async () => {
    const { page, context } = await explore(kinds, 'Told apart')
    const marks = (row: number) =>
      cell(page, row, 2)
        .locator('[data-mark]')
        .evaluateAll((spans) => spans.map((span) => span.getAttribute('data-mark')))
    expect(await marks(0)).toEqual([])
    expect(await marks(1)).toEqual(['""'])
    expect(await marks(2)).toEqual(['···'])
    expect(await cell(page, 3, 2).textContent()).toBe('null')
    expect(await marks(4)).toEqual(['↵', '⇥'])
    const heights = await page
      .locator('[role="grid"] tbody tr')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
    expect(new Set(heights)).toEqual(new Set([32]))

    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await cell(page, 0, 0).click()
    await page.keyboard.press('Shift+ArrowRight')
    await cell(page, 0, 1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy as JSON' }).click()
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(clipboard).toContain('"amount": 9007199254740993')
    await cell(page, 1, 1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy as SQL values' }).click()
    await expect.poll(clipboard).toBe('0.1')
  })
})

describe('the columns of a result', () => {
  const names = (page: Page) => page.locator('[role="grid"] thead button[title]').allInnerTexts()
  const openMenu = async (page: Page, name: string) => {
    const head = page.getByRole('columnheader').filter({ hasText: name })
    await head.hover()
    await head.getByRole('button', { name: 'Column menu' }).click()
  }

  it('are filtered, pinned, hidden and moved from their menus', async () => {
    const guest = await explore(kinds, 'Columns')
    const { page } = guest
    const act = (name: string) => page.getByRole('menuitem', { name, exact: true }).click()
    await openMenu(page, 'word')
    await act('Pin')
    await expect.poll(async () => (await names(page))[0]).toBe('word')
    await openMenu(page, 'doc')
    await act('Hide')
    await expect.poll(() => names(page)).not.toContain('doc')
    await openMenu(page, 'id')
    await act('Move forward')
    await expect.poll(() => names(page)).toEqual(['word', 'amount', 'id', 'at', 'link', 'ok'])
    await page.getByRole('button', { name: 'Show 1 hidden column' }).click()
    await expect.poll(() => names(page)).toContain('doc')

    await openMenu(page, 'amount')
    await page.getByRole('combobox', { name: 'Filter', exact: true }).selectOption('above')
    await page.getByRole('textbox', { name: 'Filter value' }).fill('0.15')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('[role="grid"] tbody tr').count()).toBe(3)
    await guest.query.results.getByText('3 of 5 rows').waitFor()
    await openMenu(page, 'amount')
    await page.getByRole('textbox', { name: 'Filter value' }).fill('9e99')
    await page.keyboard.press('Enter')
    await page.getByText('No rows match.').waitFor()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect.poll(() => page.locator('[role="grid"] tbody tr').count()).toBe(5)
  })

  it('tell what they hold, also when the rows stay on the server', async () => {
    for (const [rows, name] of [
      [3000, 'Facts here'],
      [60_000, 'Facts there'],
    ] as const) {
      const text = `select n, case when n % 3 = 0 then null else n * 0.1 end as amount, 'group ' || n % 4 as part from generate_series(1, ${rows}) n`
      const { page } = await explore(text, name)
      await openMenu(page, 'amount')
      await page.getByRole('button', { name: 'Show figures' }).click()
      const facts = page.getByTestId('column-facts')
      await facts.waitFor(patience)
      const texts = (await facts.textContent()) ?? ''
      expect(texts).toContain(`Distinct${((rows * 2) / 3).toLocaleString('en')}`)
      expect(texts).toContain(`Null${(rows / 3).toLocaleString('en')} (33.3%)`)
      expect(texts).toContain('Min0.1')
      await facts.getByRole('img', { name: /^Histogram from 0.1 to / }).waitFor()
      await page.keyboard.press('Escape')
      await openMenu(page, 'part')
      await page.getByRole('button', { name: 'Show figures' }).click()
      await facts.getByRole('listitem').filter({ hasText: 'group 0' }).waitFor(patience)
      await page.keyboard.press('Escape')
      await openMenu(page, 'amount')
      await page.getByRole('combobox', { name: 'Filter', exact: true }).selectOption('to')
      await page.getByRole('textbox', { name: 'Filter value' }).fill('0.5')
      await page.keyboard.press('Enter')
      await expect
        .poll(() => page.locator('[role="grid"] tbody tr td[data-column="1"]').allTextContents(), patience)
        .toEqual(['0.10', '0.20', '0.40', '0.50'])
    }
  })

  it('are resized with the mouse, and opened with the keyboard', async () => {
    const { page } = await explore(kinds, 'Widths')
    const head = page.getByRole('columnheader').filter({ hasText: 'word' })
    const before = await head.boundingBox()
    if (before === null) throw new Error('there is no head')
    await page.mouse.move(before.x + before.width - 3, before.y + 10)
    await page.mouse.down()
    await page.mouse.move(before.x + before.width + 97, before.y + 10, { steps: 3 })
    await page.mouse.up()
    await expect
      .poll(async () => Math.round((await head.boundingBox())?.width ?? 0))
      .toBe(Math.round(before.width + 100))
    await cell(page, 0, 0).click()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Sort descending' }).click()
    await expect.poll(() => cell(page, 0, 0).textContent()).toBe('5')
    // as often as one likes
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Sort ascending' }).click()
    await expect.poll(() => cell(page, 0, 0).textContent()).toBe('1')
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Sort descending' }).click()
    await expect.poll(() => cell(page, 0, 0).textContent()).toBe('5')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => activeText(page)).not.toBe('')
  })

  it('are searched before the query is saved', async () => {
    const guest = await come('/queries/new')
    const { page, query } = guest
    await query.write(kinds)
    await query.run()
    await query.results.getByText('Updated').waitFor(patience)
    await page.getByRole('searchbox', { name: 'Search in the result...' }).fill('plain')
    await expect.poll(() => page.locator('[role="grid"] tbody tr').count()).toBe(1)
  })
})

describe('a million rows', () => {
  it('are scrolled from the first to the last', async () => {
    const text = "select n, 'row ' || n as label, n * 1.5 as amount from generate_series(1, 1000000) n"
    const guest = await explore(text, 'Many')
    const { page } = guest
    await expect.poll(() => cell(page, 0, 1).textContent()).toBe('row 1')
    await cell(page, 0, 1).click()
    await page.keyboard.press('ControlOrMeta+ArrowDown')
    await expect.poll(() => activeText(page), patience).toBe('row 1000000')
    await page.keyboard.press('ControlOrMeta+ArrowUp')
    await expect.poll(() => activeText(page), patience).toBe('row 1')
    const goTo = async (row: number) => {
      await page.getByRole('textbox', { name: 'Go to row' }).fill(String(row))
      await page.keyboard.press('Enter')
      await expect.poll(() => cell(page, row - 1, 1).textContent(), patience).toBe(`row ${row}`)
    }
    await goTo(500_000)
    // a number selects its row, and with Shift those up to it
    await page.locator('td[data-number="500,000"]').click()
    await page.getByText('3 cells', { exact: true }).waitFor()
    await page.locator('td[data-number="500,002"]').click({ modifiers: ['Shift'] })
    await page.getByText('9 cells', { exact: true }).waitFor()
    await goTo(1_000_000)
    // the first rows of the new order are shown
    await page.locator('[role="grid"] thead button[title="n"]').click()
    await expect.poll(() => cell(page, 0, 1).textContent(), patience).toBe('row 1')
    await goTo(500_000)
    expect(await page.locator('[role="grid"] tbody tr').count()).toBeLessThan(120)
    await cell(page, 499_999, 1).hover()
    await page.mouse.wheel(0, 3200)
    await expect.poll(() => cell(page, 500_099, 1).textContent(), patience).toBe('row 500100')
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
    await page.getByRole('button', { name: 'Page 40000', exact: true }).click()
    await expect.poll(() => cell(page, 999_999, 1).textContent(), patience).toBe('row 1000000')
    await page.getByRole('textbox', { name: 'Go to page' }).fill('3')
    await page.keyboard.press('Enter')
    await expect.poll(() => cell(page, 50, 1).textContent(), patience).toBe('row 51')
    await expectAccessible(page)
  })
})
