import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Query } from '#shared/queries/queries-api.ts'
import { expectAccessible } from './accessible.ts'
import { pickUp } from './pick-up.ts'
import { textsOf } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { type Guest, visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

type Definition = { name: string; type: string; value?: unknown } & Record<string, unknown>
const several = { multiValuesOptions: { prefix: "'", suffix: "'", separator: ',' } }

const store = (name: string, query: string, parameters: readonly Definition[]) =>
  storeQuery(sextant(), sextant().member, { name, query, options: { apply_auto_limit: false, parameters } })

/** A query with parameters and its page. */
async function open(
  name: string,
  text: string,
  ...parameters: Definition[]
): Promise<Guest & { id: number }> {
  const { id } = await store(name, text, parameters)
  return { ...(await come(`/queries/${id}`)), id }
}

/** A dropdown query that has run. */
async function storeDropdown(name: string, text: string, ...parameters: Definition[]): Promise<number> {
  const { id } = await store(name, text, parameters)
  const headers = {
    authorization: `Key ${sextant().member.api_key}`,
    'content-type': 'application/json',
  }
  const values = Object.fromEntries(parameters.map((one) => [one.name, one.value]))
  const body = JSON.stringify({ max_age: 0, parameters: values })
  await fetch(`${sextant().url}/api/queries/${id}/results`, { method: 'POST', headers, body })
  for (;;) {
    const query = (await (await fetch(`${sextant().url}/api/queries/${id}`, { headers })).json()) as Query
    if (query.latest_query_data_id !== null) return id
    await delay(50)
  }
}

const patience = { timeout: 15_000 }
const apply = (page: Page) => page.getByRole('button', { name: /^Apply Changes/ }).click()
const result = ({ query }: Guest) => textsOf(query.table)
const shows = (guest: Guest, ...rows: string[][]) => expect.poll(() => result(guest), patience).toEqual(rows)
const address = (page: Page) => new URL(page.url()).searchParams
/** Only the address knows the value: the stored one is another. */
async function showsAfterReload(guest: Guest, ...rows: string[][]): Promise<void> {
  await guest.page.reload()
  await shows(guest, ...rows)
}

describe('values of every type: typed, applied, kept in the address', () => {
  it('text, with quotes', async () => {
    const guest = await open(
      'People',
      "select name from (values ('O''Brien'), ('Smith')) as people(name) where name = '{{ name }}'",
      { name: 'name', type: 'text', value: 'Smith' },
    )
    const { page, query } = guest
    await shows(guest, ['Smith'])
    expect(address(page).get('p_name')).toBe('Smith')
    await page.getByLabel('Name', { exact: true }).fill("O'Brien")
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
    expect(await refresh.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('ControlOrMeta+Enter')
    await shows(guest, ["O'Brien"])
    expect(address(page).get('p_name')).toBe("O'Brien")
    await expect.poll(() => refresh.getAttribute('aria-disabled'), patience).toBe('false')
    await showsAfterReload(guest, ["O'Brien"])
    // one entry in the history, however many values were applied
    await page.goBack()
    expect(page.url()).not.toContain('/queries/')
    await page.goForward()
    await query.table.getByText("O'Brien").waitFor()
  })

  it('text pattern', async () => {
    const guest = await open('Airport', "select '{{ code }}' as code", {
      ...{ name: 'code', type: 'text-pattern', regex: '^[A-Z]{3}$', value: 'SFO' },
    })
    const { page } = guest
    await shows(guest, ['SFO'])
    const field = page.getByLabel('Code', { exact: true })
    await field.fill('sfo')
    await page.getByText('Does not match the pattern').waitFor()
    await field.hover()
    await page.getByRole('tooltip', { name: 'Regex: ^[A-Z]{3}$' }).waitFor()
    await apply(page)
    await page.getByText('missing value for Code parameter.').waitFor()
    await field.fill('LAX')
    await apply(page)
    await shows(guest, ['LAX'])
    await showsAfterReload(guest, ['LAX'])
  })

  it('number', async () => {
    const guest = await open('Doubled', 'select {{ n }} * 2 as doubled', {
      ...{ name: 'n', type: 'number', value: 1 },
    })
    const { page } = guest
    await shows(guest, ['2'])
    await page.getByLabel('N', { exact: true }).fill('many')
    expect(await page.getByRole('button', { name: /^Apply/ }).count()).toBe(0)
    await page.getByLabel('N', { exact: true }).fill('21')
    await page.keyboard.press('Alt+Enter')
    await shows(guest, ['42'])
    await showsAfterReload(guest, ['42'])
  })

  it('dropdown list, by keyboard, and one with several values', async () => {
    const guest = await open(
      'Color',
      "select '{{ color }}' as color, other from unnest(array[{{ colors }}]) as other",
      { name: 'color', type: 'enum', enumOptions: 'red\ngreen\nblue', value: 'red' },
      {
        ...{ name: 'colors', type: 'enum', enumOptions: 'red\ngreen\nblue\na long color\nwhite' },
        ...{ value: ['red'], ...several },
      },
    )
    const { page } = guest
    await shows(guest, ['red', 'red'])
    await page.getByRole('combobox', { name: 'Color', exact: true }).focus()
    await page.keyboard.press('Enter')
    const search = page.getByRole('textbox', { name: 'Search the options' })
    await expect.poll(() => search.evaluate((field) => field === document.activeElement), patience).toBe(true)
    await page.keyboard.type('bl')
    await page.getByRole('option', { name: 'red' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+Enter')
    await shows(guest, ['blue', 'red'])

    const field = page.getByRole('combobox', { name: 'Colors' })
    await field.click()
    await page.getByRole('button', { name: 'Select All' }).click()
    await expect.poll(() => field.textContent(), patience).toBe('redgreenblue+2 more')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('option', { name: 'a long color' }).click()
    await page.getByRole('option', { name: 'green' }).click()
    await expect.poll(() => field.textContent(), patience).toBe('a long col…green')
    await page.keyboard.press('Escape')
    await apply(page)
    await shows(guest, ['blue', 'a long color'], ['blue', 'green'])
    expect(address(page).get('p_colors')).toBe('["a long color","green"]')
    await showsAfterReload(guest, ['blue', 'a long color'], ['blue', 'green'])
  })

  it('query based dropdown list, searched among thousands', async () => {
    const queryId = await storeDropdown(
      'Numbers with names',
      "select n as value, 'Number ' || n as name from generate_series(1, 3000) n",
    )
    const guest = await open('Chosen number', "select '{{ who }}' as who", {
      ...{ name: 'who', type: 'query', queryId, value: '2' },
    })
    const { page } = guest
    await shows(guest, ['2'])
    const field = page.getByRole('combobox', { name: 'Who' })
    await field.getByText('Number 2', { exact: true }).waitFor()
    await field.click()
    await page.getByRole('option', { name: 'Number 100', exact: true }).waitFor()
    await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await page.getByRole('option', { name: 'Number 150', exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Search the options' }).fill('number 2999')
    await page.getByRole('option', { name: 'Number 2999' }).click()
    await apply(page)
    await shows(guest, ['2999'])
    await showsAfterReload(guest, ['2999'])
    await field.getByText('Number 2999').waitFor()
  })

  it('query based dropdown list, several values', async () => {
    const queryId = await storeDropdown('Letters', "select unnest(array['a', 'b', 'c']) as letter")
    const guest = await open('Chosen letters', 'select unnest(array[{{ letters }}]) as letter', {
      ...{ name: 'letters', type: 'query', queryId, value: ['b'], ...several },
    })
    const { page } = guest
    await shows(guest, ['b'])
    await page.getByRole('combobox', { name: 'Letters' }).click()
    await page.getByRole('option', { name: 'a', exact: true }).click()
    await page.keyboard.press('Escape')
    await apply(page)
    await shows(guest, ['b'], ['a'])
    await showsAfterReload(guest, ['b'], ['a'])
  })

  it('date, and with a time to minutes and to seconds', async () => {
    const guest = await open(
      'Day',
      "select '{{ day }}' as day, '{{ at }}' as at, '{{ exactly }}' as exactly",
      { name: 'day', type: 'date', value: '2024-03-05' },
      { name: 'at', type: 'datetime-local', value: '2024-03-05 10:20' },
      { name: 'exactly', type: 'datetime-with-seconds', value: '2024-03-05 10:20:30' },
    )
    const { page } = guest
    const dayOf = (name: string) => page.getByRole('button', { name })
    await shows(guest, ['2024-03-05', '2024-03-05 10:20', '2024-03-05 10:20:30'])
    const field = page.getByLabel('Day', { exact: true })
    await field.click()
    await dayOf('29 March 2024').click()
    await apply(page)
    await shows(guest, ['2024-03-29', '2024-03-05 10:20', '2024-03-05 10:20:30'])
    await field.fill('2024-02-28')
    await page.keyboard.press('ControlOrMeta+Enter')
    await shows(guest, ['2024-02-28', '2024-03-05 10:20', '2024-03-05 10:20:30'])
    await page.keyboard.press('Escape')

    for (const [label, time] of [
      [/^At: 2024-03-05/, '0708'],
      [/^Exactly: 2024-03-05/, '070809'],
    ] as const) {
      await page.getByRole('button', { name: label }).click()
      await dayOf('12 March 2024').click()
      await writeTime(page, 'Time', time)
      await page.keyboard.press('Escape')
      await dayOf('12 March 2024').waitFor({ state: 'detached' })
    }
    await page.keyboard.press('ControlOrMeta+Enter')
    await shows(guest, ['2024-02-28', '2024-03-12 07:08', '2024-03-12 07:08:09'])
    await showsAfterReload(guest, ['2024-02-28', '2024-03-12 07:08', '2024-03-12 07:08:09'])
  })

  it('date range, and with times to minutes and to seconds', async () => {
    const guest = await open(
      'Shifts',
      `select '{{ period.start }}' as a, '{{ period.end }}' as b, '{{ shift.start }}' as c, '{{ shift.end }}' as d,
        '{{ exactly.start }}' as e, '{{ exactly.end }}' as f`,
      { name: 'period', type: 'date-range', value: { start: '2024-03-05', end: '2024-03-07' } },
      {
        ...{ name: 'shift', type: 'datetime-range' },
        value: { start: '2024-03-05 08:00', end: '2024-03-05 16:00' },
      },
      {
        ...{ name: 'exactly', type: 'datetime-range-with-seconds' },
        value: { start: '2024-03-05 08:00:00', end: '2024-03-05 16:00:00' },
      },
    )
    const { page } = guest
    const dayOf = (name: string) => page.getByRole('button', { name })
    const before = ['2024-03-05 08:00', '2024-03-05 16:00', '2024-03-05 08:00:00', '2024-03-05 16:00:00']
    await shows(guest, ['2024-03-05', '2024-03-07', ...before])
    await page.getByRole('button', { name: /^Period: 2024-03-05/ }).click()
    await dayOf('11 March 2024').click()
    expect(await page.getByRole('button', { name: /^Apply/ }).count()).toBe(0)
    await dayOf('14 March 2024').click()
    await apply(page)
    await shows(guest, ['2024-03-11', '2024-03-14', ...before])
    expect(address(page).get('p_period')).toBe('2024-03-11--2024-03-14')
    await dayOf('14 March 2024').waitFor({ state: 'detached' })

    for (const [label, time] of [
      [/^Shift: 2024-03-05/, '0630'],
      [/^Exactly: 2024-03-05/, '063015'],
    ] as const) {
      await page.getByRole('button', { name: label }).click()
      await dayOf('11 March 2024').click()
      await dayOf('14 March 2024').click()
      await writeTime(page, 'Start time', time)
      await writeTime(page, 'End time', time)
      await page.keyboard.press('Escape')
      await dayOf('14 March 2024').waitFor({ state: 'detached' })
    }
    await apply(page)
    const after = ['2024-03-11 06:30', '2024-03-14 06:30', '2024-03-11 06:30:15', '2024-03-14 06:30:15']
    await shows(guest, ['2024-03-11', '2024-03-14', ...after])
    expect(address(page).get('p_shift')).toBe('2024-03-11 06:30--2024-03-14 06:30')
    expect(address(page).get('p_exactly')).toBe('2024-03-11 06:30:15--2024-03-14 06:30:15')
    await showsAfterReload(guest, ['2024-03-11', '2024-03-14', ...after])
  })
})

/** A full part leads on to the next one by itself. */
async function writeTime(page: Page, name: string, digits: string): Promise<void> {
  await page.getByLabel(`${name}: hours`).focus()
  await page.keyboard.type(digits)
}

describe('dynamic dates', () => {
  it('are chosen by name, travel as tokens, and become static again', async () => {
    const guest = await open(
      'Recent',
      `select '{{ day }}' = to_char(now() at time zone 'utc' - interval '1 day', 'YYYY-MM-DD') as is_yesterday,
        '{{ span.start }}' = to_char(date_trunc('month', now() at time zone 'utc'), 'YYYY-MM-DD') as is_first`,
      { name: 'day', type: 'date', value: '2024-03-05' },
      { name: 'span', type: 'date-range', value: 'd_this_month' },
    )
    const { page } = guest
    await shows(guest, ['false', 'true'])
    await page.getByRole('button', { name: 'Dynamic values of Day' }).click()
    await expect.poll(() => page.getByRole('menuitem').count(), patience).toBe(2)
    await page.getByRole('menuitem', { name: 'Yesterday' }).click()
    await apply(page)
    await shows(guest, ['true', 'true'])
    expect([...address(page)]).toEqual([
      ['p_day', 'd_yesterday'],
      ['p_span', 'd_this_month'],
    ])
    await showsAfterReload(guest, ['true', 'true'])
    expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe('Yesterday')
    await page.getByRole('button', { name: 'Dynamic values of Span' }).click()
    await page.getByRole('menuitem', { name: 'Back to Static Value' }).click()
    await apply(page)
    await expect.poll(() => address(page).get('p_span'), patience).toMatch(/^\d{4}-\d\d-01--\d{4}-\d\d-\d\d$/)
    await shows(guest, ['true', 'true'])
  })

  it('are listed on the screen, wherever the parameter is', async () => {
    const parameters = Array.from({ length: 14 }, (_, at) => ({
      ...{ name: `span${at}`, type: 'date-range', value: 'd_this_month' },
    }))
    const text = `select ${parameters.map(({ name }) => `'{{ ${name}.start }}'`).join(' || ')} as one`
    const { page } = await open('Many spans', text, ...parameters)
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
      { width: 1024, height: 500 },
    ]) {
      await page.setViewportSize(size)
      for (const name of ['Span0', 'Span6', 'Span13']) {
        await page.getByRole('button', { name: `Dynamic values of ${name}`, exact: true }).click()
        const list = page.getByRole('menu')
        await list.getByRole('menuitem').first().waitFor()
        const box = async () => {
          const { x, y, width, height } = (await list.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
          return x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height && height > 100
        }
        await expect.poll(box, patience).toBe(true)
        await page.keyboard.press('Escape')
        await list.waitFor({ state: 'detached' })
      }
    }
  })

  it('are resolved in the editor too, for text that is not saved', async () => {
    const { id } = await store('Draft', "select '{{ day }}' as day", [
      { name: 'day', type: 'date', value: 'd_now' },
    ])
    const guest = await come(`/queries/${id}/source`)
    // while the run that opens the page goes on, no other one can be started
    await guest.query.results.getByText('Updated').waitFor()
    await guest.query.write("select '{{ day }}' >= '2024' as is_now")
    await guest.query.run()
    await shows(guest, ['true'])
  })
})

async function drag(page: Page, from: string, to: string, announcement: string): Promise<void> {
  await page.getByRole('button', { name: from }).hover()
  await page.mouse.down()
  const box = await page.getByRole('button', { name: to }).boundingBox()
  if (!box) throw new Error(`${to} is not on the page`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 })
  await page.getByText(announcement).waitFor()
  await page.mouse.up()
}

describe('what the page does with parameters', () => {
  it('says which values are missing, and marks them', async () => {
    const guest = await open(
      'Incomplete',
      "select '{{ from_where }}' || '{{ to }}'",
      { name: 'from_where', type: 'text', value: null },
      { name: 'to', type: 'text', value: null, title: 'Destination' },
    )
    const { page } = guest
    await page.getByText('missing values for From Where, Destination parameters.').waitFor()
    await expect.poll(() => page.getByText('no value').count(), patience).toBe(2)
    await page.getByLabel('From Where').fill('here')
    await apply(page)
    await page.getByText('missing value for Destination parameter.').waitFor()
    await expectAccessible(page, { within: 'main' })
  })

  it('takes the first option where the value is not in the list', async () => {
    const queryId = await storeDropdown('Shrunk', "select unnest(array['x', 'y']) as v")
    const guest = await open('Outdated', "select '{{ v }}' as v", {
      ...{ name: 'v', type: 'query', queryId, value: 'gone' },
    })
    const { page } = guest
    guest.expectRefusal(400, /\/results$/)
    await page.getByRole('combobox', { name: 'V' }).getByText('x').waitFor()
    await apply(page)
    await shows(guest, ['x'])
  })

  it('reads a dependent list again', async () => {
    const queryId = await storeDropdown(
      'Cities',
      `select city from (values ('France', 'Paris'), ('France', 'Lyon'), ('Italy', 'Rome')) c(country, city)
        where country = '{{ country }}'`,
      { name: 'country', type: 'enum', enumOptions: 'France\nItaly', value: 'France' },
    )
    const guest = await open(
      'City of a country',
      "select '{{ country }}' as country, '{{ city }}' as city",
      { name: 'country', type: 'enum', enumOptions: 'France\nItaly', value: 'France' },
      { name: 'city', type: 'query', queryId, value: 'Lyon' },
    )
    const { page } = guest
    const city = page.getByRole('combobox', { name: 'City' })
    await city.click()
    await page.getByRole('option', { name: 'Paris' }).waitFor()
    expect(await page.getByRole('option').allTextContents()).toEqual(['Paris', 'Lyon'])
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Country' }).click()
    await page.getByRole('option', { name: 'Italy' }).click()
    await city.getByText('Rome').waitFor()
    await apply(page)
    await shows(guest, ['Italy', 'Rome'])
  })

  it('asks for each list once, and not again for values that it does not depend on', async () => {
    const fruit = await storeDropdown('Fruit', "select unnest(array['apple', 'pear']) as v")
    const color = await storeDropdown('Colors', "select unnest(array['green', 'red']) as v")
    const guest = await open(
      'Fruit of a color',
      "select '{{ fruit }}' as fruit, '{{ color }}' as color",
      { name: 'fruit', type: 'query', queryId: fruit, value: 'pear' },
      { name: 'color', type: 'query', queryId: color, value: 'green' },
    )
    const { page } = guest
    await shows(guest, ['pear', 'green'])
    const asked: string[] = []
    page.on('request', (request) => {
      const list = /dropdowns\/(\d+)$/.exec(new URL(request.url()).pathname)?.[1]
      if (list !== undefined) asked.push(Number(list) === fruit ? 'fruit' : 'color')
    })
    await page.reload()
    await shows(guest, ['pear', 'green'])
    await page.waitForLoadState('networkidle')
    expect(asked.toSorted()).toEqual(['color', 'fruit'])
    for (const [name, option] of [
      ['Fruit', 'apple'],
      ['Color', 'red'],
    ] as const) {
      await page.getByRole('combobox', { name }).click()
      await page.getByRole('option', { name: option }).click()
    }
    await apply(page)
    await shows(guest, ['apple', 'red'])
    await page.waitForLoadState('networkidle')
    expect(asked.toSorted()).toEqual(['color', 'fruit'])
  })

  it('reads a dependent list that nobody has read yet before the run that needs it', async () => {
    const country = { name: 'country', type: 'enum', enumOptions: 'France\nItaly', value: 'Italy' }
    const { id } = await store(
      'Rivers',
      `select river from (values ('France', 'Loire'), ('Italy', 'Tiber')) r(country, river)
        where country = '{{ country }}'`,
      [country],
    )
    const guest = await open(
      'River of a country',
      "select '{{ country }}' as country, '{{ river }}' as river",
      country,
      { name: 'river', type: 'query', queryId: id, value: 'Tiber' },
    )
    await shows(guest, ['Italy', 'Tiber'])
  })

  it('hides hidden parameters, and those that the address names', async () => {
    const { id } = await store('Quiet', "select '{{ a_b }}' || '{{ c }}' || '{{ d }}' as all_three", [
      { name: 'a_b', type: 'text', value: '1' },
      { name: 'c', type: 'text', value: '2', hidden: true },
      { name: 'd', type: 'text', value: '3' },
    ])
    const guest = await come(`/queries/${id}?hide_filter=A_B`)
    await shows(guest, ['123'])
    await expect
      .poll(
        () => guest.page.getByRole('group', { name: 'Parameters' }).getByRole('textbox').count(),
        patience,
      )
      .toBe(1)
    expect(address(guest.page).get('hide_filter')).toBe('A_B')
  })

  it('finds new parameters in the text, dotted ones as ranges, and forgets those that are gone', async () => {
    const { id } = await store('Growing', 'select 1 as one', [])
    const { page, query } = await come(`/queries/${id}/source`)
    await query.write("select '{{ name }}', '{{ span.start }}', '{{ span.end }}'")
    const area = page.getByRole('group', { name: 'Parameters' })
    await area.getByLabel('Name', { exact: true }).waitFor()
    await area.getByRole('button', { name: 'Dynamic values of Span' }).waitFor()
    await query.write("select '{{ name")
    // as long as the page needs to read the text, and to forget what it does not find
    await delay(300)
    await expect.poll(() => area.getByLabel('Name', { exact: true }).count(), patience).toBe(1)
    await query.write("select '{{ span.start }}'")
    await area.getByLabel('Name', { exact: true }).waitFor({ state: 'detached' })
  })

  it('is put in order by drag and by keyboard; saved at once unless the text has changed', async () => {
    const { id } = await store('Ordered', "select '{{ a }}' || '{{ b }}' || '{{ c }}' as abc", [
      { name: 'a', type: 'text', value: '1' },
      { name: 'b', type: 'text', value: '2' },
      { name: 'c', type: 'text', value: '3' },
    ])
    const { page, query } = await come(`/queries/${id}/source`)
    const labels = () => page.getByRole('group', { name: 'Parameters' }).locator('label').allTextContents()
    const storedOrder = async () => {
      const { options } = await sextant()
        .db.selectFrom('queries')
        .select('options')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return (JSON.parse(options) as { parameters: { name: string }[] }).parameters.map(({ name }) => name)
    }
    await drag(page, 'Move A', 'Move C', 'A is now at place 3 of 3.')
    await expect.poll(labels, patience).toEqual(['B', 'C', 'A'])
    await expect.poll(storedOrder, patience).toEqual(['b', 'c', 'a'])

    await query.write("select '{{ a }}' || '{{ b }}' || '{{ c }}' as changed")
    await expect.poll(() => query.save.textContent(), patience).toBe('Save*')
    await pickUp(page, page.getByRole('button', { name: 'Move B' }), 'B is now at place 1 of 3.')
    await page.keyboard.press('ArrowRight')
    await page.getByText('B is now at place 2 of 3.').waitFor()
    await page.keyboard.press('Space')
    await expect.poll(labels, patience).toEqual(['C', 'B', 'A'])
    expect(await storedOrder()).toEqual(['b', 'c', 'a'])
    await query.save.click()
    await expect.poll(storedOrder, patience).toEqual(['c', 'b', 'a'])
  })

  it('works on a narrow screen', async () => {
    const { id } = await store('Narrow', "select '{{ name }}' as n, '{{ span.start }}' as s", [
      { name: 'name', type: 'text', value: 'x' },
      { name: 'span', type: 'datetime-range', value: 'd_today' },
    ])
    const guest = await come(`/queries/${id}`, { width: 390 })
    const { page, query } = guest
    await query.table.getByText('x', { exact: true }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('y')
    await apply(page)
    await query.table.getByText('y', { exact: true }).waitFor()
    await expectAccessible(page)
  })
})
