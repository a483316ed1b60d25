import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { completionList } from './completion-list.ts'
import { visitorsOfSextant } from './visitors.ts'

const { come } = visitorsOfSextant()

async function openEditor() {
  const { page, query } = await come('/queries/new')
  await query.editor.waitFor()
  await page.locator('[data-schema="ready"]').waitFor()
  const { options, opened, labels } = completionList(page)
  const clear = async () => {
    await query.editor.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
  }
  /** types over the whole text, and waits for the list */
  const typed = async (text: string) => {
    await clear()
    await page.keyboard.type(text)
    await opened()
  }
  return { page, query, options, clear, typed, labels, text: () => query.editor.textContent() }
}

/** Moves the cursor back, as a person does to edit an earlier part of a query. */
async function back(page: Page, letters: number): Promise<void> {
  for (let left = letters; left > 0; left--) await page.keyboard.press('ArrowLeft')
}

describe('the list of completions', () => {
  it('knows aliases, WITH queries, subqueries and names of the select list', async () => {
    const { page, query, typed, labels } = await openEditor()
    await typed('with late as (select origin, delay as minutes from flights) select * from la')
    await expect.poll(async () => (await labels())[0]).toBe('late')
    await query.write('with late as (select origin, delay as minutes from flights) select l.mi from late l')
    await back(page, ' from late l'.length)
    await page.keyboard.press('Control+Space')
    await expect.poll(labels).toEqual(['minutes'])
    await query.write('select x. from (select origin, count(*) as n from flights group by 1) x')
    await back(page, ' from (select origin, count(*) as n from flights group by 1) x'.length)
    await page.keyboard.press('Control+Space')
    await expect.poll(labels).toEqual(['origin', 'n'])
    // columns open by themselves where only they fit
    await typed('select origin, count(*) as n from flights group by ')
    await expect.poll(labels).toEqual(expect.arrayContaining(['origin', 'destination', 'delay']))
  })

  it('offers conditions after ON, functions with their brackets, and parameters after braces, closed once', async () => {
    const { page, typed, labels, text } = await openEditor()
    await typed('select * from flights f join flights g on ')
    await expect.poll(async () => (await labels())[0]).toBe('f.date = g.date')
    await page.keyboard.press('Tab')
    expect(await text()).toBe('select * from flights f join flights g on f.date = g.date')
    await typed('select date_')
    await expect.poll(async () => (await labels())[0]).toBe('date_trunc')
    await page.keyboard.press('Tab')
    await page.keyboard.type("'month', date), now")
    expect(await text()).toBe("select date_trunc('month', date), now")
    await typed('select cou')
    await page.keyboard.press('ArrowDown')
    await page.getByText('Number of rows; with a value, of those where it is not null').waitFor()
    await page.keyboard.press('Enter')
    expect(await text()).toBe('select count()')

    await typed('select {{ airport }}, {{ a')
    await expect.poll(labels).toEqual(['airport'])
    await page.keyboard.press('Tab')
    expect(await text()).toBe('select {{ airport }}, {{ airport }}')
    await page.keyboard.type(', 1')
    expect(await text()).toBe('select {{ airport }}, {{ airport }}, 1')
  })

  it('puts what the query and the person use before the rest', async () => {
    const { page, query, typed, labels } = await openEditor()
    await query.write('select d from flights')
    await back(page, ' from flights'.length)
    await page.keyboard.press('Control+Space')
    await expect.poll(async () => (await labels()).slice(0, 3)).toEqual(['date', 'delay', 'distance'])
    await query.write('select d, destination from flights')
    await back(page, ', destination from flights'.length)
    await page.keyboard.press('Control+Space')
    await expect.poll(async () => (await labels())[0]).toBe('destination')
    // keywords come last, and in the case of those before them
    await typed('SELECT 1 FROM flights WHERE d')
    await expect.poll(async () => (await labels()).at(-1)).toMatch(/^[A-Z ]+$/)
  })

  it('stays away where a new name, a number or a text is written', async () => {
    const { page, clear, options } = await openEditor()
    for (const text of ['with x (or', 'select 1 as or', 'select 12', "select 'or", 'select 1 -- or']) {
      await clear()
      await page.keyboard.type(text)
      await page.waitForTimeout(200)
      expect([text, await options.count()]).toEqual([text, 0])
    }
  })
})
