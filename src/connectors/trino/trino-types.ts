import { QueryFailed } from '../connector-errors.ts'

/** A type as the server names it: `decimal(38,9)`, `array(row(a bigint, "b c" varchar(25)))`. */
export interface TrinoType {
  /** in lower case, with what follows the parameters: `timestamp with time zone` */
  base: string
  /** `38`, `9` */
  numbers: readonly string[]
  /** of arrays, maps and rows */
  inner: readonly { name: string | null; type: TrinoType }[]
}

const containers = new Set(['array', 'map', 'row'])
const maxDepth = 100

/** Throws QueryFailed for a text that is no type. */
export function parseType(text: string, depth = 0): TrinoType {
  if (depth > maxDepth) throw new QueryFailed('The server sent a type that is nested too deeply.')
  const open = text.indexOf('(')
  if (open === -1) return { base: text.trim().toLowerCase(), numbers: [], inner: [] }
  const close = closingOf(text, open)
  const base = `${text.slice(0, open).trim()} ${text.slice(close + 1).trim()}`.trim().toLowerCase()
  const parts = partsOf(text.slice(open + 1, close))
  if (!containers.has(base)) return { base, numbers: parts, inner: [] }
  const inner = parts.map((part) => {
    const named = base === 'row' ? /^(?:"((?:[^"]|"")*)"|([A-Za-z_][\w@:$]*))\s+(?=\S)/.exec(part) : null
    const isType = named?.[2] !== undefined && isTypeBegin(part)
    if (named === null || isType) return { name: null, type: parseType(part, depth + 1) }
    const name = named[1]?.replaceAll('""', '"') ?? named[2] ?? ''
    return { name, type: parseType(part.slice(named[0].length), depth + 1) }
  })
  return { base, numbers: [], inner }
}

/** Types of several words, which a field without a name may have. */
function isTypeBegin(part: string): boolean {
  return /^(?:double precision|interval (?:day|year)\b|time(?:stamp)?\s*(?:\(\d+\)\s*)?with)/i.test(part)
}

/** The closing bracket of the one at `open`, outside of quoted names. */
function closingOf(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfName(text, at)
    else if (sign === '(') depth++
    else if (sign === ')' && --depth === 0) return at
  }
  throw new QueryFailed(`The server sent the type "${text.slice(0, 200)}", which has no end.`)
}

function partsOf(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfName(text, at)
    else if (sign === '(') depth++
    else if (sign === ')') depth--
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  parts.push(text.slice(start).trim())
  return parts
}

function endOfName(text: string, start: number): number {
  const end = text.indexOf('"', start + 1)
  return end === -1 ? text.length : end
}
