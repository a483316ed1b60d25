import type { CellEncoder } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { encodeText } from '../encode-cell.ts'
import { maxRowLength, rowTooLarge } from '../result-limits.ts'

/**
 * Encoder of PostgreSQL's array text (`{1,NULL,"a\"b",{…}}`, with optional bounds such as `[0:2]=`) as a JSON array of
 * elements encoded by `element`; `prints` says which element text can be copied. A text that is not an array stays a
 * string. Throws QueryFailed for arrays too large for a row.
 */
export function postgresArrayEncoder(
  element: CellEncoder,
  delimiter: string,
  prints: ElementText,
): CellEncoder {
  const read = (text: string) => {
    const start = text.startsWith('[') ? text.indexOf('=') + 1 : 0
    return text[start] === '{' ? new ArrayText(text, start, element, delimiter, prints) : null
  }
  const encode: CellEncoder = (cell) => {
    const text = cell as string
    return read(text)?.json() ?? encodeText(text)
  }
  encode.inSteps = function* (cell) {
    const text = cell as string
    const array = read(text)
    return (array === null ? null : yield* array.jsonInSteps()) ?? encodeText(text)
  }
  return encode
}

/** `text` becomes a string, `numbers` are copied, `other` goes to the element's encoder. */
export type ElementText = 'text' | 'numbers' | 'other'

const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const point = 0x2e
const zero = 0x30
const nine = 0x39
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const firstPrintable = 0x20
const stepBytes = 250_000
/** Up to this length, a loop is faster than a call. */
const shortLength = 32

/**
 * One pass over the bytes into bytes, without recursion: an array can have millions of elements, and concatenating so
 * many strings takes seconds and gigabytes.
 */
class ArrayText {
  readonly #text: string
  readonly #source: Buffer
  readonly #isAscii: boolean
  readonly #element: CellEncoder
  readonly #delimiter: number
  readonly #prints: ElementText
  readonly #maxBytes: number
  #at: number
  #depth = 0
  #isValueDue = true
  /** a closing brace may follow an opening one directly */
  #mayClose = false
  /** the JSON; null: the text is not that of an array; undefined: not yet known */
  #result: string | null | undefined
  #isInSteps = false
  /** a long element that is encoded in steps of its own */
  #long: Generator<void, string> | null = null
  #out: Buffer
  #used = 0

  constructor(text: string, start: number, element: CellEncoder, delimiter: string, prints: ElementText) {
    this.#text = text
    this.#at = start
    this.#source = Buffer.from(text)
    this.#isAscii = this.#source.length === text.length
    this.#element = element
    this.#delimiter = delimiter.charCodeAt(0)
    this.#prints = prints
    this.#maxBytes = maxRowLength * (this.#isAscii ? 1 : 3)
    const usual = this.#source.length + (this.#source.length >> 2) + shortLength
    this.#out = Buffer.allocUnsafe(Math.min(usual, this.#maxBytes))
  }

  /** null: not the text of an array */
  json(): string | null {
    this.#advance(this.#source.length)
    return this.#result ?? null
  }

