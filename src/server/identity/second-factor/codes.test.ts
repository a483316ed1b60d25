import { describe, expect, it } from 'vitest'
import {
  hashRecoveryCode,
  isRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  stepOfCode,
  totpAddress,
} from './codes.ts'

/** "12345678901234567890" of RFC 6238, appendix B, whose codes of eight digits end in these six */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

describe('codes of an app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at %i s it is %s', async (seconds, code) => {
    expect(await stepOfCode(secret, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('are valid one step before and after, and tell their step', async () => {
    for (const [shift, step] of [
      [-30, 1],
      [30, 1],
      [-60, null],
      [60, null],
    ] as const)
      expect(await stepOfCode(secret, '287082', at(59 + shift)), String(shift)).toBe(step)
  })

  it.each(['', '28708', '2870822', '28708a', '２８７０８２', '287082\n', '-87082', '1e5'])(
    '%j is none',
    async (code) => {
      expect(await stepOfCode(secret, code, at(59))).toBeNull()
    },
  )

  it('have secrets of 160 bits, and addresses that apps understand', async () => {
    const own = await newTotpSecret()
    expect(own).toMatch(/^[A-Z2-7]{32}$/)
    expect(own).not.toBe(await newTotpSecret())
    const address = new URL(await totpAddress(own, 'jane+x@example.com', 'Sextant'))
    expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Sextant:jane+x@example.com',
    ])
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Sextant',
      secret: own,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})

describe('recovery codes', () => {
  it('are ten distinct ones, and are accepted with any separators', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) {
      expect(code).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/)
      const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
      expect(isRecoveryCode(typed)).toBe(true)
      expect(hashRecoveryCode(typed)).toEqual(hashRecoveryCode(code))
    }
  })

  it.each(['', '123456', 'k7vm-2xqd-9hpt', 'k7vm-2xqd-9hpt-e4w0', `${'a'.repeat(17)}`])(
    '%j has not the form of one',
    (code) => expect(isRecoveryCode(code)).toBe(false),
  )
})
