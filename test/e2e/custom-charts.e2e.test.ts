import { readFile } from 'node:fs/promises'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customChartFrame } from '#shared/visualizations/custom-chart-frame.ts'
import { createVisualization } from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { type ForeignSite, foreignSite } from './foreign-site.ts'
import { type ListeningSite, listeningSite } from './listening-site.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { type Guest, visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant({ SEXTANT_ALLOW_CUSTOM_JS_VISUALIZATIONS: 'true' })
let site: ForeignSite
let listener: ListeningSite
beforeAll(async () => {
  ;[site, listener] = await Promise.all([foreignSite(), listeningSite()])
})
afterAll(() => Promise.all([site?.close(), listener?.close()]))

/** for what a run has to bring first */
const patiently = { timeout: 20_000 }

const sales = `select * from (values ('2024-01-01'::date, 3, 7), ('2024-01-02'::date, 5, 2)) v(day, apples, pears)`

/** Bars of every series, and what the code was given as texts of the chart. */
const bars = `
const lines = Object.keys(ys).map((name, index) => ({
  type: 'bar', name, x: x.slice(index * ys[name].length, (index + 1) * ys[name].length), y: ys[name],
}))
Plotly.newPlot(element, lines, { title: { text: x.join('|') } })
`

async function store(code: string, options: Record<string, unknown> = {}) {
  const query = await storeQuery(sextant(), sextant().member, { name: 'Fruit', query: sales })
  const { id } = await createVisualization(sextant(), {
    query_id: query.id,
    type: 'CHART',
    name: 'Drawn by hand',
    options: {
      globalSeriesType: 'custom',
      columnMapping: { day: 'x', apples: 'y', pears: 'y' },
      customCode: code,
      ...options,
    },
  })
  await run(query.id)
  const embed = `/embed/query/${query.id}/visualization/${id}?api_key=${query.api_key ?? ''}`
  return { query, id, path: `/queries/${query.id}#${id}`, embed }
}

/** Sees to it that the query has a result. */
async function run(query: number): Promise<void> {
  const headers = { authorization: `Key ${sextant().member.api_key}`, 'content-type': 'application/json' }
  const path = `${sextant().url}/api/queries/${query}/results`
  await expect
    .poll(async () => {
      const reply = await fetch(path, { method: 'POST', headers, body: '{"max_age": 3600}' })
      return Object.keys((await reply.json()) as object)
    }, patiently)
    .toContain('query_result')
}

/** The frame of the chart, once its page is there. */
async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.locator(`iframe[src="${customChartFrame}"]`).elementHandle(patiently)
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error('There is no frame.')
  return frame
}

/** The report that code has left in the element. */
async function reportOf(frame: Frame): Promise<Record<string, string>> {
  const text = await frame.locator('#report').textContent(patiently)
  return JSON.parse(text ?? '{}') as Record<string, string>
}

describe('drawing', () => {
  it('gives the code x, ys, the element and the library, and purges before it draws again', async () => {
    const { path } = await store(`window.runs = (window.runs ?? 0) + 1\n${bars}`)
    const { page } = await come(path)
    const frame = await frameOf(page)
    await expect.poll(() => frame.locator('.js-plotly-plot .bars .point').count(), patiently).toBe(4)
    const title = '2024-01-01 00:00:00|2024-01-02 00:00:00|2024-01-01 00:00:00|2024-01-02 00:00:00'
    expect(await frame.locator('.gtitle').textContent()).toBe(title)
    const drawn = await frame.evaluate(() => {
      const { data } = document.getElementById('chart') as unknown as { data: { name: string; y: unknown }[] }
      return data.map(({ name, y }) => [name, y])
    })
    expect(drawn).toEqual([
      ['apples', [3, 5]],
      ['pears', [7, 2]],
    ])
    const runs = () => frame.evaluate(() => Reflect.get(window, 'runs') as number)
    const before = await runs()
    await page.setViewportSize({ width: 1000, height: 700 })
    await expect.poll(runs, patiently).toBeGreaterThan(before)
    expect(await frame.locator('.js-plotly-plot .bars .point').count()).toBe(4)
    expect(await frame.locator('.main-svg').count()).toBeLessThan(4)
  })

  it('has a tool bar, unless the organization wants none', async () => {
    const { path } = await store(bars)
    const toolBar = async () => {
      const { page } = await come(path)
      const frame = await frameOf(page)
      await expect.poll(() => frame.locator('.js-plotly-plot .bars .point').count(), patiently).toBe(4)
      return await frame.locator('.modebar-btn').count()
    }
    expect(await toolBar()).toBeGreaterThan(0)
    const set = 'update organizations set settings = settings || $1'
    await sextant().pool.query(set, [{ hide_plotly_mode_bar: true }])
    expect(await toolBar()).toBe(0)
    await sextant().pool.query(set, [{ hide_plotly_mode_bar: false }])
  })

  it('swallows errors, and logs them only where the options say so', async () => {
    const quiet = await store('throw new Error("quiet one")')
    const { page } = await come(quiet.path)
    await frameOf(page)
    const broken = await store('this is no code', { enableConsoleLogs: true })
    const loud = await come(broken.path)
    loud.expectError(/SyntaxError/)
    const logged = loud.page.waitForEvent('console', (message) => message.text().includes('SyntaxError'))
    await frameOf(loud.page)
    await logged
  })
})

