import { QueryFailed } from './connector-errors.ts'

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const backslash = 0x5c
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/**
 * Elements and members that are cut unless the caller says how many: in short ones a server could send what takes
 * thirty times as much memory as its bytes.
 */
const [maxItems, maxMembers] = [1_000_000, 250_000]

/**
 * The texts of the elements of a JSON list, without reading them: numbers keep their digits, and it is faster than
 * `JSON.parse`. Elements are only separated here; who stores one has to check it (`json-cells.ts`). Throws QueryFailed
 * if the text is not one list, or has more elements than `most`.
 */
export function cutList(text: string, most = maxItems): string[] {
  const items: string[] = []
  for (let at = firstItem(text); at !== null; ) {
    if (items.length === most) return refuseMore(most)
    const end = endOfValue(text, at)
    items.push(trimmed(text, at, end))
    at = nextItem(text, end)
  }
  return items
}

/** The same one by one: for long lists, which are read in turns, and whose short elements need more memory than the text. */
export function* itemsOf(text: string): Generator<string> {
  for (let at = firstItem(text); at !== null; ) {
    const end = endOfValue(text, at)
    yield trimmed(text, at, end)
    at = nextItem(text, end)
  }
}

/** Where the first element begins; null: there is none. */
function firstItem(text: string): number | null {
  const open = skipBlanks(text, 0)
  if (text.charCodeAt(open) !== openList) return refuse(text)
  const at = skipBlanks(text, open + 1)
  if (text.charCodeAt(at) !== closeList) return at
  return endsAt(text, at + 1) ? null : refuse(text)
}

/** The same of the element after the one that ends here. */
function nextItem(text: string, end: number): number | null {
  const sign = text.charCodeAt(end)
  if (sign === comma) return skipBlanks(text, end + 1)
  return sign === closeList && endsAt(text, end + 1) ? null : refuse(text)
}

/** The texts of the members of a JSON object, in their order, by name. Of members with one name the last counts. */
export function cutObject(text: string, most?: number): Map<string, string> {
  const members = new Map<string, string>()
  for (const [name, value] of membersOf(text, most)) members.set(name, value)
  return members
}

/** The same with every member, also those with a name that was there before. Throws QueryFailed for more than `most`. */
export function membersOf(text: string, most = maxMembers): [name: string, value: string][] {
  const members: [string, string][] = []
  visitMembers(text, (name, value) => {
    if (members.length === most) refuseMore(most)
    // a copy: parts of a text keep all of it in memory
    members.push([copyOf(name), value])
  })
  return members
}

/**
 * Calls `visit` for each member, for documents whose members are used at once: names may be parts of the text, which
 * they keep in memory.
 */
export function visitMembers(text: string, visit: (name: string, value: string) => void): void {
  let at = skipBlanks(text, 0)
  if (text.charCodeAt(at) !== openObject) refuse(text)
  at = skipBlanks(text, at + 1)
  if (text.charCodeAt(at) === closeObject) {
    if (!endsAt(text, at + 1)) refuse(text)
    return
  }
  for (;;) {
    if (text.charCodeAt(at) !== quote) refuse(text)
    const nameEnd = endOfString(text, at)
    const name = nameBetween(text, at, nameEnd)
    at = skipBlanks(text, nameEnd)
    if (name === null || text.charCodeAt(at) !== colon) {
      refuse(text)
      return
    }
    at = skipBlanks(text, at + 1)
    const end = endOfValue(text, at)
    visit(name, trimmed(text, at, end))
    const sign = text.charCodeAt(end)
    if (sign === closeObject) {
      if (!endsAt(text, end + 1)) refuse(text)
      return
    }
    if (sign !== comma) refuse(text)
    at = skipBlanks(text, end + 1)
  }
}

/** Most names are as they are written, between their quotes. */
function nameBetween(text: string, start: number, end: number): string | null {
  for (let at = start + 1; at < end - 1; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash || code < 0x20) return readString(text.slice(start, end))
  }
  return text.charCodeAt(end - 1) === quote && end - start > 1 ? text.slice(start + 1, end - 1) : null
}

/** The same text in memory of its own. */
export const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

/** The value of a JSON string; null for anything else. */
export function readString(json: string): string | null {
  if (json.charCodeAt(0) !== quote) return null
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** Where the value that begins here ends: at a comma or a closing bracket, or at the end of the text. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at) - 1
    else if (code === openList || code === openObject) depth++
    else if (code === closeList || code === closeObject) {
      if (depth === 0) return at
      depth--
    } else if (code === comma && depth === 0) return at
  }
  return text.length
}

/** After the closing quote of the string that begins here. */
function endOfString(text: string, start: number): number {
  let at = start
  for (;;) {
    at = text.indexOf('"', at + 1)
    if (at === -1) return text.length
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return at + 1
  }
}

function trimmed(text: string, start: number, end: number): string {
  let last = end
  while (last > start && isBlank(text.charCodeAt(last - 1))) last--
  return text.slice(start, last)
}

function skipBlanks(text: string, start: number): number {
  let at = start
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

function endsAt(text: string, start: number): boolean {
  return skipBlanks(text, start) === text.length
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function refuse(text: string): never {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
  throw new QueryFailed(`The server sent what is not JSON of the expected form: ${shown}`)
}

function refuseMore(most: number): never {
  const count = most.toLocaleString('en-US')
  throw new QueryFailed(`The server sent more elements or members in one list or object than ${count}.`)
}
