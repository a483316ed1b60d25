import { QueryFailed } from '../connector-errors.ts'
import { maxRowLength, rowTooLarge } from '../result-limits.ts'

/** Deepest nesting of objects and lists: parsing and serializing are recursive. */
export const maxDepth = 500
/** Elements of the list of rows are parsed together up to this size: quicker than one by one. */
const sliceBytes = 256_000
/** UTF-16 units take up to three bytes */
const maxValueBytes = maxRowLength * 3

/** A stretch of the document: complete JSON values, with commas between them. */
export interface JsonSlice {
  /** `elements`: of the list of rows; `single`: the one row; `other`: the value at the other path */
  kind: 'elements' | 'single' | 'other'
  text: string
}

export interface JsonPaths {
  /** names on the way to the rows; none: the document itself */
  rows: readonly string[]
  /** names on the way to another value that is wanted; null: none */
  other: readonly string[] | null
}

export interface JsonSlicer {
  write(chunk: Uint8Array): void
  /** Throws QueryFailed for a document that is not complete, and for one without the path to the rows. */
  finish(): void
}

/** A container that is entered, because a wanted path leads through it or it is the list of rows. */
interface Level {
  isList: boolean
  isRows: boolean
  isEmpty: boolean
  /** of the element that is read, or comes next */
  index: number
  /** of the member that is read */
  name: string
}

type State = 'value' | 'name' | 'in name' | 'colon' | 'after' | 'in value' | 'over'

const tab = 0x09
const newLine = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const backslash = 0x5c
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/**
 * Cuts the rows out of a JSON document while it comes, with bounded memory: follows the wanted paths, skips everything
 * else, and leaves the values themselves to `JSON.parse`. Throws QueryFailed for what is no JSON.
 */
