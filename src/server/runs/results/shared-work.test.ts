import { describe, expect, it } from 'vitest'
import { orderInThread } from './order-in-thread.ts'
import { sharedWork } from './shared-work.ts'

describe('sharedWork', () => {
  it('starts once for all waiters, and is aborted when the last of them leaves', async () => {
    const work = sharedWork<string>()
    const begun: AbortSignal[] = []
    const begin = (signal: AbortSignal) => {
      begun.push(signal)
      return new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const [one, other] = [new AbortController(), new AbortController()]
    const first = work.join('a', one.signal, begin)
    const second = work.join('a', other.signal, begin)
    one.abort(new Error('the first has left'))
    await expect(first).rejects.toThrow('the first has left')
    expect(begun.map(({ aborted }) => aborted)).toEqual([false])
    other.abort(new Error('so has the second'))
    await expect(second).rejects.toThrow('so has the second')
    expect(begun.map(({ aborted }) => aborted)).toEqual([true])
    await expect(work.join('a', new AbortController().signal, async () => 'again')).resolves.toBe('again')
    await expect(work.join('a', one.signal, begin)).rejects.toThrow('the first has left')
  })

  it('reports a failure to all waiters, and tries again for later ones', async () => {
    const work = sharedWork<string>()
    const { signal } = new AbortController()
    const fail = () => Promise.reject(new Error('no luck'))
    const both = [work.join('a', signal, fail), work.join('a', signal, fail)]
    for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected')
    await expect(work.join('a', signal, async () => 'luck')).resolves.toBe('luck')
  })
})

describe('orderInThread', () => {
  it('ends when it is cancelled, and releases the frames', async () => {
    const abort = new AbortController()
    const state = { asked: 0, isLetGo: false }
    const frames: AsyncIterator<Buffer> = {
      next: () => {
        state.asked++
        abort.abort(new Error('no waiter is left'))
        return new Promise(() => {})
      },
      return: async () => {
        state.isLetGo = true
        return { done: true, value: undefined }
      },
    }
    const task = {
      columns: [{ name: 'a', friendly_name: 'a', type: null }],
      ...{ row_count: 1, byte_count: 10, sort: [{ name: 'a', descending: false }], search: null },
      formats: { nullValue: 'null' },
    }
    await expect(orderInThread(task, frames, abort.signal)).rejects.toThrow('no waiter is left')
    expect(state).toEqual({ asked: 1, isLetGo: true })
  })
})
