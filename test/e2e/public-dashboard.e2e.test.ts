import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createDashboard, createVisualization, createWidget } from '#test/factories.ts'
import { expectAccessible, expectAccessibleInEveryView } from './accessible.ts'
import type { Visit } from './browser.ts'
import { textsOf } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const gone = 'This link is no longer valid.'
const airports =
  'select origin, count(*) as flights from flights group by origin order by flights desc limit 3'
const bars = {
  type: 'CHART',
  name: 'Flights by airport',
  options: { globalSeriesType: 'column', columnMapping: { origin: 'x', flights: 'y' } },
}
const rows = { name: 'rows', title: 'Rows', type: 'number', value: 2, global: false }
const place = {
  name: 'place',
  title: 'Place',
  type: 'enum',
  value: 'x',
  enumOptions: 'x\ny z',
  global: false,
}
const counted = `select '{{ place }}' as place, n from generate_series(1, {{ rows }}) n`

interface Wanted {
  name?: string
  query?: string
  parameters?: object[]
  visualization?: { type: string; name: string; options: Record<string, unknown> }
  options?: Record<string, unknown>
}

/** A widget with a visualization of a query of its own. */
async function addWidget(dashboardId: number, wanted: Wanted = {}) {
  const { name = 'Busy airports', query = airports, parameters = [] } = wanted
  const { id } = await storeQuery(sextant(), sextant().member, {
    ...{ name, query },
    options: { apply_auto_limit: false, parameters },
  })
  const table = { type: 'TABLE', name: 'Table', options: {} }
  const visualization = await createVisualization(sextant(), {
    ...{ query_id: id, ...(wanted.visualization ?? table) },
  })
  const widget = await createWidget(sextant(), {
    ...{ dashboard_id: dashboardId, visualization_id: visualization.id, options: wanted.options ?? {} },
  })
  return { queryId: id, widgetId: widget.id }
}

function dashboard(options: Parameters<typeof createDashboard>[1] = {}) {
  return createDashboard(sextant(), { user_id: sextant().member.id, name: 'Flights', ...options })
}

