import { describe, expect, it } from 'vitest'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

describe('an unsaved text', () => {
  it('of a new query survives leaving and log-out, for its author alone', async () => {
    const { page, query } = await come('/queries/new')
    const text = 'select 1 as first_thought'
    await query.write(text)
    await expect.poll(() => query.save.textContent()).toBe('Save*')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queries' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/queries')
    const logIn = async (email: string, password: string) => {
      // what the page before still asks for would be refused once the session has ended
      await page.goto('about:blank')
      await page.goto('/logout')
      await page.goto('/login')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await page.goto('/queries/new')
      await query.editor.waitFor()
    }
    const { admin, member } = sextant()
    await logIn(admin.email, admin.password)
    await page.getByText('flights', { exact: true }).waitFor()
    expect(await page.getByText('first_thought').count()).toBe(0)

    await logIn(member.email, member.password)
    await page.getByText(/^Unsaved text from .+ on this device:/).waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => query.editor.textContent()).toBe(text)
    expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0)
    // now it is the text of this editor
    await query.saveNew()
    await page.waitForURL(/\/queries\/\d+\/source/)
    await page.goto('/queries/new')
    await page.getByText('flights', { exact: true }).waitFor()
    expect(await page.getByText('Unsaved text').count()).toBe(0)
  })

  it('of a stored query survives a crash, and is gone when it is discarded', async () => {
    const { id } = await storeQuery(sextant(), sextant().member, {
      name: 'Crashed',
      query: 'select 1 as one',
    })
    const { page, query } = await come(`/queries/${id}/source`)
    await query.write('select 2 as two')
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('select 2 as two')
    // neither asks nor tells the page that it ends
    await page.evaluate(() => {
      window.addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true)
      window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)
    })
    await page.reload()
    await page.getByText(/^Unsaved text from/).waitFor()
    expect(await query.editor.textContent()).toBe('select 1 as one')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.reload()
    await query.editor.getByText('one').waitFor()
    await page.getByText('flights', { exact: true }).waitFor()
    expect(await page.getByText('Unsaved text').count()).toBe(0)
  })

  it('is not offered to another tab while its editor is open', async () => {
    const { page, query } = await come('/queries/new')
    await query.write('select 3 as three')
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('select 3 as three')
    const other = await page.context().newPage()
    await other.goto('/queries/new')
    await other.getByText('flights', { exact: true }).waitFor()
    expect(await other.getByText('Unsaved text').count()).toBe(0)
    await other.close()
  })
})
