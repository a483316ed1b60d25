import { QueryFailed } from './connector-errors.ts'
import { keptBytes } from './kept-bytes.ts'

/** Max nesting of objects and lists: parsing and serializing are recursive. */
export const maxDepth = 500
/** Row elements are parsed together up to this size, which is faster than one by one. */
const sliceBytes = 256_000

/** A part of the document: complete JSON values, separated by commas. */
export interface JsonSlice {
  /** `elements`: elements of the list of rows; `single`: the only row; `other`: the value at the other path */
  kind: 'elements' | 'single' | 'other'
  text: string
  /** of `others`: the name of the path */
  name?: string
}

export interface JsonPaths {
  /** path to the rows; empty: the document itself */
  rows: readonly string[]
  /** path to another wanted value; null: none */
  other: readonly string[] | null
  /** paths to more of them, by names of the caller */
  others?: Readonly<Record<string, readonly string[]>>
}

export interface JsonSlicer {
  write(chunk: Uint8Array): void
  /** Throws QueryFailed if the document is incomplete or the path to the rows was missing. */
  finish(): void
}

/** An open container that a wanted path leads through, or the list of rows. */
interface Level {
  isList: boolean
  isRows: boolean
  isEmpty: boolean
  /** of the current or next element */
  index: number
  /** of the current member */
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
const byteOrderMark = [0xef, 0xbb, 0xbf]

/**
 * Extracts the rows from a JSON document as it arrives, with bounded memory: follows the wanted paths, skips everything
 * else, and leaves the values themselves to `JSON.parse`. Throws QueryFailed for invalid JSON.
 */
export function jsonSlicer(
  { rows, other, others = {} }: JsonPaths,
  hear: (slice: JsonSlice) => void,
): JsonSlicer {
  const named = Object.entries(others)
  const wanted = [...(other === null ? [] : [other]), ...named.map(([, path]) => path)]
  const levels: Level[] = []
  let state: State = 'value'
  /** bytes of the document before this chunk */
  let passed = 0
  /** bytes of the byte order mark, which may come in several chunks */
  let marks = 0
  let foundRows = false
  const requireFirst = firstOnly([rows, ...wanted])
  const kept = keptBytes<JsonSlice['kind'] | 'name'>()
  // position within a value or a name
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

  const leadsHere = (path: readonly string[]) =>
    path.length >= levels.length &&
    levels.every((level, at) => path[at] === (level.isList ? String(level.index) : level.name))
  const endsHere = (path: readonly string[]) => path.length === levels.length && leadsHere(path)

  const enter = (isList: boolean, isRows: boolean) => {
    requireDepth()
    levels.push({ isList, isRows, isEmpty: true, index: 0, name: '' })
    state = isList ? 'value' : 'name'
  }
  const leave = (chunk: Uint8Array, at: number) => {
    if (levels.pop()?.isRows && kept.kind() !== null) {
      const text = kept.take(chunk, at)
      if (text !== '') hear({ kind: 'elements', text })
    }
    state = levels.length === 0 ? 'over' : 'after'
  }

  const begin = (chunk: Uint8Array, at: number) => {
    const byte = chunk[at] as number
    const level = levels.at(-1)
    if (level !== undefined) level.isEmpty = false
    const isContainer = byte === openList || byte === openObject
    requireFirst(levels.length, leadsHere)
    if (level?.isRows) {
      if (kept.kind() === null) kept.begin('elements', at)
    } else if (endsHere(rows)) {
      foundRows = true
      if (byte === openList) {
        enter(true, true)
        return
      }
      kept.begin('single', at)
    } else if (wanted.some(endsHere)) kept.begin('other', at)
    else if (isContainer && (leadsHere(rows) || wanted.some(leadsHere))) {
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

  /** `to`: the position after the value. */
  const end = (chunk: Uint8Array, to: number) => {
    state = levels.length === 0 ? 'over' : 'after'
    // elements stay together, with their commas
    const kind = kept.kind()
    if (kind !== 'single' && kind !== 'other') return
    const name = kind === 'other' ? named.find(([, path]) => endsHere(path))?.[0] : undefined
    hear({ kind, text: kept.take(chunk, to), ...(name === undefined ? {} : { name }) })
  }

  /** Reads on within a value from `start`; returns where it stopped. */
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
        // in ASCII, the code of a closing bracket is that of the opening one plus 2
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
    const name = kept.take(chunk, at)
    try {
      level.name = JSON.parse(name) as string
    } catch (error) {
      fail((error as Error).message)
    }
    state = 'colon'
    return at
  }

  /** Between values: handles one byte that is not white space. */
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
        kept.begin('name', at)
        state = 'in name'
        inString = true
        isEscaped = false
      } else unexpected(chunk, at)
    } else if (state === 'colon' && byte === colon) state = 'value'
    else if (state === 'after' && level !== undefined && byte === comma) {
      if (level.isRows && kept.length(at) >= sliceBytes) {
        hear({ kind: 'elements', text: kept.take(chunk, at) })
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
      let at = 0
      while (at < chunk.length && marks === passed + at && chunk[at] === byteOrderMark[marks])
        at = ++marks - passed
      if (at < chunk.length && marks % byteOrderMark.length !== 0) unexpected(chunk, at)
      while (at < chunk.length) {
        if (state === 'in value') at = readValue(chunk, at)
        else if (state === 'in name') at = readName(chunk, at)
        else {
          if (!isBlank(chunk[at] as number)) step(chunk, at)
          at++
        }
      }
      kept.until(chunk, chunk.length)
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

/**
 * Refuses a member on a wanted path that comes a second time: parsers take the last one, but the first one may have been
 * read by then, and another reading would be a shorter result.
 */
function firstOnly(paths: readonly (readonly string[])[]) {
  const reached = paths.map(() => 0)
  return (depth: number, leadsHere: (path: readonly string[]) => boolean) => {
    paths.forEach((path, which) => {
      if (depth === 0 || !leadsHere(path)) return
      if ((reached[which] ?? 0) >= depth)
        throw new QueryFailed(`The answer has ${path.slice(0, depth).join('.')} twice.`)
      reached[which] = depth
    })
  }
}

function isBlank(byte: number): boolean {
  return byte === space || byte === newLine || byte === carriageReturn || byte === tab
}

function endsScalar(byte: number): boolean {
  return byte === comma || byte === closeList || byte === closeObject || isBlank(byte)
}
