import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInEveryView } from './accessible.ts'
import { heights } from './browser.ts'
import { choose } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const store = (query: string, name: string) => storeQuery(sextant(), sextant().member, { query, name })
const stored = (id: number) =>
  sextant().db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const setSchedule = (id: number, schedule: unknown) =>
  sextant()
    .db.updateTable('queries')
    .set({ schedule: JSON.stringify(schedule), last_scheduled_at: new Date() })
    .where('id', '=', id)
    .execute()

function scheduleOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Refresh Schedule' })
  return {
    dialog,
    button: page.getByRole('button', { name: /^Refresh Schedule:/ }),
    words: async () => {
      const label = await page.getByRole('button', { name: /^Refresh Schedule:/ }).getAttribute('aria-label')
      return label?.replace('Refresh Schedule: ', '')
    },
    interval: dialog.getByRole('combobox', { name: 'Refresh every' }),
    time: dialog.getByRole('combobox', { name: 'At time' }),
    save: dialog.getByRole('button', { name: 'Save' }),
    async open() {
      await page.getByRole('button', { name: /^Refresh Schedule:/ }).click()
      await dialog.waitFor()
    },
  }
}

describe('the schedule of a query', () => {
  it('is set in the dialog, said as a phrase, and followed by a real run', async () => {
    const { id } = await store('select 7 as scheduled', 'Scheduled')
    const { page, query } = await come(`/queries/${id}/source`)
    const schedule = scheduleOf(page)
    expect(await schedule.words()).toBe('Never')
    await schedule.open()
    expect(await schedule.interval.inputValue()).toBe('Never')
    await choose(schedule.dialog, 'Refresh every', '5 minutes')
    expect(await schedule.time.isVisible()).toBe(false)
    await schedule.save.click()
    await expect.poll(schedule.words).toBe('Every 5 minutes')
    await page.getByText('Next run:').waitFor()

    // it never ran, so the clock starts it soon
    await expect.poll(async () => (await stored(id)).latest_result_id, { timeout: 40_000 }).not.toBeNull()
    const after = await stored(id)
    expect(after.schedule).toEqual({ interval: 300, time: null, day_of_week: null, until: null })
    expect(after.last_scheduled_at).not.toBeNull()
    expect(after.version).toBe(3)
    await page.reload()
    await query.table.getByText('7').first().waitFor()
    await page.getByText(/in [45] minutes/).waitFor()
  })

  it('shows time and day by the clock of the visitor, and keeps them in UTC', async () => {
    const { id } = await store('select 1', 'Abroad')
    await setSchedule(id, { interval: 604_800, time: '23:30', day_of_week: 'Sunday', until: '2099-12-31' })
    const { page } = await come(`/queries/${id}`, { timeZone: 'Asia/Kolkata' })
    const schedule = scheduleOf(page)
    expect(await schedule.words()).toBe('Every week on Monday at 05:00')
    await schedule.open()
    expect(await schedule.time.inputValue()).toBe('05:00')
    expect(await schedule.dialog.getByRole('radio', { name: 'Monday' }).isChecked()).toBe(true)
    await schedule.dialog.getByText('Sunday 23:30 UTC').waitFor()
    // the dialog shows all that it has
    await expectAccessibleInEveryView(page, undefined, { within: '[role="dialog"]' })
    await page.setViewportSize({ width: 1440, height: heights[1440] })
    await schedule.dialog.getByText('Wed', { exact: true }).click()
    await choose(schedule.dialog, 'At time', '12:30')
    await schedule.save.click()
    await expect.poll(schedule.words).toBe('Every week on Wednesday at 12:30')
    expect((await stored(id)).schedule).toMatchObject({ time: '07:00', day_of_week: 'Wednesday' })
  })

  it('follows the rules of the dialog', async () => {
    const { id } = await store('select 1', 'Rules')
    await setSchedule(id, { interval: 604_800, time: '09:30', day_of_week: 'Friday', until: '2099-12-31' })
    const { page } = await come(`/queries/${id}`)
    const schedule = scheduleOf(page)
    await page.getByText('Until 2099-12-31').waitFor()
    await schedule.open()
    // an hour has neither time nor day; a day has a time, which begins at 00:15
    await choose(schedule.dialog, 'Refresh every', '1 hour')
    expect(await schedule.time.isVisible()).toBe(false)
    await choose(schedule.dialog, 'Refresh every', '1 day')
    expect(await schedule.time.inputValue()).toBe('00:15')
    expect(await schedule.dialog.getByRole('radio', { name: 'Sunday' }).isVisible()).toBe(false)
    await choose(schedule.dialog, 'Refresh every', '1 week')
    expect(await schedule.dialog.getByRole('radio', { name: 'Sunday' }).isChecked()).toBe(true)
    expect(await schedule.dialog.getByLabel('End date').inputValue()).toBe('2099-12-31')
    // a day that has begun is no end
    await schedule.dialog.getByLabel('End date').fill('2020-01-01')
    await schedule.dialog.getByText('This day has begun already.').waitFor()
    expect(await schedule.save.isDisabled()).toBe(true)
    // never clears everything
    await choose(schedule.dialog, 'Refresh every', 'Never')
    expect(await schedule.dialog.getByText('Ends').isVisible()).toBe(false)
    await schedule.save.click()
    await expect.poll(schedule.words).toBe('Never')
    expect((await stored(id)).schedule).toBeNull()
  })

  it('is not saved when nothing has changed, nor by Cancel, and the focus comes back', async () => {
    const { id } = await store('select 1', 'Unchanged')
    await setSchedule(id, { interval: 3600 })
    const { page } = await come(`/queries/${id}`)
    const schedule = scheduleOf(page)
    const { version } = await stored(id)
    await schedule.open()
    await schedule.save.click()
    await schedule.dialog.waitFor({ state: 'hidden' })
    await expect
      .poll(() => schedule.button.evaluate((button) => button === document.activeElement))
      .toBe(true)
    await page.keyboard.press('Enter')
    await choose(schedule.dialog, 'Refresh every', 'Never')
    await schedule.dialog.getByRole('button', { name: 'Cancel' }).click()
    await schedule.dialog.waitFor({ state: 'hidden' })
    expect(await schedule.words()).toBe('Every hour')
    expect((await stored(id)).version).toBe(version)
  })

  it('is plain text for those who may not change it, and tells what holds a run up', async () => {
    const { id, data_source_id } = await store('select 1', 'Held up')
    await setSchedule(id, { interval: 3600 })
    await sextant().db.updateTable('queries').set({ schedule_failures: 3 }).where('id', '=', id).execute()
    const viewer = await come(`/queries/${id}`, { as: sextant().viewer })
    await viewer.page.getByText('Every hour').waitFor()
    expect(await scheduleOf(viewer.page).button.count()).toBe(0)
    await viewer.page.getByText('Failed 3 times in a row, so the next run is put off').waitFor()
    const paused = (is_paused: boolean) =>
      sextant()
        .db.updateTable('data_sources')
        .set({ is_paused })
        .where('id', '=', data_source_id ?? 0)
        .execute()
    await paused(true)
    await viewer.page.reload()
    await viewer.page.getByText('Waiting: the data source is paused').waitFor()
    await paused(false)
  })
})
