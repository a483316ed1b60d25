import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '#connectors/connector.ts'
import { Cancelled, QueryFailed } from '#connectors/connector-errors.ts'
import { createKeptSessions, type KeptSessions } from './kept-sessions.ts'

/** A session that notes what is done with it. */
function fakeSession(done: string[], ways: Partial<Session> = {}): Session {
  return {
    ping: async () => void done.push('ping'),
    tables: async () => null,
    run: async () => void done.push('run'),
    reset: async () => void done.push('reset'),
    close: async () => void done.push('close'),
    ...ways,
  }
}

let sessions: KeptSessions
let done: string[]
let opened: number
beforeEach(() => {
  vi.useFakeTimers()
  sessions = createKeptSessions()
  done = []
  opened = 0
})
afterEach(() => void vi.useRealTimers())

function take(
  ways: Partial<Session> = {},
  key = 'a',
  report = (_: object) => {},
  signal = new AbortController().signal,
) {
  return sessions.take(key, { signal, report }, async (tell) => {
    opened++
    tell({ pid: opened })
    return fakeSession(done, ways)
  })
}
const text = ['select 1', {} as never, new AbortController().signal] as const

describe('a session', () => {
  it('is reset after its run, and tried before the next one', async () => {
    const first = await take()
    await first.run(...text)
    await first.close()
    // once, however often it is asked
    await first.close()
    const reported: object[] = []
    const second = await take({}, 'a', (backend) => reported.push(backend))
    await second.run(...text)
    expect(done).toEqual(['run', 'reset', 'ping', 'run'])
    expect([opened, reported]).toEqual([1, [{ pid: 1 }]])
  })

  it('is not shared while it runs, nor with other options', async () => {
    const first = await take()
    await take()
    expect(opened).toBe(2)
    await first.close()
    await take({}, 'b')
    expect(opened).toBe(3)
  })

  it('goes on after a text that the database refused', async () => {
    const first = await take({ run: () => Promise.reject(new QueryFailed('no such table')) })
    await expect(first.run(...text)).rejects.toThrow('no such table')
    await first.close()
    expect([done, sessions.count()]).toEqual([['reset'], 1])
  })

  it.each([
    ['was lost', { run: () => Promise.reject(new Error('lost')) }],
    ['was stopped', { run: () => Promise.reject(new Cancelled()) }],
    ['cannot be reset', { reset: () => Promise.reject(new Error('lost')) }],
    ['has no reset', { reset: undefined as never }],
  ] satisfies [string, Partial<Session>][])('is closed if it %s', async (_, ways) => {
    const first = await take(ways)
    await first.run(...text).catch(() => {})
    await first.close()
    expect([done.at(-1), sessions.count()]).toEqual(['close', 0])
  })

  it('is closed if its run was aborted, also when the run had just ended', async () => {
    const controller = new AbortController()
    const first = await take({ run: async () => controller.abort() })
    await first.run('select 1', {} as never, controller.signal)
    await first.close()
    expect(done).toEqual(['close'])
  })

  it('is closed if its run has not ended', async () => {
    const first = await take({ run: () => new Promise(() => {}) })
    void first.run(...text)
    await first.close()
    expect(done).toEqual(['close'])
  })

  it('is closed after a while, and when there are enough', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => take()))
    for (const session of all) await session.close()
    expect(sessions.count()).toBe(4)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(sessions.count()).toBe(0)
    expect(done.filter((act) => act === 'close')).toHaveLength(6)
  })

  it('that does not answer is replaced', async () => {
    const first = await take({ ping: () => Promise.reject(new Error('the server was restarted')) })
    await first.close()
    await take()
    expect([opened, done]).toEqual([2, ['reset', 'close']])
  })
})

it('asks a database that refuses to reset only once', async () => {
  let asked = 0
  const reset = async () => {
    asked++
    throw new QueryFailed('syntax error at or near "discard"')
  }
  for (let time = 0; time < 3; time++) await (await take({ reset })).close()
  expect([asked, opened]).toEqual([1, 3])
})

it('closes what waits, and keeps nothing more', async () => {
  const [one, other] = [await take(), await take()]
  await one.close()
  await sessions.close()
  await other.close()
  expect([done, sessions.count()]).toEqual([['reset', 'close', 'close'], 0])
})
