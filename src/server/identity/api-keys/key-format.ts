import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** 36 random letters and digits: about 214 bits. */
const randomLength = 36
const checksumLength = 6
const prefix = 'sxt_'
const format = new RegExp(`^${prefix}[a-zA-Z0-9]{${randomLength + checksumLength}}$`)

export function randomLetters(length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('')
}

/**
 * A key with scopes. The prefix tells it apart from the 40 letters of a user's one key. With the prefix and the checksum,
 * programs that look for secrets in files recognize it without asking a server.
 */
export function newScopedKey(): string {
  const secret = randomLetters(randomLength)
  return `${prefix}${secret}${checksumOf(secret)}`
}

/** Is this a key with scopes, with its right checksum? */
export function isScopedKey(text: string): boolean {
  if (!format.test(text)) return false
  return text.slice(-checksumLength) === checksumOf(text.slice(prefix.length, -checksumLength))
}

/** CRC-32 of the random part, with 62 digits, most significant first. */
function checksumOf(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let place = 0; place < checksumLength; place++) {
    text = `${characters[rest % characters.length]}${text}`
    rest = Math.floor(rest / characters.length)
  }
  return text
}
