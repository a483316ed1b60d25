import { QueryFailed } from '../../../connector-errors.ts'

const magic = 1_681_511_377
const [withoutRuns, withRuns] = [12_346, 12_347]
/** A bitmap with at least this many containers has a list of their offsets, even if it has run containers. */
const fewContainers = 4
const maxOfArray = 4096
const bytesOfBitmap = 8192

/** The positions of the deleted rows: a sequence of Roaring bitmaps, as Delta Lake stores them. */
export function* rowsOfVector(bytes: Buffer): Generator<number> {
  try {
    if (bytes.readUInt32LE(0) !== magic) throw new RangeError()
    let at = 12
    for (let left = Number(bytes.readBigUInt64LE(4)); left > 0; left--) {
      const high = bytes.readUInt32LE(at)
      if (high >= 2 ** 20) throw new RangeError()
      at = yield* rowsOfBitmap(bytes, at + 4, high * 2 ** 32)
    }
  } catch (error) {
    // the vector is too short, or has impossible numbers
    if (error instanceof RangeError) throw new QueryFailed('A deletion vector is damaged.', { cause: error })
    throw error
  }
}

/** Returns where the bitmap ends. */
function* rowsOfBitmap(bytes: Buffer, start: number, base: number): Generator<number, number> {
  const cookie = bytes.readUInt32LE(start)
  const hasRuns = (cookie & 0xffff) === withRuns
  if (!hasRuns && cookie !== withoutRuns) throw new RangeError()
  const count = hasRuns ? (cookie >>> 16) + 1 : bytes.readUInt32LE(start + 4)
  if (count > 65_536) throw new RangeError()
  const flags = hasRuns ? start + 4 : -1
  const heads = hasRuns ? flags + Math.ceil(count / 8) : start + 8
  let at = heads + count * 4
  if (!hasRuns || count >= fewContainers) at += count * 4
  for (let index = 0; index < count; index++) {
    const own = base + bytes.readUInt16LE(heads + index * 4) * 65_536
    const cardinality = bytes.readUInt16LE(heads + index * 4 + 2) + 1
    const isRun = hasRuns && (bytes.readUInt8(flags + (index >>> 3)) & (1 << (index & 7))) !== 0
    if (isRun) {
      const runs = bytes.readUInt16LE(at)
      at += 2
      for (let run = 0; run < runs; run++, at += 4) {
        const first = bytes.readUInt16LE(at)
        const length = bytes.readUInt16LE(at + 2)
        for (let row = first; row <= first + length; row++) yield own + row
      }
    } else if (cardinality <= maxOfArray) {
      for (let entry = 0; entry < cardinality; entry++, at += 2) yield own + bytes.readUInt16LE(at)
    } else {
      for (let byte = 0; byte < bytesOfBitmap; byte++) {
        const bits = bytes.readUInt8(at + byte)
        for (let bit = 0; bit < 8; bit++) if ((bits & (1 << bit)) !== 0) yield own + byte * 8 + bit
      }
      at += bytesOfBitmap
    }
  }
  return at
}