export function jsonSlicer({ rows, other }: JsonPaths, hear: (slice: JsonSlice) => void): JsonSlicer {
  const levels: Level[] = []
  let state: State = 'value'
  /** bytes of the document before this chunk */
  let passed = 0
  let foundRows = false
  // what is kept: pieces of chunks before, and the place in this chunk from where on
  let kept: JsonSlice['kind'] | 'name' | null = null
  let pieces: Uint8Array[] = []
  let keptBytes = 0
  let keptFrom = 0
  // where we are within a value or a name
  const brackets = new Uint8Array(maxDepth + 1)
  let depth = 0
  let inString = false
  let isEscaped = false
  let isScalar = false

  const fail = (what: string): never => {
    throw new QueryFailed(`The answer is not JSON: ${what}.`)
  }
  const unexpected = (chunk: Uint8Array, at: number) =>
    fail(
      `unexpected ${JSON.stringify(String.fromCharCode(chunk[at] as number))} at byte ${(passed + at + 1).toLocaleString('en-US')}`,
    )
  const requireDepth = () => {
    if (levels.length + depth < maxDepth) return
    throw new QueryFailed(
      `The answer is nested too deeply: more than ${maxDepth} objects and lists within each other.`,
    )
  }

  const keep = (kind: NonNullable<typeof kept>, from: number) => {
    kept = kind
    keptFrom = from
    keptBytes = 0
    pieces = []
  }
  const keepUntil = (chunk: Uint8Array, to: number) => {
    if (kept === null) return
    pieces.push(chunk.subarray(keptFrom, to))
    keptBytes += to - keptFrom
    keptFrom = 0
    if (keptBytes > maxValueBytes + sliceBytes) throw new QueryFailed(rowTooLarge)
  }
  const takeKept = (chunk: Uint8Array, to: number): string => {
    keepUntil(chunk, to)
    const bytes = pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces)
    pieces = []
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  }

  const leadsHere = (wanted: readonly string[] | null) =>
    wanted !== null &&
    wanted.length >= levels.length &&
    levels.every((level, at) => wanted[at] === (level.isList ? String(level.index) : level.name))
  const endsHere = (wanted: readonly string[] | null) => wanted?.length === levels.length && leadsHere(wanted)

  const enter = (isList: boolean, isRows: boolean) => {
    requireDepth()
    levels.push({ isList, isRows, isEmpty: true, index: 0, name: '' })
    state = isList ? 'value' : 'name'
  }
  const leave = (chunk: Uint8Array, at: number) => {
    if (levels.pop()?.isRows && kept !== null) {
      if (keptBytes + at - keptFrom > 0) hear({ kind: 'elements', text: takeKept(chunk, at) })
      kept = null
    }
    state = levels.length === 0 ? 'over' : 'after'
  }

  /** The first byte of a value. */
  const begin = (chunk: Uint8Array, at: number) => {
    const byte = chunk[at] as number
    const level = levels.at(-1)
    if (level !== undefined) level.isEmpty = false
    const isContainer = byte === openList || byte === openObject
    if (level?.isRows) {
      if (kept === null) keep('elements', at)
    } else if (endsHere(rows)) {
      if (foundRows) throw new QueryFailed(`The answer has ${rows.join('.')} twice.`)
      foundRows = true
      if (byte === openList) {
        enter(true, true)
        return
      }
      keep('single', at)
    } else if (endsHere(other)) keep('other', at)
    else if (isContainer && (leadsHere(rows) || leadsHere(other))) {
      enter(byte === openList, false)
      return
    }
    state = 'in value'
    depth = 0
    inString = byte === quote
    isEscaped = false
    isScalar = !isContainer && !inString
    if (isContainer) {
      requireDepth()
      brackets[depth++] = byte
    }
  }

  /** `to`: behind the value */
  const end = (chunk: Uint8Array, to: number) => {
    state = levels.length === 0 ? 'over' : 'after'
    // elements are kept on, with their commas
    if (kept === 'single' || kept === 'other') {
      const kind = kept
      hear({ kind, text: takeKept(chunk, to) })
      kept = null
    }
  }

  /** Within a value, from `start`; answers where to go on. */
  const readValue = (chunk: Uint8Array, start: number): number => {
    const { length } = chunk
    let at = start
    if (isScalar) {
      while (at < length && !endsScalar(chunk[at] as number)) at++
      if (at < length) end(chunk, at)
      return at
    }
    while (at < length) {
      if (inString) {
        at = readString(chunk, at)
        if (inString || depth > 0) continue
        end(chunk, at)
        return at
      }
      const byte = chunk[at++] as number
      if (byte === quote) inString = true
      else if (byte === openList || byte === openObject) {
        requireDepth()
        brackets[depth++] = byte
      } else if (byte === closeList || byte === closeObject) {
        // the closing bracket stands two places behind the opening one in ASCII
        if (brackets[--depth] !== byte - 2) unexpected(chunk, at - 1)
        if (depth === 0) {
          end(chunk, at)
          return at
        }
      }
    }
    return at
  }
  const readString = (chunk: Uint8Array, start: number): number => {
    const { length } = chunk
    for (let at = start; at < length; at++) {
      const byte = chunk[at]
      if (isEscaped) isEscaped = false
      else if (byte === backslash) isEscaped = true
      else if (byte === quote) {
        inString = false
        return at + 1
      }
    }
    return length
  }

  const readName = (chunk: Uint8Array, start: number): number => {
    const at = readString(chunk, start)
    if (inString) return at
    const level = levels.at(-1) as Level
    const name = takeKept(chunk, at)
    kept = null
    try {
      level.name = JSON.parse(name) as string
    } catch (error) {
      fail((error as Error).message)
    }
    state = 'colon'
    return at
  }

  /** Between values: one byte that is no white space. */
  const step = (chunk: Uint8Array, at: number) => {
    const byte = chunk[at] as number
    const level = levels.at(-1)
    if (state === 'value') {
      if (byte === closeList && level?.isList && level.isEmpty) leave(chunk, at)
      else if (byte === closeList || byte === closeObject || byte === comma || byte === colon) {
        unexpected(chunk, at)
      } else begin(chunk, at)
    } else if (state === 'name') {
      if (byte === closeObject && level?.isEmpty) leave(chunk, at)
      else if (byte === quote) {
        keep('name', at)
        state = 'in name'
        inString = true
        isEscaped = false
      } else unexpected(chunk, at)
    } else if (state === 'colon' && byte === colon) state = 'value'
    else if (state === 'after' && level !== undefined && byte === comma) {
      if (level.isRows && keptBytes + at - keptFrom >= sliceBytes) {
        hear({ kind: 'elements', text: takeKept(chunk, at) })
        kept = null
      }
      level.index++
      state = level.isList ? 'value' : 'name'
    } else if (
      state === 'after' &&
      level !== undefined &&
      byte === (level.isList ? closeList : closeObject)
    ) {
      leave(chunk, at)
    } else unexpected(chunk, at)
  }

  return {
    write(chunk) {
      let at = passed === 0 ? byteOrderMark(chunk) : 0
      while (at < chunk.length) {
        if (state === 'in value') at = readValue(chunk, at)
        else if (state === 'in name') at = readName(chunk, at)
        else {
          if (!isBlank(chunk[at] as number)) step(chunk, at)
          at++
        }
      }
      keepUntil(chunk, chunk.length)
      passed += chunk.length
    },
    finish() {
      if (state === 'in value' && isScalar && levels.length === 0) end(new Uint8Array(), 0)
      if (passed === 0) fail('it is empty')
      if (state !== 'over') fail(`it ends in the middle, after ${passed.toLocaleString('en-US')} bytes`)
      if (!foundRows) throw new QueryFailed(`Couldn't find path ${rows.join('.')} in response.`)
    },
  }
}

function isBlank(byte: number): boolean {
  return byte === space || byte === newLine || byte === carriageReturn || byte === tab
}

function endsScalar(byte: number): boolean {
  return byte === comma || byte === closeList || byte === closeObject || isBlank(byte)
}

function byteOrderMark(chunk: Uint8Array): number {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0
}
