import { describe, expect, it } from 'vitest'
import { silenceMeter } from './silence.ts'

/** Looks once a second from `from` to `to` and returns the second in which a hang is found. */
function firstHang(meter: ReturnType<typeof silenceMeter>, from: number, to: number): number | null {
  for (let second = from; second <= to; second++) if (meter.look(second * 1000)) return second
  return null
}

describe('the silence of a process', () => {
  it('is a hang once it has reached the limit', () => {
    expect(firstHang(silenceMeter(10_000, 0), 1, 60)).toBe(10)
  })

  it('ends with each beat', () => {
    const meter = silenceMeter(10_000, 0)
    for (let second = 1; second <= 60; second++) {
      expect(meter.look(second * 1000)).toBe(false)
      if (second % 9 === 0) meter.heard()
    }
    expect(firstHang(meter, 61, 100)).toBe(64)
  })

  it('restarts when the observer itself was stopped', () => {
    const meter = silenceMeter(10_000, 0)
    expect(firstHang(meter, 1, 9)).toBeNull()
    // both slept for an hour
    expect(meter.look(3_600_000)).toBe(false)
    expect(firstHang(meter, 3601, 3700)).toBe(3610)
  })

  it('does not count looks that are always late, as on an overloaded machine', () => {
    const meter = silenceMeter(10_000, 0)
    for (let at = 4000; at < 400_000; at += 4000) expect(meter.look(at)).toBe(false)
  })
})
