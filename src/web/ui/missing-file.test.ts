// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "disableCSSFileLoading": true, "handleDisabledFileLoadingAsSuccess": true } }
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitForPage } from '../app/lazy-page.tsx'
import { bringBackStyles, fateOfFile, isMissingFile, untilReachable } from './missing-file.ts'

const missing = new TypeError(
  'Failed to fetch dynamically imported module: http://sextant.example/assets/dialog-1a2b.js',
)

/** The statuses that the server answers in turn, repeating the last one; null: no answer. */
let statuses: (number | null)[] = []
let requests: string[] = []
beforeEach(() => {
  statuses = [200]
  requests = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push(`${init.method} ${address}`)
    const status = statuses.length > 1 ? statuses.shift() : statuses[0]
    if (status == null) throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('isMissingFile', () => {
  it.each([
    missing,
    new TypeError('error loading dynamically imported module: http://x.example/assets/a.js'),
    new TypeError('Importing a module script failed.'),
    new Error('Unable to preload CSS for /assets/a.css'),
  ])('recognizes %s', (failure) => expect(isMissingFile(failure)).toBe(true))

  it.each([new TypeError('x is not a function'), 'Failed to fetch dynamically imported module', null])(
    'does not recognize %s',
    (failure) => expect(isMissingFile(failure)).toBe(false),
  )
})

describe('fateOfFile', () => {
  it.each([
    [404, 'gone'],
    [200, 'there'],
    [503, 'unreachable'],
    [null, 'unreachable'],
  ] as const)('a server that answers %s: %s', async (status, fate) => {
    statuses = [status]
    expect(await fateOfFile(missing)).toBe(fate)
    expect(requests).toEqual(['HEAD http://sextant.example/assets/dialog-1a2b.js'])
  })

  it('checks whether the server answers if the failure names no file', async () => {
    expect(await fateOfFile(new TypeError('Importing a module script failed.'))).toBe('there')
    expect(requests).toEqual(['HEAD /ping'])
  })
})

it('untilReachable checks every three seconds, and at once when the connection is back', async () => {
  vi.useFakeTimers()
  statuses = [null, null, 200]
  let isBack = false
  const waiting = untilReachable().then(() => {
    isBack = true
  })
  await vi.advanceTimersByTimeAsync(2999)
  expect(requests).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3000)
  expect([requests.length, isBack]).toEqual([2, false])
  window.dispatchEvent(new Event('online'))
  await waiting
  expect(requests).toHaveLength(3)
})

describe('bringBackStyles', () => {
  const links = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'))
  const fail = (href: string) => {
    document.querySelector(`link[href$="${href}"]`)?.dispatchEvent(new Event('error'))
  }
  bringBackStyles(document)
  beforeEach(() => {
    document.head.innerHTML =
      '<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css"><link rel="modulepreload" href="/c.js">'
  })

  it('fetches a failed style sheet again, and parts wait for it', async () => {
    vi.useFakeTimers()
    statuses = [null, null, 200]
    fail('/a.css')
    fail('/c.js')
    expect(links()).toEqual(['/b.css', '/c.js'])
    let isTriedAgain = false
    const waiting = waitForPage(missing, 1).then(() => {
      isTriedAgain = true
    })
    await vi.advanceTimersByTimeAsync(2999)
    expect(isTriedAgain).toBe(false)
    await vi.advanceTimersByTimeAsync(3000)
    await waiting
    expect(links()).toEqual(['/b.css', '/c.js', expect.stringMatching(/\/a\.css$/)])
  })

  it('continues without a missing style sheet', async () => {
    statuses = [404]
    fail('/b.css')
    await expect(waitForPage(missing, 1)).rejects.toBe(missing)
    expect(links()).toEqual(['/a.css', '/c.js'])
  })
})

describe('waitForPage', () => {
  it('rethrows a failure of code', async () => {
    const broken = new TypeError('x is not a function')
    await expect(waitForPage(broken, 1)).rejects.toBe(broken)
    expect(requests).toEqual([])
  })

  it('leaves a missing page to the router', async () => {
    statuses = [404]
    await expect(waitForPage(missing, 1)).rejects.toBe(missing)
  })

  it('retries an existing file only once', async () => {
    await waitForPage(missing, 1)
    await expect(waitForPage(missing, 2)).rejects.toBe(missing)
  })

  it('waits for a server that is down, however often it fails', async () => {
    vi.useFakeTimers()
    statuses = [null, 503, 200]
    const waiting = waitForPage(missing, 7)
    await vi.advanceTimersByTimeAsync(6000)
    await waiting
    expect(requests.slice(1)).toEqual(['HEAD /ping', 'HEAD /ping'])
  })
})
