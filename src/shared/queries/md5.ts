/** MD5 (RFC 1321) as 32 hexadecimal digits of the UTF-8 of a text. A name for equal texts, never a protection. */
export function md5(text: string): string {
  const message = padded(new TextEncoder().encode(text))
  let [a, b, c, d] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]
  for (let block = 0; block < message.length; block += 16) {
    const [a0, b0, c0, d0] = [a, b, c, d]
    for (let step = 0; step < 64; step++) {
      const round = step >> 4
      const mixed = mix(round, b, c, d)
      const word = message[block + wordIndex(round, step)] ?? 0
      const sum = (a + mixed + (sines[step] ?? 0) + word) | 0
      const shift = shifts[round * 4 + (step & 3)] ?? 0
      const rotated = (sum << shift) | (sum >>> (32 - shift))
      ;[a, d, c, b] = [d, c, b, (b + rotated) | 0]
    }
    a = (a + a0) | 0
    b = (b + b0) | 0
    c = (c + c0) | 0
    d = (d + d0) | 0
  }
  return [a, b, c, d].map(littleEndianHex).join('')
}

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const sines = Array.from(
  { length: 64 },
  (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32) | 0,
)

function mix(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d)
  if (round === 1) return (d & b) | (~d & c)
  if (round === 2) return b ^ c ^ d
  return c ^ (b | ~d)
}

function wordIndex(round: number, step: number): number {
  if (round === 0) return step & 15
  if (round === 1) return (5 * step + 1) & 15
  if (round === 2) return (3 * step + 5) & 15
  return (7 * step) & 15
}

/** The bytes, a 1 bit, zeros, and the length in bits, as 32-bit words in little-endian order. */
function padded(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16)
  const add = (byte: number, index: number) => {
    words[index >> 2] = (words[index >> 2] ?? 0) | (byte << ((index & 3) * 8))
  }
  bytes.forEach(add)
  add(0x80, bytes.length)
  words[words.length - 2] = (bytes.length << 3) | 0
  words[words.length - 1] = Math.floor(bytes.length / 2 ** 29)
  return words
}

function littleEndianHex(word: number): string {
  const byte = (shift: number) => ((word >>> shift) & 0xff).toString(16).padStart(2, '0')
  return byte(0) + byte(8) + byte(16) + byte(24)
}
