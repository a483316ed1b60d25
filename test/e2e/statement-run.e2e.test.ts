import { describe, expect, it } from 'vitest'
import { textsOf } from './query-page.ts'
import { visitorsOfSextant } from './visitors.ts'

const { come } = visitorsOfSextant()

const text = `select 'first; one' as a;
-- the second
select 2 as b;

select nowhere
from flights`

describe('the statement at the cursor', () => {
  it('runs alone by its keys and from the menu, with the place of its error in the whole text', async () => {
    const { page, query } = await come('/queries/new')
    await query.write(text)
    const toLine = async (line: number) => {
      await query.editor.click()
      await page.keyboard.press('ControlOrMeta+Home')
      for (let at = 1; at < line; at++) await page.keyboard.press('ArrowDown')
    }
    const isReady = () => expect.poll(() => query.execute.getAttribute('aria-disabled')).toBe('false')
    const runHere = async () => {
      await isReady()
      await page.keyboard.press('ControlOrMeta+Shift+Enter')
    }
    const rows = () => textsOf(query.table)

    await toLine(2)
    await runHere()
    await expect.poll(rows).toEqual([['2']])
    await toLine(1)
    await runHere()
    await expect.poll(rows).toEqual([['first; one']])

    await toLine(5)
    await runHere()
    await query.failure.getByText('column "nowhere" does not exist').waitFor()
    const marked = page.locator('.cm-lintRange-error')
    await marked.waitFor()
    expect(await marked.textContent()).toBe('nowhere')

    await toLine(3)
    await page.getByRole('button', { name: 'More ways to run' }).click()
    await page.getByRole('menuitem', { name: 'Execute statement at the cursor' }).click()
    await expect.poll(rows).toEqual([['2']])
    expect(await query.editor.innerText()).toContain('select nowhere')

    // a selection comes first
    await query.write("select 'whole' as c; select 4 as d")
    await page.keyboard.press('Home')
    for (let at = 0; at < "select 'whole' as c".length; at++) await page.keyboard.press('Shift+ArrowRight')
    await runHere()
    await expect.poll(rows).toEqual([['whole']])
  })
})
