// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recordEvent } from './record-event.ts'

interface Sent {
  address: string
  init: RequestInit
}
let sent: Sent[]

beforeEach(() => {
  sent = []
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00.500Z') })
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    sent.push({ address, init })
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads this cookie
  document.cookie = 'csrf_token=the%20token'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const told = (at = 0) => JSON.parse(String(sent[at]?.init.body)) as Record<string, unknown>[]

it('sends all events together, after a second without another event', () => {
  recordEvent('view', 'page', '/queries')
  vi.advanceTimersByTime(900)
  recordEvent('view', 'page', '/queries/5')
  vi.advanceTimersByTime(900)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(100)
  expect(sent).toHaveLength(1)
  expect(told().map(({ object_id }) => object_id)).toEqual(['/queries', '/queries/5'])
  expect(told()[0]).toEqual({
    ...{ action: 'view', object_type: 'page', object_id: '/queries' },
    ...{ timestamp: Date.parse('2026-03-01T12:00:00.500Z') / 1000 },
    screen_resolution: expect.stringMatching(/^\d+x\d+$/),
  })
  vi.advanceTimersByTime(60_000)
  expect(sent).toHaveLength(1)
})

it('sends at once when the page is left, and the request outlives the page', () => {
  window.dispatchEvent(new Event('pagehide'))
  expect(sent).toEqual([])
  recordEvent('view', 'page', '/')
  window.dispatchEvent(new Event('pagehide'))
  expect(sent).toMatchObject([
    {
      address: '/api/events',
      init: { method: 'POST', keepalive: true, headers: { 'X-CSRF-TOKEN': 'the token' } },
    },
  ])
  vi.advanceTimersByTime(5000)
  expect(sent).toHaveLength(1)
})

it('sends no more events at once than one call may contain', () => {
  for (let at = 0; at < 130; at++) recordEvent('view', 'page', `/${at}`)
  vi.advanceTimersByTime(1000)
  expect(told()).toHaveLength(100)
  expect(told().at(-1)).toMatchObject({ object_id: '/129' })
})
