import { createHash, randomBytes } from 'node:crypto'
import type { TOTP } from 'otpauth'

/** What every authenticator app understands: SHA-1, six digits, thirty seconds (RFC 6238). */
const period = 30
const digits = 6
/** Steps before and after the present one with valid codes: clocks differ, and people type slowly. */
const window = 1

/** 160 random bits in base32, as apps take it. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ size: 20 }).base32
}

async function totp(secret: string, label: string, issuer: string): Promise<TOTP> {
  const otpauth = await import('otpauth')
  return new otpauth.TOTP({ secret, label, issuer, algorithm: 'SHA1', digits, period })
}

/** The content of the QR code of an enrollment. */
export async function totpAddress(secret: string, label: string, issuer: string): Promise<string> {
  return (await totp(secret, label, issuer)).toString()
}

/** The time step of a code, if it is near enough; null: the code is wrong. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = (await totp(secret, '', '')).validate({ token: code, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / (period * 1000)) + delta
}

const count = 10
/** 32 characters that are hard to confuse: no 0, 1, l, o. Each stands for 5 random bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const length = 16

/** Ten codes such as `k7vm-2xqd-9hpt-e4wz`: 80 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const characters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
    return characters.replace(/.{4}(?=.)/g, '$&-')
  })
}

/** Codes have 80 random bits, so a fast hash is enough against guessing. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(plainCode(code)).digest()
}

/** The typed code without separators. */
export function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase()
}

/** Does it look like a recovery code? */
export function isRecoveryCode(code: string): boolean {
  const plain = plainCode(code)
  return plain.length === length && [...plain].every((character) => alphabet.includes(character))
}
