import { describe, expect, it } from 'vitest'
import { DeliveryFailed } from '#destinations/destination.ts'
import { afterFailure } from './next-attempt.ts'

const down = new DeliveryFailed('down', { status: 503 })
const attempt = (attempts: number) => ({ attempts, isTest: false })

describe('after a failure', () => {
  it('tries again for a little more than an hour, with increasing pauses', () => {
    const pauses = [1, 2, 3, 4, 5, 6].map((attempts) => afterFailure(down, attempt(attempts)))
    expect(pauses.map(({ state }) => state)).toEqual(Array(6).fill('queued'))
    expect(pauses.map(({ seconds }) => seconds)).toEqual([10, 60, 300, 900, 1200, 1500])
    expect(afterFailure(down, attempt(7))).toEqual({
      ...{ state: 'given_up', seconds: null, status: 503, detail: 'down' },
    })
  })

  it('waits as long as the channel requests, within limits', () => {
    const asks = (retryAfter: number) => new DeliveryFailed('busy', { status: 429, retryAfter })
    expect(afterFailure(asks(120), attempt(1)).seconds).toBe(120)
    expect(afterFailure(asks(2), attempt(1)).seconds).toBe(10)
    expect(afterFailure(asks(86_400), attempt(1)).seconds).toBe(1800)
  })

  it('ends at once for permanent failures, and for tests', () => {
    expect(
      afterFailure(new DeliveryFailed('gone', { status: 404, isFinal: true }), attempt(1)),
    ).toMatchObject({
      ...{ state: 'failed', seconds: null, status: 404 },
    })
    expect(afterFailure(down, { attempts: 1, isTest: true }).state).toBe('given_up')
  })
})
