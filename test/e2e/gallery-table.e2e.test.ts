import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { figureOf, visitorsOfGallery } from './gallery-under-test.ts'

const { open } = visitorsOfGallery()

const titles = (figure: Locator) =>
  figure.locator('thead th:not([aria-hidden]) button[title]').allTextContents()
/** Texts of one column of the page that is shown, by its place. */
const column = (figure: Locator, place: number) =>
  figure.locator(`tbody tr td:nth-child(${place})`).allInnerTexts()
const head = (figure: Locator, name: string) =>
  figure.locator('th', { hasText: name }).locator('button[title]')
const patience = { timeout: 10_000 }

/** Ran any script of the data? */
async function expectUnharmed(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('figure *')) {
      one.dispatchEvent(new Event('error'))
      one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    }
  })
  expect(await page.evaluate(() => 'hacked' in window || 'hacked' in Object.prototype)).toBe(false)
}

describe('tables as they are drawn', () => {
  it('cars: formatted cells, pages, and a sort of all rows, by several columns with the keyboard alone', async () => {
    const page = await open({ case: 'Cars' })
    const figure = figureOf(page, 'Cars')
    expect(await titles(figure)).toEqual([
      'Name',
      'Miles_per_Gallon',
      'Cylinders',
      'Displacement',
      'Horsepower',
      'Weight_in_lbs',
      'Acceleration',
      'Year',
      'Origin',
    ])
    expect((await column(figure, 1)).slice(0, 2)).toEqual(['chevrolet chevelle malibu', 'buick skylark 320'])
    expect((await column(figure, 6)).slice(0, 2)).toEqual(['3,504', '3,693'])
    expect(await figure.locator('tbody tr').count()).toBe(25)

    await figure.getByRole('button', { name: 'Page 17' }).click()
    expect(await figure.locator('tbody tr').count()).toBe(6)
    expect((await column(figure, 1)).at(-1)).toBe('chevy s-10')

    await head(figure, 'Miles_per_Gallon').click()
    await expect
      .poll(async () => (await column(figure, 2)).slice(0, 9), patience)
      .toEqual([...Array.from({ length: 8 }, () => 'null'), '9.00'])
    await head(figure, 'Miles_per_Gallon').click()
    await expect.poll(async () => (await column(figure, 2))[0], patience).toBe('46.60')
    expect((await column(figure, 1))[0]).toBe('mazda glc')

    await head(figure, 'Cylinders').focus()
    await page.keyboard.press('Enter')
    await head(figure, 'Horsepower').focus()
    await page.keyboard.press('Shift+Enter')
    const heads = figure.locator('th[aria-sort="ascending"]')
    await expect.poll(() => heads.allInnerTexts(), patience).toEqual(['Cylinders\n1', 'Horsepower\n2'])
    const pairs = async () => {
      const [cylinders, power] = [await column(figure, 3), await column(figure, 5)]
      return cylinders.map((count, index) => `${count} ${power[index]}`).slice(0, 6)
    }
    await expect.poll(pairs, patience).toEqual(['3 90', '3 97', '3 100', '3 110', '4 null', '4 null'])
  })

  it('draws each kind of cell', async () => {
    const page = await open({ case: 'Every kind of cell' })
    const figure = figureOf(page, 'Every kind of cell')
    expect(await column(figure, 4)).toEqual(['83,577,140', '18,044,027', '123,802,000', 'null'])
    expect(await column(figure, 5)).toEqual(['1.0%', '0.2%', '1.5%', 'null'])
    expect(await column(figure, 6)).toEqual(['no', 'no', 'yes', 'null'])
    expect(await column(figure, 7)).toEqual(['23/05/49', '16/03/15', '03/05/47', 'null'])
    expect(await column(figure, 9)).toEqual([
      '{…} // 3 items',
      '{…} // 3 items',
      '{…} // 2 items',
      'not known',
    ])
    const instant = figure.locator('tbody tr').first().locator('td:nth-child(8) span')
    expect(await instant.getAttribute('title')).toBe('2024-12-31T23:59:59.999Z')
    const flag = figure.getByRole('img', { name: 'Flag of Germany' })
    await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await flag.getAttribute('height')).toBe('16')
    const aligned = (place: number) =>
      figure
        .locator(`tbody tr:first-child td:nth-child(${place})`)
        .evaluate((cell) => [getComputedStyle(cell).textAlign, getComputedStyle(cell).fontVariantNumeric])
    expect(await aligned(4)).toEqual(['end', 'tabular-nums'])

    await figure.getByRole('button', { name: 'object, 3 items' }).first().click()
    await figure.getByRole('button', { name: 'languages, 1 item' }).click()
    expect(await figure.locator('tbody tr').first().locator('td:nth-child(9)').textContent()).toContain(
      '"German"',
    )

    await figure.getByRole('button', { name: 'Opens the article of the country' }).hover()
    await page.getByRole('tooltip', { name: 'Opens the article of the country' }).waitFor()

    // links go to a new tab that knows nothing of this one
    const attributes = (name: string) =>
      figure
        .getByRole('link', { name, exact: true })
        .evaluate((link) =>
          Object.fromEntries(link.getAttributeNames().map((key) => [key, link.getAttribute(key)])),
        )
    expect(await attributes('Germany')).toMatchObject({
      href: 'https://en.wikipedia.org/wiki/Germany',
      title: 'Germany in the encyclopedia',
      target: '_blank',
      rel: 'noopener noreferrer',
    })
    expect(await attributes('https://www.destatis.de/')).toEqual({
      href: 'https://www.destatis.de/',
      target: '_blank',
      rel: 'noopener noreferrer',
    })
  })

  it('finds what is read, not how it is written', async () => {
    const page = await open({ case: 'Every kind of cell' })
    const figure = figureOf(page, 'Every kind of cell')
    const field = figure.getByPlaceholder('Search country and note...')
    const countries = () => column(figure, 2)
    await field.fill('nine NEIGH')
    await expect.poll(countries, patience).toEqual(['Germany'])
    await field.fill('<b>')
    await expect.poll(() => figure.locator('tbody').textContent(), patience).toContain('No rows match.')
    await figure.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect.poll(countries, patience).toHaveLength(4)
    await field.fill('an')
    await expect.poll(countries, patience).toEqual(['Germany', 'Netherlands', 'Japan', 'Atlantis'])
    await field.fill('')
    await expect.poll(countries, patience).toHaveLength(4)
  })

  it('draws only the columns in view of two hundred, and the others when they come into view', async () => {
    const page = await open({ case: 'Two hundred columns' })
    const figure = figureOf(page, 'Two hundred columns')
    await figure.getByText('measure_1', { exact: true }).waitFor()
    expect(await figure.locator('thead th').count()).toBeLessThan(60)
    await figure.getByRole('region').evaluate((region) => region.scrollTo(region.scrollWidth, 0))
    await figure.getByText('measure_200', { exact: true }).waitFor()
    const last = figure.locator('tbody tr:first-child td:not([aria-hidden])').last()
    await expect.poll(() => last.textContent(), patience).toBe('24.88')
  })

  it('sorts and searches one hundred thousand rows', async () => {
    const page = await open({ case: 'One hundred thousand rows' })
    const figure = figureOf(page, 'One hundred thousand rows')
    await head(figure, 'amount').click()
    await head(figure, 'amount').click()
    await expect.poll(async () => (await column(figure, 4))[0], patience).toMatch(/^99,99\d\.\d\d$/)
    const found = (await column(figure, 4)).map((text) => Number(text.replaceAll(',', '')))
    expect(found).toEqual([...found].sort((one, other) => other - one))
    await figure.getByRole('searchbox').fill('fjord 99')
    await expect
      .poll(async () => (await column(figure, 2)).every((text) => /fjord 99/.test(text)), patience)
      .toBe(true)
    expect((await column(figure, 2)).length).toBe(25)
  })

  it('hostile cells are text', async () => {
    const page = await open({ case: 'Hostile cells' })
    const figure = figureOf(page, 'Hostile cells')
    expect(await titles(figure)).toEqual(['<b>html</b>', 'text', 'link', 'image', 'json'])
    expect((await column(figure, 2))[0]).toBe('<script>window.hacked=1</script>')
    expect((await column(figure, 3))[0]).toBe('javascript:window.hacked=1')
    expect(
      await figure.locator('script, iframe, [onerror], [onmouseover], a[href^="javascript"]').count(),
    ).toBe(0)
    expect(await figure.getByRole('link').last().getAttribute('href')).toBe(
      'https://example.com/"onmouseover="window.hacked=1',
    )
    // styles of data stay inside of their cell
    const isCovered = () => document.elementFromPoint(700, 20)?.closest('td') !== null
    expect(await page.evaluate(isCovered)).toBe(false)
    await figure.getByRole('button', { name: 'object, 2 items' }).click()
    await expectUnharmed(page)
  })
})

