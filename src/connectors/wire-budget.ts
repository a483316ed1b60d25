import { QueryFailed } from './connector-errors.ts'
import { maxRowBytes, maxRowLength, rowTooLarge } from './result-limits.ts'
import { WireFault } from './wire-fault.ts'

/** Bytes of the heap that a small object takes, beside what it contains. */
const objectBytes = 64

/**
 * How much of the heap a message, a row or a description may take once it is read. A limit for the bytes that arrive
 * does not bound that: an element of one byte becomes an object.
 */
export class WireBudget {
  spent = 0
  readonly #bytes: number
  readonly #what: string

  /** `what`: for the words of the error, such as "an answer" */
  constructor(bytes: number, what: string) {
    this.#bytes = bytes
    this.#what = what
  }

  /** Called before the objects are built. Throws WireFault for more than there may be. */
  spend(objects: number, bytes = 0): void {
    this.spent += objects * objectBytes + bytes
    if (this.spent <= this.#bytes && objects >= 0) return
    const limit = Math.floor(this.#bytes / 1_000_000)
    throw new WireFault(
      `The server sent ${this.#what} of too many or too long parts: it would take more than ${limit} MB of memory.`,
    )
  }

  /** A count that the server announces, before its elements are built: each has `least` bytes of the `left` ones. */
  spendCount(count: number, left: number, least = 1): void {
    if (count < 0 || count * least > left)
      throw new WireFault('The server announced more elements than its message can have.')
    this.spend(count)
  }

  /** The text of a cell. Throws QueryFailed if no row can have it. */
  text(bytes: Buffer): string {
    // UTF-8 takes up to three bytes for a unit
    if (bytes.length > maxRowLength * 3) throw new QueryFailed(rowTooLarge)
    this.spend(0, bytes.length)
    const text = bytes.toString('utf8')
    if (text.length > maxRowLength) throw new QueryFailed(rowTooLarge)
    return text
  }

  /** The bytes of a cell in hexadecimal digits. Throws QueryFailed if no row can have them. */
  hex(bytes: Buffer): string {
    if (bytes.length * 2 > maxRowLength) throw new QueryFailed(rowTooLarge)
    this.spend(0, bytes.length * 2)
    return bytes.toString('hex')
  }
}

export const rowBudget = () => new WireBudget(maxRowBytes, 'a row of the result')
/** For everything in an answer but the bytes of its cells. */
export const answerBudget = () => new WireBudget(64_000_000, 'an answer')
export const descriptionBudget = () => new WireBudget(32_000_000, 'a description of columns')