async function asMember(method: string, path: string, body?: object): Promise<Response> {
  const reply = await fetch(sextant().url + path, {
    method,
    headers: { authorization: `Key ${sextant().member.api_key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(reply.status).toBe(200)
  return reply
}

/** Path of the public page up to the token. */
async function share(id: number): Promise<string> {
  const reply = await asMember('POST', `/api/dashboards/${id}/share`)
  const { public_url } = (await reply.json()) as { public_url: string }
  return new URL(public_url).pathname
}

const unshare = (id: number) => asMember('DELETE', `/api/dashboards/${id}/share`)

/** A user who is nobody to the instance, and all that their browser asks for. */
async function stranger(path: string, options: Partial<Visit> = {}) {
  const guest = await come('about:blank', { ...options, as: undefined })
  const asked: { line: string; cookie: string | undefined }[] = []
  guest.page.on('request', async (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    // null: the page was closed while it asked
    const headers = await request.allHeaders().catch(() => null)
    if (headers !== null) asked.push({ line: `${request.method()} ${pathname}`, cookie: headers['cookie'] })
  })
  await guest.page.goto(sextant().url + path)
  return { ...guest, asked }
}

const widget = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

async function hasInk(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const canvas = document.querySelector('canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return [...pixels].some((value, index) => index % 4 === 3 && value > 0)
  })
}

describe('a shared dashboard', () => {
  it('is shown to anybody, with nothing to change it, and asks for nothing but itself', async () => {
    const { id } = await dashboard({ name: 'Flights of the year' })
    await addWidget(id, { visualization: bars })
    await addWidget(id, { name: 'As a table' })
    await createWidget(sextant(), { dashboard_id: id, text: '## Where planes **leave**' })
    const path = await share(id)
    const { page, context, asked } = await stranger(path)
    await page.getByRole('heading', { level: 1, name: 'Flights of the year' }).waitFor()
    expect(await page.title()).toBe('Flights of the year · Sextant')
    await widget(page, /Flights by airport/)
      .getByRole('img', { name: /chart/ })
      .waitFor()
    await expect.poll(() => hasInk(page)).toBe(true)
    await expect.poll(() => textsOf(widget(page, 'As a table').getByRole('grid'))).toHaveLength(3)
    await page.getByRole('heading', { name: 'Where planes leave' }).waitFor()
    const footer = page.getByRole('contentinfo').getByRole('link', { name: 'Made with Sextant' })
    expect(await footer.getAttribute('href')).toBe('/')
    const names = await page
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
    // tables are sorted and filtered in the browser
    const changing = names.filter((name) => /refresh|more|menu|edit|remove|download/i.test(name ?? ''))
    expect(changing.filter((name) => name !== 'Column menu')).toEqual([])
    expect(await page.locator('a[href*="/queries/"]').count()).toBe(0)

    const token = path.split('/').at(-1)
    for (const { line, cookie } of asked) {
      expect(line).toMatch(new RegExp(`^(GET /api/config|(GET|POST) /api/dashboards/public/${token}(/.*)?)$`))
      expect(cookie).toBeUndefined()
    }
    // what there is to know of it, and the stored results: no more before the widgets
    expect(
      asked
        .slice(0, 3)
        .map(({ line }) => line.replace(`${token}`, 'token'))
        .sort(),
    ).toEqual([
      'GET /api/config',
      'GET /api/dashboards/public/token',
      'POST /api/dashboards/public/token/results',
    ])
    expect(await context.cookies()).toEqual([])
  })

  it('looks the same to a user who is logged in, whose session it leaves alone', async () => {
    const { id } = await dashboard()
    await addWidget(id)
    const path = await share(id)
    const { page } = await come('about:blank')
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    await page.goto(sextant().url + path)
    await widget(page, 'Busy airports').getByRole('grid').waitFor()
    expect(asked.filter((one) => /^\/api\/(session|queries|query_results)/.test(one))).toEqual([])
  })

  it('has no widgets yet', async () => {
    const { id } = await dashboard({ name: 'Nothing yet' })
    const { page } = await stranger(await share(id))
    await page.getByText('This dashboard is empty').waitFor()
  })

  it('has tabs, whose names are in the address', async () => {
    const { id } = await dashboard({
      options: {
        tabs: [
          { id: 'a', name: 'Overview' },
          { id: 'b', name: 'Details' },
        ],
      },
    })
    await addWidget(id, { name: 'In the first' })
    await addWidget(id, { name: 'In the second', options: { tab: 'b' } })
    const { page, asked } = await stranger(await share(id))
    await widget(page, 'In the first').getByRole('grid').waitFor()
    expect(await widget(page, 'In the second').count()).toBe(0)
    await page.getByRole('tab', { name: 'Details' }).click()
    await widget(page, 'In the second').getByRole('grid').waitFor()
    expect(new URL(page.url()).searchParams.get('tab')).toBe('b')
    await page.reload()
    await widget(page, 'In the second').getByRole('grid').waitFor()
    expect(asked.filter(({ line }) => line.includes('session'))).toEqual([])
  })

  it('says why a widget cannot be shown, and shows the others', async () => {
    const { id } = await dashboard()
    const { queryId } = await addWidget(id, { name: 'Unsafe' })
    await addWidget(id, { name: 'Safe' })
    const path = await share(id)
    // after it was shared the query takes any text
    const text = { name: 'part', title: 'Part', type: 'text', value: 'flights', global: false }
    await asMember('POST', `/api/queries/${queryId}`, {
      query: 'select count(*) from {{ part }}',
      options: { apply_auto_limit: false, parameters: [text] },
    })
    const { page } = await stranger(path)
    await widget(page, 'Unsafe')
      .getByText(/cannot be executed on a shared dashboard/)
      .waitFor()
    await widget(page, 'Safe').getByRole('grid').waitFor()
  })
})

describe('the address', () => {
  it('fullscreen hides the header, theme overrides the system', async () => {
    const { id } = await dashboard({ name: 'On a wall' })
    await addWidget(id)
    const path = await share(id)
    const { page } = await stranger(`${path}?fullscreen&theme=dark`, { theme: 'light' })
    await widget(page, 'Busy airports').getByRole('grid').waitFor()
    expect(await page.getByRole('banner').count()).toBe(0)
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
    expect(await scheme()).toBe('dark')
    await page.goto(`${sextant().url}${path}`)
    await page.getByRole('banner').getByRole('heading', { name: 'On a wall' }).waitFor()
    expect(await scheme()).toBe('light')
  })

  it('filters of the dashboard level come from it', async () => {
    const { id } = await dashboard({ dashboard_filters_enabled: true })
    const query = `select part as "part::filter", n from (values ('a', 1), ('b', 2)) v(part, n)`
    await addWidget(id, { name: 'Parts', query })
    const { page } = await stranger(`${await share(id)}?part::filter=b`)
    const table = widget(page, 'Parts').getByRole('grid')
    await expect.poll(() => textsOf(table)).toEqual([['b', '2']])
    await page.getByRole('combobox', { name: 'Part' }).first().click()
    await page.getByRole('option', { name: 'a', exact: true }).click()
    await expect.poll(() => textsOf(table)).toEqual([['a', '1']])
  })

  it('holds values, also those of a widget, and hides controls', async () => {
    const { id } = await dashboard()
    const mapped = { name: 'rows', type: 'dashboard-level', mapTo: 'lines', value: null, title: 'Lines' }
    const { widgetId } = await addWidget(id, {
      ...{ name: 'Counted', query: counted, parameters: [rows, place] },
      options: { parameterMappings: { rows: mapped } },
    })
    const path = await share(id)
    const { page } = await stranger(`${path}?p_lines=1&p_w${widgetId}_place=y+z`)
    const table = widget(page, 'Counted').getByRole('grid')
    await expect.poll(() => textsOf(table)).toEqual([['y z', '1']])
    await page.getByLabel('Lines').fill('3')
    await page.getByRole('button', { name: /Apply Changes/ }).click()
    await expect.poll(() => textsOf(table)).toHaveLength(3)
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toMatchObject({ p_lines: '3', [`p_w${widgetId}_place`]: 'y z' })
    await page.goto(`${sextant().url}${path}?hide_filter=lines`)
    await expect.poll(() => textsOf(table)).toHaveLength(2)
    expect(await page.getByLabel('Lines').count()).toBe(0)
  })

  it('does not change a static value, nor take values that are not allowed', async () => {
    const { id } = await dashboard()
    const fixed = { name: 'place', type: 'static-value', mapTo: 'place', value: 'y z', title: '' }
    const { widgetId } = await addWidget(id, {
      ...{ name: 'Counted', query: counted, parameters: [rows, place] },
      options: { parameterMappings: { place: fixed } },
    })
    const path = await share(id)
    const hostile = encodeURIComponent(`'; drop table flights --<img src=x onerror=alert(1)>`)
    const { page } = await stranger(
      `${path}?p_place=x&p_w${widgetId}_place=x&p_rows=1&p_w${widgetId}_rows=${hostile}&p_${hostile}=1&tab=${hostile}`,
    )
    const table = widget(page, 'Counted').getByRole('grid')
    const failure = widget(page, 'Counted').getByText(/missing value for Rows parameter|incompatible/)
    await failure.or(table).first().waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    await page.goto(`${sextant().url}${path}?p_place=x&p_w${widgetId}_place=x&p_w${widgetId}_rows=1`)
    await expect.poll(() => textsOf(table)).toEqual([['y z', '1']])
    // not through the API either
    const token = path.split('/').at(-1)
    const reply = await fetch(`${sextant().url}/api/dashboards/public/${token}/widgets/${widgetId}/results`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ parameters: { place: 'x', rows: 1 } }),
    })
    expect(await reply.text()).toContain('y z')
  })
})

