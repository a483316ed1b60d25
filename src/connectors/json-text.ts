import type { CellEncoder } from './connector.ts'

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const firstPrintable = 0x20
const stepLength = 250_000

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
const escapeSign = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/**
 * Whether a text is JSON, without building its values: `JSON.parse` takes seconds and gigabytes for millions of empty
 * objects. Not recursive, because nesting is unlimited.
 */
export function isJsonText(text: string): boolean {
  const scan = new JsonScan(text)
  return scan.advance(text.length) && scan.isWhole()
}

/** The same a few milliseconds at a time. */
function* isJsonTextInSteps(text: string): Generator<void, boolean> {
  const scan = new JsonScan(text)
  for (let until = stepLength; scan.advance(until); until += stepLength) {
    if (until >= text.length) return scan.isWhole()
    yield
  }
  return false
}

/**
 * Encoder of columns whose text is JSON already; `other` encodes a text that is not. Without the white space around
 * the value, which readers of stored rows do not expect.
 */
export function jsonTextEncoder(other: (text: string) => string): CellEncoder {
  const encode: CellEncoder = (cell) => {
    const text = cell as string
    return isJsonText(text) ? withoutMargins(text) : other(text)
  }
  encode.inSteps = function* (cell) {
    const text = cell as string
    return (yield* isJsonTextInSteps(text)) ? withoutMargins(text) : other(text)
  }
  return encode
}

function withoutMargins(text: string): string {
  let [start, end] = [0, text.length]
  while (isBlank(text.charCodeAt(start))) start++
  while (isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** What may come next. `name`: the name of a member; `first …`: the bracket may be closed instead. */
type Due = 'value' | 'first value' | 'name' | 'first name' | 'comma'

class JsonScan {
  readonly #text: string
  #at = 0
  /** the code of each open bracket */
  #open = new Uint8Array(64)
  #depth = 0
  #due: Due = 'value'

  constructor(text: string) {
    this.#text = text
  }

  /** Reads at least up to this place. Returns whether it may still be JSON. */
  advance(until: number): boolean {
    const text = this.#text
    const end = Math.min(until, text.length)
    while (this.#at < end) {
      const code = text.charCodeAt(this.#at)
      if (isBlank(code)) this.#at++
      else if (!this.#step(code)) return false
    }
    return true
  }

  /** Once all of it is read. */
  isWhole(): boolean {
    return this.#depth === 0 && this.#due === 'comma'
  }

  #step(code: number): boolean {
    if (code === closeBracket || code === closeBrace) return this.#close(code)
    if (this.#due === 'comma') return code === comma && this.#next()
    if (this.#due === 'name' || this.#due === 'first name') return code === quote && this.#name()
    if (code === openBracket || code === openBrace) return this.#begin(code)
    this.#due = 'comma'
    if (code === quote) return this.#string()
    return this.#sticky(isLetter(code) ? word : number)
  }

  #begin(code: number): boolean {
    if (this.#depth === this.#open.length) {
      const larger = new Uint8Array(this.#depth * 2)
      larger.set(this.#open)
      this.#open = larger
    }
    this.#open[this.#depth++] = code
    this.#due = code === openBracket ? 'first value' : 'first name'
    this.#at++
    return true
  }

  #close(code: number): boolean {
    const isComplete =
      this.#due === 'comma' || this.#due === (code === closeBracket ? 'first value' : 'first name')
    if (!isComplete || this.#depth === 0) return false
    // in ASCII, the code of a closing bracket is that of the opening one plus 2
    if (this.#open[--this.#depth] !== code - 2) return false
    this.#due = 'comma'
    this.#at++
    return true
  }

  #next(): boolean {
    if (this.#depth === 0) return false
    this.#due = this.#open[this.#depth - 1] === openBracket ? 'value' : 'name'
    this.#at++
    return true
  }

  #name(): boolean {
    if (!this.#string()) return false
    const text = this.#text
    while (isBlank(text.charCodeAt(this.#at))) this.#at++
    this.#due = 'value'
    return text.charCodeAt(this.#at++) === colon
  }

  #string(): boolean {
    const text = this.#text
    let at = this.#at + 1
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        this.#at = at + 1
        return true
      }
      if (code < firstPrintable) return false
      if (code !== backslash) continue
      escapeSign.lastIndex = at
      if (!escapeSign.test(text)) return false
      at = escapeSign.lastIndex - 1
    }
    return false
  }

  #sticky(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return false
    this.#at = pattern.lastIndex
    return true
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function isLetter(code: number): boolean {
  return code >= 0x61
}
