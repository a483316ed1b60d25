import { randomInt } from 'node:crypto'

const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** An API key: 40 random letters and digits (docs/reference/api-administration.md#keys), about 238 bits. */
export function randomKey(): string {
  return Array.from({ length: 40 }, () => characters[randomInt(characters.length)]).join('')
}
