/** Sort keys of `radixOrder`: by item, 64 bits and a class above them. */
export interface RadixKeys {
  /** 0, 1 or 2: compared before everything else */
  classes: Uint8Array
  high: Uint32Array
  low: Uint32Array
}

const digits = 65_536
const classCount = 3

/**
 * Sorts the items of `order` stably by their keys (least significant digit first, 16 bits at a time: 1,000,000 items
 * take some 50 ms). Uses `spare`, of the same length, and returns one of the two.
 */
export function radixOrder(
  order: Uint32Array,
  spare: Uint32Array,
  { classes, high, low }: RadixKeys,
  descending: boolean,
): Uint32Array {
  let from = order
  let to = spare
  const pass = (keys: Uint32Array, shift: number) => {
    const starts = new Uint32Array(digits)
    for (const item of from) {
      const digit = ((keys[item] as number) >>> shift) & 0xffff
      starts[digit] = (starts[digit] as number) + 1
    }
    if (!toStarts(starts, from.length, descending)) return
    for (const item of from) {
      const digit = ((keys[item] as number) >>> shift) & 0xffff
      const place = starts[digit] as number
      starts[digit] = place + 1
      to[place] = item
    }
    ;[from, to] = [to, from]
  }
  for (const keys of [low, high]) for (const shift of [0, 16]) pass(keys, shift)

  const starts = new Uint32Array(classCount)
  for (const item of from) starts[classes[item] as number] = (starts[classes[item] as number] as number) + 1
  if (!toStarts(starts, from.length, descending)) return from
  for (const item of from) {
    const place = starts[classes[item] as number] as number
    starts[classes[item] as number] = place + 1
    to[place] = item
  }
  return to
}

/** Turns counts into the start of each digit; false if all items have the same digit. */
function toStarts(counts: Uint32Array, total: number, descending: boolean): boolean {
  let place = 0
  for (let step = 0; step < counts.length; step++) {
    const digit = descending ? counts.length - 1 - step : step
    const count = counts[digit] as number
    if (count === total) return false
    counts[digit] = place
    place += count
  }
  return true
}
