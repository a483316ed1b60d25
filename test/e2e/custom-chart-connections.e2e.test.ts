import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { customChartFrame } from '#shared/visualizations/custom-chart-frame.ts'
import { visitorsOfSextant } from './visitors.ts'

const { come } = visitorsOfSextant({ SEXTANT_ALLOW_CUSTOM_JS_VISUALIZATIONS: 'true' })

/** Counts connections, and the bytes that come on them. */
interface Listener {
  origin: string
  connections: number
  bytes: number
  server: Server
}

async function listen(): Promise<Listener> {
  const server = createServer((socket) => {
    listener.connections++
    socket.on('error', () => {})
    socket.on('data', (data) => {
      listener.bytes += data.length
      socket.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listener: Listener = {
    ...{
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      connections: 0,
      ...{ bytes: 0, server },
    },
  }
  return listener
}

const settle = 3000

/**
 * Chromium connects to the target of a navigation before it asks the policy that blocks it, and no code in a frame of an
 * opaque origin can cancel a navigation. The headless shell of Chromium does not connect; the full browser does
 * (Chromium 156). Nothing is sent on such a connection. The help and the settings say so.
 */
const mayConnect: readonly string[] = [
  ...[
    'location',
    'location.href',
    'location.assign',
    'location.replace',
    'location later',
    'location of self',
  ],
  ...[
    'location of the document',
    'open in itself',
    'navigation.navigate',
    'a link',
    'an area',
    'a link in SVG',
  ],
  ...['a refresh', 'a document written again', 'a listener of its own first', 'natives put away', 'frame'],
  ...['a frame within', 'a frame by name', 'a frame with a text', 'a frame from a blob'],
  ...['its own page as a text', 'its own page as a blob', 'a script address'],
]

const add = (tag: string, values: string) =>
  `document.body.append(Object.assign(document.createElement('${tag}'), ${values}))`

/** Each way to have the browser connect to FOREIGN. */
const ways: Record<string, string> = {
  location: `location = 'FOREIGN/'`,
  'location.href': `location.href = 'FOREIGN/'`,
  'location.assign': `location.assign('FOREIGN/')`,
  'location.replace': `location.replace('FOREIGN/')`,
  'location later': `setTimeout(() => { location = 'FOREIGN/' }, 100)`,
  'location of self': `self.location = 'FOREIGN/'`,
  'location of the document': `document.location = 'FOREIGN/'`,
  'open in itself': `open('FOREIGN/', '_self')`,
  'open again': `open('FOREIGN/')`,
  'open at the top': `open('FOREIGN/', '_top')`,
  'top.location': `top.location = 'FOREIGN/'`,
  'parent.location': `parent.location = 'FOREIGN/'`,
  'navigation.navigate': `navigation.navigate('FOREIGN/')`,
  'a link': `${add('a', "{ href: 'FOREIGN/' }")}; document.querySelector('a').click()`,
  'a link with pings': `${add('a', "{ href: '#x', ping: 'FOREIGN/' }")}; document.querySelector('a').click()`,
  'a link elsewhere': `${add('a', "{ href: 'FOREIGN/', target: '_blank' }")}; document.querySelector('a').click()`,
  'an area': `${add('area', "{ href: 'FOREIGN/' }")}; document.querySelector('area').click()`,
  'a link in SVG': `document.body.insertAdjacentHTML('beforeend', '<svg><a href="FOREIGN/"><text>x</text></a></svg>')
    document.querySelector('svg a').dispatchEvent(new MouseEvent('click', { bubbles: true }))`,
  'a form': `${add('form', "{ action: 'FOREIGN/' }")}; document.querySelector('form').submit()`,
  'a form that posts': `${add('form', "{ action: 'FOREIGN/', method: 'post' }")}; document.querySelector('form').submit()`,
  'a refresh': `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0; url=FOREIGN/">')`,
  'a document written again': `document.open(); document.write('<meta http-equiv="refresh" content="0; url=FOREIGN/"><img src="FOREIGN/">'); document.close()`,
  'a listener of its own first': `navigation.addEventListener('navigate', (event) => event.stopImmediatePropagation(), true); location = 'FOREIGN/'`,
  'natives put away': `Event.prototype.preventDefault = () => {}; Object.defineProperty(NavigateEvent.prototype, 'preventDefault', { value() {} })
    Function.prototype.apply = Function.prototype.call = Reflect.apply = () => {}; location = 'FOREIGN/'`,
  'the event taken over': `navigation.addEventListener('navigate', (event) => event.intercept({ precommitHandler: (c) => c.redirect('FOREIGN/') })); location = '#x'`,
  preconnect: `document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: 'FOREIGN/' }))`,
  'dns-prefetch': `document.head.append(Object.assign(document.createElement('link'), { rel: 'dns-prefetch', href: 'FOREIGN/' }))`,
  prefetch: `document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: 'FOREIGN/' }))`,
  prerender: `document.head.append(Object.assign(document.createElement('link'), { rel: 'prerender', href: 'FOREIGN/' }))`,
  preload: `document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', href: 'FOREIGN/' }))`,
  modulepreload: `document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: 'FOREIGN/' }))`,
  manifest: `document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: 'FOREIGN/' }))`,
  icon: `document.head.append(Object.assign(document.createElement('link'), { rel: 'icon', href: 'FOREIGN/' }))`,
  'speculation rules': `document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules',
    textContent: '{"prefetch":[{"urls":["FOREIGN/"],"eagerness":"immediate"}],"prerender":[{"urls":["FOREIGN/"],"eagerness":"immediate"}]}' }))`,
  beacon: `navigator.sendBeacon('FOREIGN/', 'x')`,
  image: `new Image().src = 'FOREIGN/'`,
  socket: `new WebSocket('FOREIGN/'.replace('http', 'ws'))`,
  transport: `new WebTransport('FOREIGN/'.replace('http', 'https'))`,
  events: `new EventSource('FOREIGN/')`,
  fetch: `fetch('FOREIGN/', { mode: 'no-cors', keepalive: true }).catch(() => {})`,
  import: `import('FOREIGN/').catch(() => {})`,
  worker: `new Worker(URL.createObjectURL(new Blob(["fetch('FOREIGN/')"])))`,
  'style, import and font': `document.head.insertAdjacentHTML('beforeend',
    '<style>@import "FOREIGN/"; @font-face { font-family: x; src: url("FOREIGN/") } body { font-family: x; background: url("FOREIGN/") }</style>')`,
  'a face': `new FontFace('y', 'url(FOREIGN/)').load().catch(() => {})`,
  'an image in SVG': `document.body.insertAdjacentHTML('beforeend', '<svg><image href="FOREIGN/"/><use href="FOREIGN/#a"/></svg>')`,
  video: add('video', "{ src: 'FOREIGN/', poster: 'FOREIGN/', autoplay: true }"),
  object: add('object', "{ data: 'FOREIGN/' }"),
  embed: add('embed', "{ src: 'FOREIGN/' }"),
  frame: add('iframe', "{ src: 'FOREIGN/' }"),
  'a frame within': `${add('iframe', '{}')}; document.querySelector('iframe').contentWindow.location = 'FOREIGN/'`,
  'a frame by name': `${add('iframe', "{ name: 'inner' }")}; open('FOREIGN/', 'inner')`,
  'a frame with a text': add(
    'iframe',
    `{ srcdoc: '<meta http-equiv="refresh" content="0; url=FOREIGN/"><img src="FOREIGN/"><script>location = "FOREIGN/"<\\/script>' }`,
  ),
  'a frame from a blob': add(
    'iframe',
    "{ src: URL.createObjectURL(new Blob(['<script>location = \"FOREIGN/\"<\\/script>'], { type: 'text/html' })) }",
  ),
  'its own page as a text': `location = 'data:text/html,<script>location = "FOREIGN/"<\\/script>'`,
  'its own page as a blob': `location = URL.createObjectURL(new Blob(['<script>location = "FOREIGN/"<\\/script>'], { type: 'text/html' }))`,
  'a script address': `location = 'javascript:location="FOREIGN/"'`,
}

/** One for each way. */
const listeners = new Map<string, Listener>()
beforeAll(async () => {
  for (const way of ['seen', ...Object.keys(ways)]) listeners.set(way, await listen())
})
afterAll(() => {
  for (const { server } of listeners.values()) server.close()
})

/**
 * Has the frame of a chart run each of the codes, in a page of ours; answers how many have run, some time after that.
 */
async function draw(codes: readonly string[]): Promise<() => Promise<number>> {
  const guest = await come('/queries')
  guest.expectError(/./)
  let begun = 0
  guest.page.on('console', (message) => {
    if (message.text() === 'begun') begun++
  })
  await guest.page.evaluate(
    async ([address, ...texts]) => {
      const show = async (code: string) => {
        const frame = Object.assign(document.createElement('iframe'), { src: address })
        frame.setAttribute('sandbox', 'allow-scripts')
        const greeted = new Promise<void>((resolve) =>
          addEventListener('message', ({ source }) => source === frame.contentWindow && resolve()),
        )
        document.body.append(frame)
        await greeted
        const { port1, port2 } = new MessageChannel()
        frame.contentWindow?.postMessage('sextant-custom-chart', '*', [port2])
        const theme = { ground: '#fff', text: '#000', line: '#ccc', fontFamily: 'x', dark: false }
        port1.postMessage({ kind: 'draw', code: `console.error('begun')\n${code}`, x: [], ys: [], theme })
      }
      await Promise.all(texts.map(show))
    },
    [customChartFrame, ...codes],
  )
  const settled = guest.page.waitForTimeout(settle)
  return async () => {
    await settled
    return begun
  }
}

it('a request would be seen', async () => {
  const listener = listeners.get('seen')
  const guest = await come('about:blank', { as: undefined })
  // the listener hangs up after the request
  await guest.page.goto(listener?.origin ?? '').catch(() => {})
  expect(listener?.connections).toBeGreaterThan(0)
  expect(listener?.bytes).toBeGreaterThan(0)
})

it('the code of a chart sends nothing to another host, and only navigations connect to one', async () => {
  const all = Object.entries(ways)
  const counts: (() => Promise<number>)[] = []
  for (let at = 0; at < all.length; at += 10) {
    const some = all.slice(at, at + 10)
    const codes = some.map(([way, code]) => code.replaceAll('FOREIGN', listeners.get(way)?.origin ?? ''))
    counts.push(await draw(codes))
  }
  const begun = await Promise.all(counts.map((count) => count()))
  expect(begun.reduce((sum, count) => sum + count, 0)).toBe(all.length)
  const names = all.map(([way]) => way)
  expect(names.filter((way) => listeners.get(way)?.bytes !== 0)).toEqual([])
  const connected = names.filter((way) => listeners.get(way)?.connections !== 0)
  expect(connected.filter((way) => !mayConnect.includes(way))).toEqual([])
}, 400_000)
