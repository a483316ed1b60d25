import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { freePort } from '../test-postgres.ts'
import { launchBrowser, type Theme, themes, type Visit, visit, type Width } from './browser.ts'
import { type Screen, type ShownContent, screens } from './screens.ts'

/** `node test/e2e/take-screens.ts [name …]`: screenshots of a demo instance, for docs/screens. */
const folder = fileURLToPath(new URL('../../docs/screens', import.meta.url))
const launcher = fileURLToPath(new URL('../../bin/sextant.mjs', import.meta.url))
const maxImageBytes = 200_000
const tooLarge: string[] = []
const patience = 120_000
/** Also taken at 390 wide; all are at 1440. */
const narrowToo = [
  'login',
  'home',
  'queries',
  'source-editor',
  'query',
  'query-chart',
  'chart-editor',
  'menu',
]
const wanted = process.argv.slice(2)

const setup: Screen = {
  name: 'setup',
  path: '/setup',
  arrange: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
}
const login: Screen = {
  name: 'login',
  path: '/login',
  arrange: (page) => page.getByRole('button', { name: 'Log in' }).waitFor(),
}

interface Instance {
  url: string
  output(): string
  stop(): Promise<void>
}

/** `sextant start` with PostgreSQL, in a folder that is deleted at the end. */
async function startInstance(flags: readonly string[]): Promise<Instance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sextant-screens-'))
  await chmod(dataDir, 0o711)
  const port = await freePort()
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [launcher, 'start', ...flags], {
    env: {
      PATH,
      HOME,
      PORT: String(port),
      SEXTANT_DATA_DIR: join(dataDir, 'data'),
      SEXTANT_LOG_LEVEL: 'error',
    },
  })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => parts.push(part.toString()))
  }
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const output = () => parts.join('')
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await ended
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await until('Sextant does not answer.', async () => {
      if (child.exitCode !== null) throw new Error('Sextant has ended.')
      return (await fetch(`${url}/ping`).catch(() => null))?.ok === true
    })
  } catch (error) {
    await stop()
    throw new Error(`${error} ${output()}`)
  }
  return { url, output, stop }
}

async function until(complaint: string, isDone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; await delay(200)) {
    if (await isDone()) return
  }
  throw new Error(complaint)
}

async function take(browser: Browser, screen: Screen, options: Visit, content: ShownContent): Promise<void> {
  const { width = 1440, theme = 'light' } = options
  const { page, leave } = await visit(browser, options)
  await page.goto(options.url + (typeof screen.path === 'string' ? screen.path : screen.path(content)))
  await screen.arrange(page, width)
  await page.mouse.move(0, 0)
  // fonts, images and the chart's first frames
  await page.waitForLoadState('networkidle')
  await page.getByRole('status').filter({ hasText: 'Press Esc' }).waitFor({ state: 'hidden' })
  const path = join(folder, `${screen.name}-${theme}${width === 390 ? '-390' : ''}.png`)
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  await leave()
  const { size } = await stat(path)
  // the others are taken all the same
  if (size > maxImageBytes) tooLarge.push(`${path} has ${size} bytes; ${maxImageBytes} are allowed.`)
  process.stdout.write(`${path}  ${Math.round(size / 1000)} KB\n`)
}

async function takeAll(browser: Browser, list: readonly Screen[], options: Visit, content: ShownContent) {
  for (const screen of list.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const theme of themes satisfies readonly Theme[]) {
      const widths: Width[] = narrowToo.includes(screen.name) ? [1440, 390] : [1440]
      for (const width of widths) await take(browser, screen, { ...options, theme, width }, content)
    }
  }
}

interface ListedQuery {
  id: number
  name: string
  retrieved_at: string | null
  data_source_id: number
  visualizations?: { id: number; type: string }[]
}

/** Waits until the first worker has run the demo's queries; returns the data for the screenshots. */
async function demoContent(url: string, as: { email: string; password: string }): Promise<ShownContent> {
  const reply = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(as),
  })
  const cookie = reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const get = async <T>(path: string) =>
    (await fetch(url + path, { headers: { cookie } })).json() as Promise<T>
  const list = () => get<{ results: ListedQuery[] }>('/api/queries?page_size=100')
  await until('The queries of the demo have no results.', async () =>
    (await list()).results.every((query) => query.retrieved_at !== null),
  )
  const shown = (await list()).results.find(({ name }) => name === 'Delays by hour of departure')
  if (!shown) throw new Error('The demo has no query "Delays by hour of departure".')
  const { id, data_source_id, visualizations = [] } = await get<ListedQuery>(`/api/queries/${shown.id}`)
  const chart = visualizations.find(({ type }) => type === 'CHART')
  const [dashboard] = (await get<{ results: { id: number }[] }>('/api/dashboards')).results
  if (!dashboard) throw new Error('The demo has no dashboard.')
  const token = /csrf_token=([^;]+)/.exec(cookie)?.[1] ?? ''
  const post = async (path: string, body: unknown) => {
    const headers = { cookie, 'x-csrf-token': decodeURIComponent(token), 'content-type': 'application/json' }
    const made = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!made.ok) throw new Error(`${path}: ${made.status} ${await made.text()}`)
    return (await made.json()) as { id: number; invite_link?: string }
  }
  // a second user; demo instances send no mail, so the link is in the reply
  const { invite_link = '' } = await post('/api/users', { name: 'Grace Hopper', email: 'grace@example.com' })
  await fetch(url + new URL(invite_link).pathname, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ password: 'compiles into English' }),
  })
  await post('/api/users', { name: 'Edgar Codd', email: 'edgar@example.com' })
  const destination = await post('/api/destinations', {
    ...{ name: 'Operations room', type: 'webhook' },
    options: { url: 'http://127.0.0.1:9/operations' },
  })
  // a message for the log that cannot be delivered
  await post(`/api/destinations/${destination.id}/test`, {})
  const alert = await post('/api/alerts', {
    ...{ name: 'Late departures', query_id: id, rearm: 7200 },
    options: { column: 'average_delay', selector: 'max', op: '>', value: 10, muted: false },
  })
  await post(`/api/alerts/${alert.id}/eval`, {})
  return {
    ...{ query: id, chart: chart?.id ?? 0, dataSource: data_source_id, dashboard: dashboard.id },
    ...{ destination: destination.id, alert: alert.id },
  }
}

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const browser = await launchBrowser()
  const nothing = { query: 0, chart: 0, dataSource: 0, dashboard: 0, destination: 0, alert: 0 }
  const fresh = await startInstance([])
  await takeAll(browser, [setup], { url: fresh.url }, nothing)
  await fresh.stop()
  const demo = await startInstance(['--demo'])
  try {
    let admin: RegExpExecArray | null = null
    await until('The demo has no administrator.', async () => {
      admin = /administrator: (\S+), password: (\S+)/.exec(demo.output())
      return admin !== null
    })
    const [, email = '', password = ''] = admin ?? []
    const content = await demoContent(demo.url, { email, password })
    await takeAll(browser, [login], { url: demo.url }, content)
    await takeAll(browser, screens, { url: demo.url, as: { email, password } }, content)
  } finally {
    await browser.close()
    await demo.stop()
  }
}

await main()
if (tooLarge.length > 0) {
  process.stderr.write(`${tooLarge.join('\n')}\n`)
  process.exitCode = 1
}
