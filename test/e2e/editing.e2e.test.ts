import { describe, expect, it } from 'vitest'
import { createVisualization } from '#test/factories.ts'
import { textsOf } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { isFocused, tabTo } from './tab-to.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const store = (query: string, name: string) => storeQuery(sextant(), sextant().member, { query, name })

describe('two people on one query', () => {
  it('offers the second to overwrite, and loses nothing when they decline', async () => {
    const { id } = await store('select 0 as nobody', 'Shared')
    const first = await come(`/queries/${id}/source`)
    const second = await come(`/queries/${id}/source`, { as: sextant().admin })
    await second.query.editor.getByText('nobody').waitFor()
    await first.query.write('select 1 as first')
    await first.page.keyboard.press('ControlOrMeta+s')
    await first.page.getByText('Query saved').first().waitFor()

    second.expectRefusal(409, new RegExp(`/api/queries/${id}$`))
    await second.query.write('select 2 as second')
    await second.query.save.click()
    const question = second.page.getByRole('dialog', { name: 'Overwrite Query' })
    await question.getByText('Are you sure you want to overwrite the query with your version?').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    const notice = second.page.getByRole('alert').filter({ hasText: 'Changes not saved' })
    await notice.getByText('It seems like the query has been modified by another user.').waitFor()
    await notice.getByText('Please copy/backup your changes and reload this page.').waitFor()
    expect(await second.query.editor.textContent()).toBe('select 2 as second')
    expect(await second.query.save.textContent()).toBe('Save*')

    await second.query.save.click()
    await question.getByRole('button', { name: 'Overwrite' }).click()
    await second.page.getByText('Query saved').first().waitFor()
    await expect.poll(() => second.query.save.textContent()).toBe('Save')
    await notice.waitFor({ state: 'detached' })
    await first.page.reload()
    await first.query.editor.getByText('second').waitFor()
  })
})

describe('unsaved changes', () => {
  it('are not lost by a wrong click', async () => {
    const { id } = await store('select 1 as one', 'Guarded')
    const { page, query } = await come(`/queries/${id}/source`)
    await query.write('select 1 as changed')
    await expect.poll(() => query.save.textContent()).toBe('Save*')
    const away = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queries' })
    await away.click()
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await question.getByText('You will lose your changes if you leave').waitFor()
    await question.getByRole('button', { name: 'Stay' }).click()
    expect(await query.editor.textContent()).toBe('select 1 as changed')
    await away.click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/queries')
  })

  it('are not lost in the moment after the last key', async () => {
    const { id } = await store('select 1 as one', 'Guarded at once')
    const { page, query } = await come(`/queries/${id}/source`)
    await query.editor.getByText('one').waitFor()
    await query.editor.click()
    // without a way from here between the two: the editor reports its text 100 ms later
    await page.evaluate(async () => {
      document.execCommand('insertText', false, 'typed at last ')
      await new Promise((resolve) => setTimeout(resolve, 5))
      document.querySelector<HTMLElement>('nav a[href="/queries"]')?.click()
    })
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await question.getByRole('button', { name: 'Stay' }).click()
    expect(await query.editor.textContent()).toContain('typed at last')
    await expect.poll(() => query.save.textContent()).toBe('Save*')
  })

  it('are asked about when the tab is closed', async () => {
    const { page, query } = await come('/queries/new')
    await query.write('select 1 as changed')
    await expect.poll(() => query.save.textContent()).toBe('Save*')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
  })
})

describe('the keyboard alone', () => {
  it('logs in, finds a query, runs it, switches and edits its visualizations', async () => {
    const { id } = await store(
      `select origin, count(*) as flights from flights where origin in ('SEA', 'JFK') group by origin`,
      'Two airports',
    )
    await createVisualization(sextant(), {
      ...{ query_id: id, type: 'CHART', name: 'Columns' },
      options: { globalSeriesType: 'column', columnMapping: { origin: 'x', flights: 'y' } },
    })
    const { page, query } = await come('/', { as: undefined })
    await expect.poll(() => isFocused(page.getByLabel('Email'))).toBe(true)
    await page.keyboard.type(sextant().member.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(sextant().member.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Home' }).waitFor()

    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: /^Search dashboards, queries/ }).waitFor()
    await page.keyboard.type('two airp')
    await page.getByRole('option', { name: 'Two airports', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/queries/${id}`)
    await tabTo(page, page.getByRole('link', { name: 'Edit Source' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/queries/${id}/source`)

    await tabTo(page, query.editor)
    await page.keyboard.press('ControlOrMeta+Enter')
    await query.table.locator('tbody tr').first().waitFor()
    expect(await textsOf(query.table)).toHaveLength(2)
    await page.keyboard.press('Escape')
    await tabTo(page, query.tab('Table'))
    await page.keyboard.press('ArrowRight')
    await query.results.getByRole('img', { name: /^Columns: / }).waitFor()
    expect(new URL(page.url()).hash).not.toBe('')

    const edit = query.results.getByRole('button', { name: 'Edit Visualization' })
    await tabTo(page, edit)
    await page.keyboard.press('Enter')
    await query.visualizationEditor.getByRole('img', { name: /chart/ }).waitFor()
    await tabTo(page, query.visualizationEditor.getByRole('textbox', { name: 'Visualization Name' }))
    await page.keyboard.type(' and more')
    const question = page.getByText('Are you sure you want to close the editor without saving?')
    await page.keyboard.press('Escape')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await query.visualizationEditor.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await question.waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Yes' }))
    await page.keyboard.press('Enter')
    await query.visualizationEditor.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(edit)).toBe(true)
    expect(await query.tab('Columns').isVisible()).toBe(true)
  })
})
