import { QueryFailed } from '../connector-errors.ts'
import { encodeNumber, encodeText } from '../encode-cell.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'

/** DynamoDB nests at most 32 levels. */
const maxDepth = 40

/** The cells of an item: maps become dotted names, and an empty map stays a value. */
export function cellsOfItem(item: string): [name: string, json: string][] {
  const cells: [string, string][] = []
  for (const [name, value] of cutObject(item)) flatten(name, value, cells, 0)
  return cells
}

function flatten(name: string, attribute: string, cells: [string, string][], depth: number): void {
  const [kind, value] = typed(attribute, depth)
  const members = kind === 'M' ? cutObject(value) : null
  if (members === null || members.size === 0) {
    cells.push([name, plain(attribute, depth)])
    return
  }
  for (const [inner, one] of members) flatten(`${name}.${inner}`, one, cells, depth + 1)
}

/** `{"N": "1.50"}`: the name of the type, and the JSON of the value. */
function typed(attribute: string, depth: number): readonly [kind: string, value: string] {
  const [member, ...others] = cutObject(attribute)
  if (member === undefined || others.length > 0 || depth > maxDepth) {
    throw new QueryFailed('DynamoDB sent an attribute that is none.')
  }
  return member
}

/** The JSON of an attribute without the names of types; numbers keep their digits, bytes are hexadecimal. */
export function plain(attribute: string, depth = 0): string {
  const [kind, value] = typed(attribute, depth)
  switch (kind) {
    case 'S':
      return encodeText(textIn(value))
    case 'N':
      return encodeNumber(textIn(value))
    case 'B':
      return bytes(value)
    case 'BOOL':
      if (value === 'true' || value === 'false') return value
      break
    case 'NULL':
      return 'null'
    case 'L':
      return listOf(cutList(value).map((one) => plain(one, depth + 1)))
    case 'M':
      return `{${[...cutObject(value)].map(([name, one]) => `${encodeText(name)}:${plain(one, depth + 1)}`).join(',')}}`
    case 'SS':
      return listOf(cutList(value).map((one) => encodeText(textIn(one))))
    case 'NS':
      return listOf(cutList(value).map((one) => encodeNumber(textIn(one))))
    case 'BS':
      return listOf(cutList(value).map(bytes))
  }
  throw new QueryFailed(`DynamoDB sent an attribute of the unknown type ${kind}.`)
}

function textIn(json: string): string {
  const text = readString(json)
  if (text === null) throw new QueryFailed('DynamoDB sent an attribute that is none.')
  return text
}

function bytes(json: string): string {
  return `"${Buffer.from(textIn(json), 'base64').toString('hex')}"`
}

function listOf(items: readonly string[]): string {
  return `[${items.join(',')}]`
}