/** Each attack, as code that tries it and tells how it went. */
const attempts = `{
  origin: () => self.origin,
  cookies: () => document.cookie,
  storage: () => localStorage.length,
  database: () => indexedDB.open('a'),
  parentPage: () => parent.document.title,
  topPage: () => { top.location.href = 'FOREIGN/?top' },
  topAddress: () => top.location.href,
  popup: () => open('FOREIGN/?popup') === null ? refused() : 'open',
  question: () => confirm('Password?') || refused(),
  session: () => fetch('INSTANCE/api/session', { credentials: 'include' }).then((reply) => reply.text()),
  request: () => settled((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', 'INSTANCE/api/session')
    request.onload = () => resolve(request.responseText)
    request.onerror = reject
    request.send()
  }),
  fetch: () => fetch('FOREIGN/?fetch', { mode: 'no-cors' }),
  image: () => loaded('img', { src: 'FOREIGN/?image' }),
  ownImage: () => loaded('img', { src: 'INSTANCE/static/favicon.svg' }),
  script: () => loaded('script', { src: 'FOREIGN/?script' }),
  style: () => loaded('link', { rel: 'stylesheet', href: 'FOREIGN/?style' }),
  prefetch: () => loaded('link', { rel: 'prefetch', href: 'FOREIGN/?prefetch' }),
  object: () => loaded('object', { data: 'FOREIGN/?object' }),
  video: () => settled((resolve, reject) => {
    Object.assign(document.createElement('video'), { src: 'FOREIGN/?video', onloadeddata: resolve, onerror: reject })
  }),
  socket: () => settled((resolve, reject) => {
    Object.assign(new WebSocket('FOREIGN/?socket'.replace('http', 'ws')), { onopen: resolve, onerror: reject })
  }),
  events: () => settled((resolve, reject) => {
    Object.assign(new EventSource('FOREIGN/?events'), { onopen: resolve, onerror: reject })
  }),
  worker: () => settled((resolve, reject) => {
    const address = URL.createObjectURL(new Blob(['postMessage(1)']))
    Object.assign(new Worker(address), { onmessage: resolve, onerror: reject })
  }),
  form: () => settled((_, reject) => {
    addEventListener('securitypolicyviolation', reject)
    const form = Object.assign(document.createElement('form'), { action: 'FOREIGN/?form' })
    document.body.append(form)
    form.submit()
    setTimeout(reject, 1000)
  }),
  frame: () => settled((_, reject) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src: 'FOREIGN/?frame' }))
    setTimeout(reject, 1000)
  }),
  innerWindow: () => {
    const inner = document.body.appendChild(document.createElement('iframe'))
    return inner.contentWindow.RTCPeerConnection ?? refused()
  },
  beacon: () => settled((_, reject) => {
    navigator.sendBeacon('FOREIGN/?beacon', 'x')
    setTimeout(reject, 1000)
  }),
  peers: () => settled((_, reject) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'STUN' }] })
    peer.createDataChannel('a')
    peer.createOffer().then((offer) => peer.setLocalDescription(offer))
    setTimeout(reject, 3000)
  }),
}`

