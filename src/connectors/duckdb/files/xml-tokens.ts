import { damaged } from './zip-archive.ts'

/** A part of an XML document: the begin of an element, its end, or a text. */
export type XmlToken =
  | { kind: 'begin'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'end'; name: string }
  | { kind: 'text'; text: string }

/** Max length of one tag or text. */
const maxToken = 10_000_000

/**
 * The parts of an XML document as they come, for documents that programs write: it checks no grammar, and has no
 * entities but those of XML itself, so nothing can expand. Prefixes of names are left out.
 */
export async function* xmlTokens(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<XmlToken[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    const { tokens, used } = readTokens(rest)
    rest = rest.slice(used)
    if (rest.length > maxToken) throw damaged('a tag or a text of it is too long')
    if (tokens.length > 0) yield tokens
  }
  if (rest.includes('<')) throw damaged('a part of it ends in the middle')
}

function readTokens(text: string): { tokens: XmlToken[]; used: number } {
  const tokens: XmlToken[] = []
  let used = 0
  for (;;) {
    const open = text.indexOf('<', used)
    if (open === -1) return { tokens, used }
    const skipped = endOfSkipped(text, open)
    const end = skipped ?? endOfTag(text, open)
    // the rest comes with the next chunk, and its text before it too
    if (end === -1) return { tokens, used }
    if (open > used) tokens.push({ kind: 'text', text: plain(text.slice(used, open)) })
    if (text.startsWith('<![CDATA[', open)) tokens.push({ kind: 'text', text: text.slice(open + 9, end - 3) })
    else if (skipped === null) tokens.push(tagOf(text.slice(open + 1, end - 1)))
    used = end
  }
}

/** Where a comment, an instruction or a literal text ends; null: it is a tag. -1: not yet. */
function endOfSkipped(text: string, open: number): number | null {
  const ends: [string, string][] = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ]
  for (const [begin, close] of ends) {
    if (!text.startsWith(begin, open)) continue
    const at = text.indexOf(close, open + begin.length)
    return at === -1 ? -1 : at + close.length
  }
  // too short to tell
  if (text.length < open + 9 && text.startsWith('<!', open)) return -1
  if (text.startsWith('<!', open)) throw damaged('it has definitions of its own')
  return text.length === open + 1 ? -1 : null
}

function endOfTag(text: string, open: number): number {
  let quote = ''
  for (let at = open + 1; at < text.length; at++) {
    const sign = text[at] as string
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
  }
  return -1
}

function tagOf(inside: string): XmlToken {
  if (inside.startsWith('/')) return { kind: 'end', name: local(inside.slice(1).trim()) }
  const isEmpty = inside.endsWith('/')
  const own = isEmpty ? inside.slice(0, -1) : inside
  const blank = own.search(/\s/)
  const name = local(blank === -1 ? own : own.slice(0, blank))
  return { kind: 'begin', name, attributes: blank === -1 ? '' : own.slice(blank), isEmpty }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const patterns = new Map<string, RegExp>()

/** The value of an attribute; null: there is none. `name` may be a pattern, for any prefix. */
export function attributeOf(attributes: string, name: string): string | null {
  const pattern = patterns.get(name) ?? new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  const found = pattern.exec(attributes)
  return found === null ? null : plain(found[1] ?? found[2] ?? '')
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function plain(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|(\w{2,4}));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
