import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { choose, textsOf } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

/** a save goes to the server and back */
const patience = { timeout: 15_000 }

type StoredParameters = Record<string, unknown>[]

const store = (name: string, query: string, parameters: StoredParameters = []) =>
  storeQuery(sextant(), sextant().member, {
    ...{ name, query },
    options: { apply_auto_limit: true, parameters },
  })

async function storedParameters(id: number): Promise<StoredParameters> {
  const { options } = await sextant()
    .db.selectFrom('queries')
    .select('options')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return (JSON.parse(options) as { parameters: StoredParameters }).parameters
}

const gear = (page: Page, label: string) => page.getByRole('button', { name: `Edit parameter ${label}` })

describe('adding a parameter', () => {
  it('asks for a keyword, derives the title, and puts both ends of a range where the cursor stands', async () => {
    const { page, query } = await come('/queries/new')
    await query.write('select * from flights where day = ')
    await page.keyboard.press('ControlOrMeta+p')
    const dialog = page.getByRole('dialog', { name: 'Add Parameter' })
    await dialog.getByText('Choose a keyword for this parameter').waitFor()
    const add = dialog.getByRole('button', { name: 'Save' })
    expect(await add.isDisabled()).toBe(true)
    await page.keyboard.type('flightDay')
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Flight day')
    await dialog.getByLabel('Title').fill('')
    expect(await add.isDisabled()).toBe(true)
    await dialog.getByLabel('Title').fill('Day')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => query.editor.textContent())
      .toBe('select * from flights where day = {{ flightDay }}')
    // the cursor is behind it
    await page.keyboard.type(' and ')
    await page.getByRole('group', { name: 'Parameters' }).getByText('Day', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Add New Parameter' }).click()
    await dialog.getByLabel('Keyword').fill('flightDay')
    await dialog.getByText('Parameter with this name already exists').waitFor()
    await dialog.getByLabel('Keyword').fill('a.b')
    await dialog.getByText('This keyword can not be used').waitFor()
    expect(await add.isDisabled()).toBe(true)
    await dialog.getByLabel('Keyword').fill('span')
    await choose(dialog, 'Type', 'Date Range')
    await dialog.getByText('{{ span.end }}', { exact: true }).waitFor()
    await add.click()
    await expect
      .poll(() => query.editor.textContent())
      .toBe('select * from flights where day = {{ flightDay }} and {{ span.start }} {{ span.end }}')
    await query.saveNew()
    await page.waitForURL(/\/queries\/\d+\/source/)
    const id = Number(/queries\/(\d+)/.exec(page.url())?.[1])
    expect(await storedParameters(id)).toMatchObject([
      { name: 'flightDay', title: 'Day', type: 'text' },
      { name: 'span', title: 'Span', type: 'date-range' },
    ])
  })
})