const attack = `
const refused = () => { throw new Error('refused') }
const settled = (begin) => new Promise((resolve, reject) => begin(resolve, () => reject(new Error('refused'))))
const loaded = (tag, values) => settled((resolve, reject) => {
  document.body.append(Object.assign(document.createElement(tag), values, { onload: resolve, onerror: reject }))
  setTimeout(reject, 2000)
})
const report = {}
const trials = Object.entries(${attempts}).map(async ([name, attempt]) => {
  try {
    report[name] = 'got ' + (await attempt())
  } catch {
    report[name] = 'refused'
  }
})
Promise.all(trials).then(() => {
  element.append(Object.assign(document.createElement('pre'), { id: 'report', textContent: JSON.stringify(report) }))
})
`

function withAddresses(code: string): string {
  return code
    .replaceAll('INSTANCE', sextant().url)
    .replaceAll('FOREIGN', listener.origin)
    .replaceAll('STUN', listener.stun)
}

/** A user whose browser reaches the listening site, if only it is asked to. */
async function visitor(): Promise<Guest> {
  const guest = await come('/')
  guest.expectError(/Content Security Policy|sandbox|Blocked|Refused|Failed/i)
  listener.heard.length = 0
  return guest
}

describe('the code is locked in', () => {
  it('reaches no session, no page, no address', async () => {
    const { path } = await store(withAddresses(attack))
    const guest = await visitor()
    await guest.page.goto(path)
    const report = await reportOf(await frameOf(guest.page))
    const names = Object.keys(report)
    expect(names.length).toBe(27)
    expect(report).toEqual({
      ...Object.fromEntries(names.map((name) => [name, 'refused'])),
      origin: 'got null',
    })
    expect(listener.heard).toEqual([])
    expect(new URL(guest.page.url()).pathname).toBe(path.split('#')[0])
  })

  it.each([
    ['another site', 'FOREIGN/?navigated'],
    ['a text', 'data:text/html,gone'],
    ['a page of the application', 'INSTANCE/queries'],
    ['a page without a session', 'INSTANCE/login'],
  ])('does not lead its frame to %s', async (_where, to) => {
    const code = `element.textContent = 'here'\nsetTimeout(() => { location.href = '${to}' }, 300)`
    const { path } = await store(withAddresses(code))
    const guest = await visitor()
    const logged = guest.page.waitForEvent('console', (message) => message.type() === 'error')
    await guest.page.goto(path)
    expect((await logged).text()).toMatch(/default-src 'self'|frame-ancestors 'none'/)
    expect(listener.heard).toEqual([])
    const shown = guest.page.frames()[1]?.url() ?? ''
    expect(shown.startsWith('chrome-error:') || shown.endsWith(customChartFrame)).toBe(true)
  })

  it('reads nothing that was typed for the page around, even when it takes the focus', async () => {
    const greedy = `const input = document.createElement('input')
      input.id = 'greedy'
      const heard = []
      for (const kind of ['keydown', 'keyup', 'beforeinput', 'input'])
        window.addEventListener(kind, (event) => { heard.push(event.key ?? event.data); input.dataset.heard = heard.join('') }, true)
      element.replaceChildren(input)
      setInterval(() => input.focus(), 40)`
    const { query, id } = await store(greedy)
    const guest = await come(`/queries/${query.id}/source#${id}`)
    const frame = await frameOf(guest.page)
    const input = frame.locator('#greedy')
    await input.waitFor()
    await guest.query.editor.click()
    await guest.page.keyboard.type('secret', { delay: 60 })
    expect(await input.inputValue()).toBe('')
    expect(await input.getAttribute('data-heard')).toBeNull()
    // a user who points into the frame means it
    await input.click()
    await guest.page.keyboard.type('mine')
    expect(await input.inputValue()).toBe('mine')
  })

  it('does not freeze the page around, and is stopped when it does not end', async () => {
    const { path } = await store('for (;;) {}')
    const { page } = await come(path)
    await page.locator(`iframe[src="${customChartFrame}"]`).waitFor(patiently)
    // the page goes on by itself: it shows other things while the code runs, and then stops it
    await page.getByRole('tab', { name: 'Table' }).click()
    await page.getByRole('tab', { name: 'Drawn by hand' }).click()
    const stopped = page.getByText('The code of this chart did not come to an end and was stopped.')
    await stopped.waitFor(patiently)
    expect(await page.locator('iframe').count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator(`iframe[src="${customChartFrame}"]`).waitFor(patiently)
  })

  it('its page has an origin of its own even when it is opened by itself', async () => {
    const guest = await come(customChartFrame)
    expect(await guest.page.evaluate(() => self.origin)).toBe('null')
    const reply = await fetch(sextant().url + customChartFrame)
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox allow-scripts;/)
    expect(policy).not.toContain('allow-same-origin')
    expect(reply.headers.get('x-frame-options')).toBe(null)
  })

  it('no other page may evaluate texts', async () => {
    for (const path of ['/queries', '/login', '/api/session', '/static/pages.css']) {
      const reply = await fetch(sextant().url + path, { redirect: 'manual' })
      expect(reply.headers.get('content-security-policy'), path).not.toContain('unsafe-eval')
    }
  })
})

