import { createHash, randomBytes } from 'node:crypto'

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