describe('details as they are drawn', () => {
  it('go through the rows by buttons, keys and number', async () => {
    const page = await open({ case: 'One penguin after the other' })
    const figure = figureOf(page, 'One penguin after the other')
    expect(await figure.locator('dt').allInnerTexts()).toEqual([
      'Species',
      'Island',
      'Beak Length (mm)',
      'Beak Depth (mm)',
      'Flipper Length (mm)',
      'Body Mass (g)',
      'Sex',
    ])
    const values = () => figure.locator('dd').allInnerTexts()
    expect(await values()).toEqual(['Adelie', 'Torgersen', '39.10', '18.70', '181', '3,750', 'MALE'])
    await figure.getByRole('button', { name: 'Next row' }).click()
    await expect.poll(values).toEqual(['Adelie', 'Torgersen', '39.50', '17.40', '186', '3,800', 'FEMALE'])
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await values())[2]).toBe('40.30')
    await page.keyboard.press('ArrowRight')
    await expect.poll(values).toEqual(['Adelie', 'Torgersen', 'null', 'null', 'null', 'null', 'null'])
    await figure.getByRole('textbox', { name: 'Row' }).fill('344')
    await expect.poll(async () => (await values())[0]).toBe('Gentoo')
    expect(await figure.getByRole('button', { name: 'Next row' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('show every kind of cell beside its label', async () => {
    const page = await open({ case: 'An order with everything about it' })
    const figure = figureOf(page, 'An order with everything about it')
    const rows = await figure.locator('dl > div').allInnerTexts()
    expect(rows).toEqual([
      'Order\n4711',
      'customer\nAda Lovelace',
      'Total, tax included\n$1,234.50',
      'Ordered at\n05/03/24 09:07',
      'Paid\nyes',
      'A label that is so long that it has to be broken into lines\nPlease ring twice.\nThe bell is easily overheard, and the dog is friendly whatever he says about it himself.',
      'Items\n[…] // 2 items',
      'Thanks\nThank you!',
    ])
    await figure.getByRole('button', { name: 'Last row' }).click()
    await expect
      .poll(() => figure.locator('dd').allInnerTexts())
      .toEqual(['4712', 'null', 'null', 'null', 'null', '', 'null', 'null'])
  })

  it('have no pager for a single row, and no script of their data runs', async () => {
    const page = await open({ case: ['A single number', 'Hostile details'] })
    expect(await figureOf(page, 'A single number').getByRole('group', { name: 'Rows' }).count()).toBe(0)
    const hostile = figureOf(page, 'Hostile details')
    expect(await hostile.locator('dd').allInnerTexts()).toEqual([
      'a',
      'javascript:window.hacked=1',
      '<svg onload="window.hacked=1">',
    ])
    expect(await hostile.locator('script, [href]').count()).toBe(0)
    await expectUnharmed(page)
  })
})
