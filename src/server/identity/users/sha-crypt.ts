import { hash, timingSafeEqual } from 'node:crypto'

/** How each scheme hashes, and the order in which its text lists the bytes of the last digest, in groups of three. */
const schemes = {
  '5': {
    algorithm: 'sha256',
    size: 32,
    order: [
      [0, 10, 20],
      [21, 1, 11],
      [12, 22, 2],
      [3, 13, 23],
      [24, 4, 14],
      [15, 25, 5],
      [6, 16, 26],
      [27, 7, 17],
      [18, 28, 8],
      [9, 19, 29],
      [31, 30],
    ],
  },
  '6': {
    algorithm: 'sha512',
    size: 64,
    order: [
      [0, 21, 42],
      [22, 43, 1],
      [44, 2, 23],
      [3, 24, 45],
      [25, 46, 4],
      [47, 5, 26],
      [6, 27, 48],
      [28, 49, 7],
      [50, 8, 29],
      [9, 30, 51],
      [31, 52, 10],
      [53, 11, 32],
      [12, 33, 54],
      [34, 55, 13],
      [56, 14, 35],
      [15, 36, 57],
      [37, 58, 16],
      [59, 17, 38],
      [18, 39, 60],
      [40, 61, 19],
      [62, 20, 41],
      [63],
    ],
  },
} as const

type Scheme = (typeof schemes)[keyof typeof schemes]

/** Redash's library makes at most 656,000 rounds; more would only hold the thread. */
const maxRounds = 2_000_000
const defaultRounds = 5000
/** characters */
const maxPasswordLength = 4096

const pattern =
  /^\$([56])\$(?:rounds=(\d{4,7})\$)?([./0-9A-Za-z]{0,16})\$([./0-9A-Za-z]{43}|[./0-9A-Za-z]{86})$/

/** A text of SHA-256-crypt or SHA-512-crypt, the schemes in which Redash stores passwords. */
export function isShaCrypt(text: string): boolean {
  const read = pattern.exec(text)
  return read !== null && Number(read[2] ?? defaultRounds) <= maxRounds
}

/** Whether the password has this hash; at most a few seconds of work, so not for the event loop. */
export function matchesShaCrypt(text: string, password: string): boolean {
  const [, id, rounds, salt = '', digest = ''] = pattern.exec(text) ?? []
  if (id === undefined || !isShaCrypt(text) || password.length > maxPasswordLength) return false
  const given = Buffer.from(digest)
  const made = Buffer.from(
    shaCrypt(schemes[id as '5' | '6'], password, salt, Number(rounds ?? defaultRounds)),
  )
  return made.length === given.length && timingSafeEqual(made, given)
}

function shaCrypt({ algorithm, size, order }: Scheme, password: string, saltText: string, rounds: number) {
  const digest = (parts: readonly Uint8Array[]) => hash(algorithm, Buffer.concat(parts), 'buffer')
  const key = Buffer.from(password, 'utf8')
  const salt = Buffer.from(saltText, 'ascii')
  const filled = (from: Buffer, length: number) => Buffer.alloc(length, from)
  const other = digest([key, salt, key])
  const first = [key, salt, filled(other, key.length)]
  for (let bits = key.length; bits > 0; bits >>= 1) first.push((bits & 1) === 1 ? other : key)
  let present = digest(first)
  const p = filled(digest([filled(key, key.length ** 2)]), key.length)
  const s = filled(digest([filled(salt, salt.length * (16 + (present[0] ?? 0)))]), salt.length)
  for (let round = 0; round < rounds; round++) {
    const isOdd = (round & 1) === 1
    const parts: Uint8Array[] = [isOdd ? p : present]
    if (round % 3 !== 0) parts.push(s)
    if (round % 7 !== 0) parts.push(p)
    parts.push(isOdd ? present : p)
    present = digest(parts)
  }
  if (present.length !== size) throw new Error('The digest has an unexpected length.')
  return order.map((group) => letters(group.map((place) => present[place] ?? 0))).join('')
}

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Three bytes are four letters, the lowest bits first; two are three, one is two. */
function letters(bytes: readonly number[]): string {
  let value = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  let text = ''
  for (let count = bytes.length + 1; count > 0; count--) {
    text += alphabet[value & 63]
    value >>= 6
  }
  return text
}