describe('a link that was taken back', () => {
  it('ends an open page at the next change of a value', async () => {
    const { id } = await dashboard()
    await addWidget(id, { name: 'Counted', query: counted, parameters: [rows, place] })
    const { page, expectRefusal } = await stranger(await share(id))
    await widget(page, 'Counted').getByRole('grid').waitFor()
    await unshare(id)
    expectRefusal(404, /\/api\/dashboards\/public\//)
    await page.getByLabel('Rows').fill('1')
    await page.getByRole('button', { name: /Apply Changes/ }).click()
    await page.getByRole('heading', { name: gone }).waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
    expect(await page.title()).toBe(`${gone} · Sextant`)
    await expectAccessible(page)
  })

  it.each([
    ['at its next refresh', '?refresh=1'],
    ['within a minute, also when it does not refresh', ''],
  ])('ends an open page %s', async (_, search) => {
    const { id } = await dashboard()
    await addWidget(id)
    const path = await share(id)
    const { page, expectRefusal } = await stranger('/login')
    await page.clock.install()
    // shorter intervals than half a minute are none
    await page.goto(sextant().url + path + search)
    await widget(page, 'Busy airports').getByRole('grid').waitFor()
    await unshare(id)
    expectRefusal(404, /\/api\/dashboards\/public\//)
    await page.clock.fastForward(20_000)
    expect(await page.getByRole('grid').count()).toBe(1)
    await page.clock.fastForward(60_000)
    await page.getByRole('heading', { name: gone }).waitFor()
  })

  it('opens nothing, nor does another one or one of an instance that shares nothing', async () => {
    const { id } = await dashboard({ name: 'Secret plans' })
    await addWidget(id)
    const old = await share(id)
    const path = await share(id)
    const { page, expectRefusal } = await stranger(path)
    await widget(page, 'Busy airports').getByRole('grid').waitFor()
    expectRefusal(404, /\/public\/dashboards\//)
    for (const wrong of [old, `${path.slice(0, -1)}~`, '/public/dashboards/short']) {
      const reply = await page.goto(sextant().url + wrong)
      expect([wrong, reply?.status()]).toEqual([wrong, 404])
      expect(await page.content()).not.toContain('Secret plans')
    }
  })
})

describe('what people have written', () => {
  it('runs nowhere', async () => {
    const evil = `<img src=x onerror="alert(1)">`
    const { id } = await dashboard({ name: `${evil} flights` })
    await createWidget(sextant(), {
      dashboard_id: id,
      text: `${evil} [go](javascript:alert(1)) <script>alert(1)</script>`,
    })
    await addWidget(id, { name: evil, visualization: { type: 'TABLE', name: evil, options: {} } })
    const { page, context } = await stranger(await share(id))
    const dialogs: string[] = []
    context.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.getByRole('heading', { level: 1 }).getByText(evil).waitFor()
    await page.getByRole('grid').waitFor()
    expect(await page.locator('img[src="x"], script:not([src]), a[href^="javascript"]').count()).toBe(0)
    expect(dialogs).toEqual([])
  })

  it('could not, by the policy of the page', async () => {
    const { id } = await dashboard()
    const reply = await fetch(sextant().url + (await share(id)))
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain('frame-ancestors *')
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
  })
})

it('is printed light, with name and time, as wide as paper', async () => {
  const { id } = await dashboard({ name: 'On paper' })
  await addWidget(id, { visualization: bars })
  const { page } = await stranger(`${await share(id)}`, { theme: 'dark' })
  await page.getByRole('img', { name: /chart/ }).waitFor()
  await page.evaluate(() => {
    window.print = () => new Promise<void>(() => Object.assign(window, { isPrinting: true }))
  })
  await page.keyboard.press('ControlOrMeta+p')
  await page.waitForFunction(() => 'isPrinting' in window)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('light')
  await page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/).waitFor()
  expect(await page.getByRole('contentinfo').count()).toBe(0)
  const pdf = await page.pdf({ format: 'A4', landscape: true })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})

it('is accessible in every view, and one column on a phone', async () => {
  const { id } = await dashboard({ name: 'Flights of the year' })
  await addWidget(id, {
    visualization: bars,
    options: { position: { col: 0, row: 0, sizeX: 3, sizeY: 8 } },
  })
  await addWidget(id, {
    ...{ name: 'Counted', query: counted, parameters: [rows, { ...place, global: true }] },
    options: { position: { col: 3, row: 0, sizeX: 3, sizeY: 8 } },
  })
  const { page } = await stranger(await share(id))
  await page.getByRole('img', { name: /chart/ }).waitFor()
  await widget(page, 'Counted').getByRole('grid').waitFor()
  const areSideBySide = async () => {
    const tops = await page
      .locator('[data-widget-id]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    return tops[0] === tops[1]
  }
  await expectAccessibleInEveryView(page, async (_theme, width) =>
    expect.poll(areSideBySide).toBe(width === 1440),
  )
})
