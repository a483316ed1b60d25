import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Page,
  type Response,
  type WebError,
} from 'playwright-core'
import { createSession, type NewSession, type SessionNeeds } from '../create-session.ts'

export type Theme = 'light' | 'dark'
export type Width = 1440 | 390

export const themes: readonly Theme[] = ['light', 'dark']
export const widths: readonly Width[] = [1440, 390]
export const heights = { 1440: 900, 390: 844 }

/** The only failures that are not the page's fault: images of sites that tests cannot reach. */
const imageSites = /^https:\/\/(www\.gravatar\.com|[abc]\.tile\.openstreetmap\.org)\//

/**
 * Events that a page reports to the audit log may fail without a message when the session or the connection is lost.
 */
const toldInPassing = /\/api\/events$/

const patience = 15_000

const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The system's Chromium with its own profile, which is deleted at the end. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: programs.find((program) => existsSync(program)) ?? 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // tests must not depend on other sites; blocking them with a route would disable the browser's cache
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      // as in Chromium itself: a sandboxed frame has its own process
      '--site-per-process',
      // the windows of one visitor share a process: starting one costs more than most pages
      '--process-per-site',
      '--disable-features=SpareRendererForSitePerProcess',
      '--enable-features=IsolateSandboxedIframes',
    ],
  })
}

export interface Visit {
  /** address of the instance */
  url: string
  width?: Width
  theme?: Theme
  /** IANA zone of the visitor's clock; UTC by default */
  timeZone?: string
  /** signed in without the login page */
  as?: { id?: number; email: string; password: string }
  /** of the instance: the session is stored there directly, instead of logging in with the password */
  needs?: SessionNeeds | undefined
}

/** A visitor's browser window, and all errors in it. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** a refusal that the test provokes: it must occur, and is not an error then */
  expectRefusal(status: number, path: RegExp): void
  /** an error log that the test provokes: it must occur, and is not an error then */
  expectError(text: RegExp): void
  /** the connection is cut on purpose from now on; failed requests are no errors */
  expectUnreachable(): void
  /** closes the window; fails on page errors, console errors and violations of the content security policy */
  leave(): Promise<void>
}

/** What cannot be undone in a window. One where a test has used any of these is not used again. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'once',
  'route',
  'setOffline',
] as const

interface Window {
  context: BrowserContext
  /** stays open, so that the next page of the instance finds its process and its compiled scripts */
  anchor: Page
  isUsedUp: boolean
}

/** Windows that visitors have left, by browser and then by the options that cannot be changed later. */
const idle = new WeakMap<Browser, Map<string, Window[]>>()

function idleWindows(browser: Browser, key: string): Window[] {
  const all = idle.get(browser) ?? new Map<string, Window[]>()
  idle.set(browser, all)
  const windows = all.get(key) ?? []
  all.set(key, windows)
  return windows
}

/** Closes the windows that visitors have left or forgotten to leave. */
export async function closeWindows(browser: Browser): Promise<void> {
  idle.delete(browser)
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** Opens a page in a window without cookies and stored data: a new one, or one that was cleaned. */
export async function visit(browser: Browser, options: Visit): Promise<Visitor> {
  const { url, width = 1440, theme = 'light', timeZone = 'UTC', as, needs } = options
  const windows = idleWindows(browser, JSON.stringify([url, timeZone]))
  const window = windows.pop() ?? (await openWindow(browser, url, timeZone))
  const { context } = window
  const faults = watch(context)
  if (as?.id !== undefined && needs) await giveSession(context, url, await createSession(needs, as.id))
  else if (as) await logIn(context, as)
  const page = await context.newPage()
  // of the page, not of the window: each window has a process of its own, and compiles all scripts again
  await page.setViewportSize({ width, height: heights[width] })
  await page.emulateMedia({ colorScheme: theme })
  return {
    context,
    page,
    ...faults.expectations,
    async leave() {
      if (window.isUsedUp) {
        await context.close()
      } else {
        await clean(window, url)
        windows.push(window)
      }
      faults.stop()
      const found = faults.found()
      if (found.length > 0) throw new Error(`Faults in the browser:\n${found.join('\n')}`)
    },
  }
}

async function openWindow(browser: Browser, url: string, timeZone: string): Promise<Window> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: heights[1440] },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    locale: 'en-US',
    timezoneId: timeZone,
  })
  context.setDefaultTimeout(patience)
  const anchor = await context.newPage()
  await anchor.goto(`${url}/ping`)
  // the reply sets one
  await context.clearCookies()
  const window = { context, anchor, isUsedUp: false }
  const markOn = (owner: object, names: readonly string[]) => {
    const methods = owner as Record<string, (...given: unknown[]) => unknown>
    for (const name of names) {
      const original = methods[name]?.bind(owner)
      methods[name] = (...given) => {
        window.isUsedUp = true
        return original?.(...given)
      }
    }
  }
  markOn(context, lasting)
  markOn(context.clock, ['install', 'pauseAt', 'setFixedTime'])
  return window
}

/** As in a window that was just opened. */
async function clean({ context, anchor }: Window, url: string): Promise<void> {
  await Promise.all(context.pages().map((page) => (page === anchor ? null : page.close())))
  await context.clearCookies()
  const debuggerOf = await context.newCDPSession(anchor)
  await debuggerOf.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
  await debuggerOf.detach()
}

async function giveSession(context: BrowserContext, url: string, session: NewSession): Promise<void> {
  const cookie = { url, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: 'session', value: session.token, httpOnly: true },
    { ...cookie, name: 'csrf_token', value: session.csrf },
  ])
}

async function logIn(context: BrowserContext, as: { email: string; password: string }): Promise<void> {
  const reply = await context.request.post('/login', { data: { email: as.email, password: as.password } })
  if (!reply.ok()) throw new Error(`${as.email} cannot log in: ${reply.status()} ${await reply.text()}`)
}

function watch(context: BrowserContext) {
  const faults: string[] = []
  const provoked: { status: number; path: RegExp; seen: boolean }[] = []
  const errors: { text: RegExp; seen: boolean }[] = []
  let isCut = false
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return
    const text = message.text()
    const address = message.location().url
    if (text.startsWith('Failed to load resource')) {
      if (imageSites.test(address) || toldInPassing.test(address)) return
      if (isCut && text.includes('ERR_INTERNET_DISCONNECTED')) return
      const status = Number(/status of (\d+)/.exec(text)?.[1])
      if (provoked.some((one) => one.status === status && one.path.test(address))) return
    }
    const expected = errors.find((one) => one.text.test(text))
    if (expected) expected.seen = true
    else faults.push(`console: ${text} (${address})`)
  }
  const onResponse = (response: Response) => {
    for (const one of provoked) {
      if (one.status === response.status() && one.path.test(response.url())) one.seen = true
    }
  }
  const onWebError = (thrown: WebError) => void faults.push(`page error: ${String(thrown.error())}`)
  context
    .addListener('console', onConsole)
    .addListener('response', onResponse)
    .addListener('weberror', onWebError)
  return {
    stop() {
      context.off('console', onConsole).off('response', onResponse).off('weberror', onWebError)
    },
    expectations: {
      expectRefusal: (status: number, path: RegExp) => void provoked.push({ status, path, seen: false }),
      expectError: (text: RegExp) => void errors.push({ text, seen: false }),
      expectUnreachable: () => {
        isCut = true
      },
    },
    found: () => [
      ...faults,
      ...errors.filter(({ seen }) => !seen).map(({ text }) => `no error ${text} was logged`),
      ...provoked.filter(({ seen }) => !seen).map(({ status, path }) => `no ${status} came from ${path}`),
    ],
  }
}
