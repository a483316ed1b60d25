import { breaks } from './breaks.ts'
import { WireFault } from './wire-fault.ts'

/**
 * Bytes of a binary protocol, read while they arrive. `left` is what the message may still have: whatever a server
 * announces, no more is kept than what was asked for.
 */
export class ByteSource {
  left = 0
  readonly #next: () => Promise<Buffer | null>
  readonly #rest = breaks()
  #chunks: Buffer[] = []
  /** bytes of the chunks, without what was taken from the first one */
  #held = 0
  #from = 0

  readonly #fault: string

  /** `next`: the next bytes; null: there will be none. `fault`: what a server did that sends more than `left`. */
  constructor(
    next: () => Promise<Buffer | null>,
    fault = 'The server sent a message that is shorter than it says.',
  ) {
    this.#next = next
    this.#fault = fault
  }

  has(bytes: number): boolean {
    return this.#held >= bytes && this.left >= bytes
  }

  /** Waits until so many bytes of the message are here. */
  async want(bytes: number): Promise<void> {
    if (bytes < 0 || bytes > this.left) throw new WireFault(this.#fault)
    while (this.#held < bytes) await this.#more()
  }

  /** Only what `want` or `has` has answered for. */
  take(bytes: number): Buffer {
    this.#held -= bytes
    this.left -= bytes
    const first = this.#chunks[0]
    if (first !== undefined && this.#from + bytes < first.length) {
      this.#from += bytes
      return first.subarray(this.#from - bytes, this.#from)
    }
    return this.#takeAcross(bytes)
  }

  /** Leaves out the rest of the message. */
  async discard(): Promise<void> {
    while (this.left > 0) {
      if (this.#held === 0) await this.#more()
      this.take(Math.min(this.#held, this.left))
    }
  }

  /** Up to the end of a chunk, or over it. */
  #takeAcross(bytes: number): Buffer {
    const pieces: Buffer[] = []
    let missing = bytes
    let used = 0
    while (missing > 0) {
      const chunk = this.#chunks[used] as Buffer
      const piece = chunk.subarray(this.#from, this.#from + missing)
      pieces.push(piece)
      missing -= piece.length
      this.#from += piece.length
      if (this.#from < chunk.length) break
      this.#from = 0
      used++
    }
    this.#chunks = this.#chunks.slice(used)
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
  }

  async #more(): Promise<void> {
    await this.#rest()
    const part = await this.#next()
    if (part === null) throw new Error('The server closed the connection.')
    if (part.length === 0) return
    this.#chunks.push(part)
    this.#held += part.length
  }
}
