import type { CellEncoder } from '../connector.ts'
import { encodeText } from '../encode-cell.ts'

/**
 * Encoder for PostgreSQL's array text (`{1,NULL,"a\"b",{…}}`, perhaps after bounds such as `[0:2]=`) as a JSON array of
 * elements encoded by `element`. A text that is no array stays a string.
 */
export function postgresArrayEncoder(element: CellEncoder, delimiter: string): CellEncoder {
  return (cell) => {
    const text = cell as string
    const start = text.startsWith('[') ? text.indexOf('=') + 1 : 0
    return arrayJson(text, start, element, delimiter) ?? encodeText(text)
  }
}

const plainPart = /[^{}"\\,;]+/y

/** One pass without recursion: brackets are copied, elements encoded. */
function arrayJson(text: string, start: number, element: CellEncoder, delimiter: string): string | null {
  if (text[start] !== '{') return null
  let json = ''
  let at = start
  while (at < text.length) {
    const char = text[at]
    if (char === '{' || char === '}') {
      json += char === '{' ? '[' : ']'
      at++
    } else if (char === delimiter) {
      json += ','
      at++
    } else if (char === '"') {
      const quoted = quotedElement(text, at)
      json += element(quoted.value)
      at = quoted.end
    } else {
      const plain = plainElement(text, at, delimiter)
      json += plain.value === 'NULL' ? 'null' : element(plain.value)
      at = plain.end
    }
  }
  return json
}

function quotedElement(text: string, start: number): { value: string; end: number } {
  let value = ''
  let from = start + 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') return { value: value + text.slice(from, at), end: at + 1 }
    if (text[at] !== '\\') continue
    value += text.slice(from, at)
    from = at + 1
    at++
  }
  return { value: value + text.slice(from), end: text.length }
}

/** Outside of quotes only the delimiter and brackets end an element. */
function plainElement(text: string, start: number, delimiter: string): { value: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '}') {
    plainPart.lastIndex = end
    end = plainPart.test(text) ? plainPart.lastIndex : end + 1
  }
  return { value: text.slice(start, end), end }
}