  *jsonInSteps(): Generator<void, string | null> {
    this.#isInSteps = true
    while (this.#result === undefined) {
      this.#advance(this.#at + stepBytes)
      if (this.#long !== null) this.#put(yield* this.#long)
      this.#long = null
      yield
    }
    return this.#result
  }

  /** Reads at least up to this place, unless a long element comes. */
  #advance(until: number): void {
    const source = this.#source
    const end = Math.min(until, source.length)
    while (this.#at < end && this.#result === undefined && this.#long === null) {
      if (!this.#step(source[this.#at] as number)) this.#result = null
    }
    if (this.#at >= source.length) this.#result ??= null
  }

  /** false: not the text of an array */
  #step(byte: number): boolean {
    if (byte === openBrace) {
      if (!this.#isValueDue) return false
      this.#putByte(openBracket)
      this.#depth++
      this.#mayClose = true
    } else if (byte === closeBrace) {
      if (this.#isValueDue && !this.#mayClose) return false
      this.#putByte(closeBracket)
      this.#isValueDue = false
      if (--this.#depth === 0) {
        this.#result = this.#at === this.#source.length - 1 ? this.#written() : null
      }
    } else if (byte === this.#delimiter) {
      if (this.#isValueDue) return false
      this.#putByte(comma)
      this.#isValueDue = true
      this.#mayClose = false
    } else {
      if (!this.#isValueDue) return false
      this.#isValueDue = false
      if (byte === quote) this.#quotedElement()
      else this.#plainElement()
      return true
    }
    this.#at++
    return true
  }

  #quotedElement(): void {
    const source = this.#source
    const from = this.#at + 1
    let isEscaped = false
    /** whether JSON writes it differently */
    let isOdd = false
    let at = from
    for (; at < source.length && source[at] !== quote; at++) {
      const byte = source[at] as number
      if (byte < firstPrintable) isOdd = true
      else if (byte === backslash) {
        isEscaped = true
        const next = source[++at]
        if (next !== quote && next !== backslash) isOdd = true
      }
    }
    this.#at = at + 1
    if (this.#prints === 'text' && !isOdd) this.#putText(from, at)
    else this.#putElement(isEscaped ? unescaped(source, from, at) : this.#slice(from, at))
  }

  /** Without quotes, only the delimiter and braces end an element. */
  #plainElement(): void {
    if (this.#prints === 'numbers' && this.#numbers()) return
    const source = this.#source
    const delimiter = this.#delimiter
    const from = this.#at
    let isOdd = false
    let at = from
    for (; at < source.length; at++) {
      const byte = source[at] as number
      if (byte === delimiter || byte === closeBrace) break
      if (byte < firstPrintable || byte === quote || byte === backslash) isOdd = true
    }
    this.#at = at
    if (isNull(source, from, at)) this.#put('null')
    else if (this.#prints === 'text' && !isOdd) this.#putText(from, at)
    else this.#putElement(this.#slice(from, at))
  }

  /** Copies numbers and the commas between them; false: there was none. */
  #numbers(): boolean {
    const source = this.#source
    const from = this.#at
    let copied = from
    const end = from + stepBytes
    for (let at = from, next: number | undefined = comma; next === comma && at < end; at++) {
      if (source[at] === minus) at++
      const digits = at
      while (isDigit(source[at])) at++
      // numbers that JSON writes differently go to the encoder
      if (at === digits || (source[digits] === zero && at > digits + 1)) break
      if (source[at] === point) {
        if (!isDigit(source[++at])) break
        while (isDigit(source[at])) at++
      }
      next = source[at]
      if (next !== comma && next !== closeBrace) break
      copied = at
    }
    if (copied === from) return false
    this.#copy(from, copied)
    this.#at = copied
    return true
  }

  #slice(from: number, to: number): string {
    return this.#isAscii ? this.#text.slice(from, to) : this.#source.toString('utf8', from, to)
  }

  /** Throws QueryFailed. */
  #requireRoom(bytes: number): void {
    const needed = this.#used + bytes
    if (needed <= this.#out.length) return
    if (needed > this.#maxBytes) throw new QueryFailed(rowTooLarge)
    const larger = Buffer.allocUnsafe(Math.min(Math.max(needed, this.#out.length * 2), this.#maxBytes))
    this.#out.copy(larger, 0, 0, this.#used)
    this.#out = larger
  }

  #putElement(text: string): void {
    const steps = this.#isInSteps && text.length > stepBytes ? this.#element.inSteps : undefined
    if (steps === undefined) this.#put(this.#element(text))
    else this.#long = steps(text)
  }

  #putByte(byte: number): void {
    this.#requireRoom(1)
    this.#out[this.#used++] = byte
  }

  #putText(from: number, to: number): void {
    this.#putByte(quote)
    this.#copy(from, to)
    this.#putByte(quote)
  }

  #copy(from: number, to: number): void {
    this.#requireRoom(to - from)
    if (to - from > shortLength) this.#source.copy(this.#out, this.#used, from, to)
    else {
      const shift = this.#used - from
      for (let at = from; at < to; at++) this.#out[at + shift] = this.#source[at] as number
    }
    this.#used += to - from
  }

  #put(text: string): void {
    this.#requireRoom(text.length * (this.#isAscii ? 1 : 3))
    if (text.length > shortLength || !this.#isAscii) this.#used += this.#out.write(text, this.#used)
    else for (let at = 0; at < text.length; at++) this.#out[this.#used++] = text.charCodeAt(at)
  }

  #written(): string {
    return this.#out.toString(this.#isAscii ? 'latin1' : 'utf8', 0, this.#used)
  }
}

function isDigit(byte = 0): boolean {
  return byte >= zero && byte <= nine
}

/** NULL, as the server prints it */
function isNull(source: Buffer, from: number, to: number): boolean {
  if (to - from !== 4 || source[from] !== 0x4e) return false
  return source[from + 1] === 0x55 && source[from + 2] === 0x4c && source[from + 3] === 0x4c
}

/** The text between quotes, without the backslashes. */
function unescaped(source: Buffer, from: number, to: number): string {
  const out = Buffer.allocUnsafe(to - from)
  let used = 0
  for (let at = from; at < to; at++) {
    if (source[at] === backslash) at++
    out[used++] = source[at] as number
  }
  return out.toString('utf8', 0, used)
}