describe('editing a parameter', () => {
  it('is saved at once while the text is; several values are quoted as the preview says', async () => {
    const { id } = await store(
      'Lists',
      'select distinct origin from flights where origin in ({{ airports }}) order by 1',
      [
        {
          name: 'airports',
          title: 'Airports',
          type: 'text',
          value: `'SEA'`,
          global: false,
          locals: ['kept'],
        },
      ],
    )
    const { page, query } = await come(`/queries/${id}/source`)
    await gear(page, 'Airports').click()
    const dialog = page.getByRole('dialog', { name: 'airports' })
    expect(await dialog.getByLabel('Keyword').count()).toBe(0)
    await choose(dialog, 'Type', 'Dropdown List')
    await dialog.getByRole('textbox', { name: 'Values' }).fill('SEA\n\nJFK\nLAX')
    await dialog.getByLabel('Allow multiple values').check()
    await dialog.getByText('SEA,JFK', { exact: true }).waitFor()
    await choose(dialog, 'Quotation', 'Single Quotation Mark')
    await dialog.getByText("'SEA','JFK'", { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const quoted = { prefix: "'", suffix: "'", separator: ',' }
    await expect
      .poll(() => storedParameters(id), patience)
      .toEqual([
        {
          ...{ name: 'airports', title: 'Airports', type: 'enum', value: null, global: false },
          ...{ locals: ['kept'], enumOptions: 'SEA\n\nJFK\nLAX', multiValuesOptions: quoted },
        },
      ])
    expect(await query.save.textContent()).toBe('Save')
    await page.getByRole('group', { name: 'Parameters' }).getByLabel('Airports', { exact: true }).click()
    await page.getByRole('option', { name: 'SEA' }).click()
    await page.getByRole('option', { name: 'JFK' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Apply Changes/ }).click()
    await query.table.getByText('JFK').waitFor()
    expect(await textsOf(query.table)).toEqual([['JFK'], ['SEA']])
  })

  it('waits for the next save while the text has changes', async () => {
    const { id } = await store('Dirty', 'select {{ n }} as n', [
      { name: 'n', title: 'N', type: 'text', value: '1', global: false },
    ])
    const { page, query } = await come(`/queries/${id}/source`)
    await query.write('select {{ n }} as changed')
    await expect.poll(() => query.save.textContent()).toBe('Save*')
    await gear(page, 'N').click()
    const dialog = page.getByRole('dialog', { name: 'n' })
    await dialog.getByLabel('Title').fill('Count')
    await choose(dialog, 'Type', 'Number')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await gear(page, 'Count').waitFor()
    expect(await storedParameters(id)).toMatchObject([{ title: 'N', type: 'text' }])
    await query.save.click()
    await page.getByText('Query saved').waitFor()
    expect(await storedParameters(id)).toMatchObject([{ title: 'Count', type: 'number', value: 1 }])
  })

  it('says whether a pattern can be read', async () => {
    const { id } = await store('Pattern', `select '{{ code }}' as code`, [
      { name: 'code', title: 'Code', type: 'text', value: 'A', global: false },
    ])
    const { page } = await come(`/queries/${id}/source`)
    await gear(page, 'Code').click()
    const dialog = page.getByRole('dialog', { name: 'code' })
    await choose(dialog, 'Type', 'Text Pattern')
    await dialog.getByLabel('Regex').fill('[A-')
    await dialog.getByText('Invalid Regex Pattern').waitFor()
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Regex').fill('[A-Z]+')
    await dialog.getByText('Valid Regex Pattern', { exact: true }).waitFor()
    await expectAccessible(page, { within: '[role="dialog"]' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => storedParameters(id), patience)
      .toMatchObject([{ type: 'text-pattern', regex: '[A-Z]+', value: 'A' }])
  })

  it('is not offered to those who may not edit the query', async () => {
    const { id } = await store('Not mine', 'select {{ n }} as n', [
      { name: 'n', title: 'N', type: 'number', value: 1, global: false },
    ])
    const { page } = await come(`/queries/${id}/source`, { as: sextant().viewer })
    await page.getByRole('group', { name: 'Parameters' }).getByText('N', { exact: true }).waitFor()
    expect(await gear(page, 'N').count()).toBe(0)
  })
})

describe('a dropdown that a query feeds', () => {
  it('is searched by name; the dialog tells what the list depends on', async () => {
    const list = await store('Destinations of an airport', `select '{{ origin }} {{ year }}' as value`, [
      { name: 'origin', title: 'Origin', type: 'text', value: 'SEA', global: false },
      { name: 'year', title: 'Year', type: 'text', value: '2013', global: false },
    ])
    const { id } = await store('Dependent', 'select {{ origin }} as o, {{ dest }} as d', [
      { name: 'origin', title: 'Origin', type: 'text', value: 'SEA', global: false },
      { name: 'dest', title: 'Destination', type: 'text', value: null, global: false },
    ])
    const { page } = await come(`/queries/${id}/source`)
    await gear(page, 'Destination').click()
    const dialog = page.getByRole('dialog', { name: 'dest' })
    await choose(dialog, 'Type', 'Query Based Dropdown List')
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    const picker = dialog.getByRole('combobox', { name: 'Query', exact: true })
    await picker.fill('destinations')
    await page.getByRole('option', { name: `Destinations of an airport ${list.id}` }).click()
    await dialog.getByText('The list depends on origin of this page').waitFor()
    await dialog.getByText('year keeps the value that is saved with the query').waitFor()
    await expectAccessible(page, { within: '[role="dialog"]' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => storedParameters(id), patience)
      .toMatchObject([{ name: 'origin' }, { name: 'dest', type: 'query', queryId: list.id }])

    await gear(page, 'Destination').click()
    await expect.poll(() => picker.inputValue()).toBe('Destinations of an airport')
  })
})
