/** Thrown when the keys of a result would take more memory than a thread may use. */
export class TooLargeToOrder extends Error {}

/** Texts of items, appended in order to one buffer. Untouched pages of it cost no memory. */
export interface TextArena {
  add(item: number, source: Uint8Array, start: number, end: number): void
  /** call after every item, with or without a text */
  endItem(item: number): void
  isEmpty(): boolean
  startOf(item: number): number
  endOf(item: number): number
  bytes: Uint8Array
}

/** @param limit bytes of all texts together; more throws TooLargeToOrder */
export function textArena(items: number, limit: number): TextArena {
  const bytes = new Uint8Array(limit)
  const ends = new Uint32Array(items)
  let used = 0
  return {
    bytes,
    add(_item, source, start, end) {
      if (used + end - start > limit) throw new TooLargeToOrder()
      let to = used
      for (let at = start; at < end; at++) {
        const byte = source[at] as number
        bytes[to++] = byte < 0xee ? byte : utf16Order(byte)
      }
      used = to
    },
    endItem(item) {
      if (used > 0) ends[item] = used
    },
    isEmpty: () => used === 0,
    startOf: (item) => (item === 0 ? 0 : (ends[item - 1] as number)),
    endOf: (item) => ends[item] as number,
  }
}

/**
 * The web client compares texts by UTF-16 units, where characters beyond U+FFFF (first byte 0xF0 to 0xF4) come before
 * U+E000 to U+FFFF (0xEE, 0xEF). With these first bytes swapped, byte order is the same.
 */
function utf16Order(byte: number): number {
  return byte >= 0xf0 ? byte - 2 : byte + 5
}