it('the library is sent compressed, kept for good, and loaded by nobody else', async () => {
  const { path } = await store(bars)
  const guest = await come('/queries')
  const loaded: string[] = []
  guest.context.on('request', (request) => void loaded.push(request.url()))
  await guest.page.goto(path.replace(/#.*/, ''))
  await guest.page.getByRole('grid').first().waitFor()
  expect(loaded.filter((address) => address.includes('plotly'))).toEqual([])
  await guest.page.getByRole('tab', { name: 'Drawn by hand' }).click()
  await frameOf(guest.page)
  await expect.poll(() => loaded.filter((address) => address.includes('plotly')).length, patiently).toBe(1)
  const address = loaded.find((one) => one.includes('plotly')) ?? ''
  const reply = await fetch(address, { headers: { 'accept-encoding': 'br' } })
  expect(reply.headers.get('content-encoding')).toBe('br')
  expect(reply.headers.get('cache-control')).toContain('immutable')
})

describe('embedded on another site', () => {
  it('a custom chart is drawn', async () => {
    const { embed } = await store(bars)
    const guest = await come('about:blank', { as: undefined })
    const frame = `<iframe src="${(sextant().url + embed).replaceAll('&', '&amp;')}" width="720" height="391"></iframe>`
    await guest.page.goto(site.page(frame))
    const inner = guest.page.frameLocator('iframe').frameLocator('iframe')
    await expect.poll(() => inner.locator('.bars .point').count(), patiently).toBe(4)
  })
})

describe('as a file', () => {
  it('the plot is downloaded, with nothing in it that runs', async () => {
    const { path } = await store(bars)
    const { page } = await come(path)
    const frame = await frameOf(page)
    await expect.poll(() => frame.locator('.bars .point').count(), patiently).toBe(4)
    await page.getByRole('button', { name: 'Download or embed' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /SVG/ }).click()
    const text = await readFile(await (await file).path(), 'utf8')
    expect(text).toMatch(/^<svg /)
    expect(text).toMatch(/<image [^>]*href="data:image\/svg\+xml/)
    expect(text).not.toMatch(/<script|foreignObject/)
  })
})

describe('the editor', () => {
  it('names the arguments, draws what is typed, and tells what fails', async () => {
    const { path } = await store('')
    const { page, query } = await come(path)
    await query.results.getByText('This chart has no code yet.').waitFor()
    await query.results.getByRole('button', { name: 'Edit Visualization' }).click()
    const dialog = query.visualizationEditor
    const code = dialog.getByLabel('Custom code')
    expect(await code.inputValue()).toMatch(/\/\/ x: .*\n\/\/ ys: .*\n\/\/ element: .*\n\/\/ Plotly: /)
    expect(await dialog.getByRole('tab').allTextContents()).toEqual(['General'])
    await code.fill('nothing.at(all)')
    await dialog.getByText('The code has failed: ReferenceError: nothing is not defined').waitFor(patiently)
    await code.fill(bars)
    const inner = dialog.frameLocator('iframe')
    await expect.poll(() => inner.locator('.bars .point').count(), patiently).toBe(4)
    expect(await dialog.getByText('The code has failed').count()).toBe(0)
    await dialog.getByLabel('Auto update graph').uncheck()
    await code.fill('element.textContent = "by hand"')
    await dialog.getByLabel('Visualization Name').click()
    await inner.getByText('by hand').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Visualization saved').waitFor()
    const row = await sextant()
      .db.selectFrom('visualizations')
      .select('options')
      .where('name', '=', 'Drawn by hand')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(String(row.options))).toMatchObject({
      globalSeriesType: 'custom',
      customCode: 'element.textContent = "by hand"',
      autoRedraw: false,
    })
  })
})
