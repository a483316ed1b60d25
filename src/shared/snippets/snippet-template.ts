/**
 * Stored snippets mark places to fill in like ACE and TextMate: `$1`, `${1}`, `${1:default}`, `$0` for the final
 * cursor. The editor's own grammar supports only `${1:default}`, treats every other brace as a place too, and ends a
 * default at the first brace or line. So braces and line ends of the text are replaced by stand-ins of the same length,
 * which keeps all positions, and put back on insertion (`withoutStandIns`).
 */

/** Unicode noncharacters: reserved for use inside a program, never in a text. */
const standIns = [
  ['{', '\ufdd0'],
  ['}', '\ufdd1'],
  ['\n', '\ufdd2'],
] as const

interface Stop {
  number: number
  /** null: a mirror of another stop */
  preset: string | null
}

type Part = string | Stop

/** The template for `snippet(...)` of @codemirror/autocomplete, with stand-ins for braces and line ends of texts. */
export function snippetTemplate(stored: string): string {
  const parts = readParts(stored.replace(/\r\n?/g, '\n'))
  const presets = new Map<number, string>()
  for (const part of parts) {
    if (typeof part !== 'string' && part.preset !== null && !presets.has(part.number)) {
      presets.set(part.number, part.preset)
    }
  }
  const written = parts.map((part) => {
    // line ends between places stay, so that the editor indents the next lines
    if (typeof part === 'string') return standIn(part, { keepLines: true })
    return field(part.number, presets.get(part.number) ?? '')
  })
  const ends = parts.some((part) => typeof part !== 'string' && part.number === 0)
  return written.join('') + (ends ? '' : field(0, ''))
}

export function withoutStandIns(text: string): string {
  let found = text
  for (const [original, standing] of standIns) found = found.replaceAll(standing, original)
  return found
}

function standIn(text: string, { keepLines }: { keepLines: boolean }): string {
  let found = text
  for (const [original, standing] of standIns) {
    if (!(keepLines && original === '\n')) found = found.replaceAll(original, standing)
  }
  return found
}

function field(number: number, preset: string): string {
  return `\${${number}:${standIn(preset, { keepLines: false })}}`
}

/** Texts and stops in order. Anything that is not a stop, such as `$$`, `$body$` or `${name}`, is text. */
function readParts(stored: string): Part[] {
  const parts: Part[] = []
  let text = ''
  let at = 0
  while (at < stored.length) {
    const stop = readEscape(stored, at) ?? readStop(stored, at)
    if (stop === null) {
      text += stored.charAt(at)
      at++
    } else {
      if (typeof stop.part === 'string') text += stop.part
      else {
        parts.push(text, stop.part)
        text = ''
      }
      at = stop.end
    }
  }
  return [...parts, text]
}

interface Read {
  part: Part
  end: number
}

/** `\$1` is the text `$1`; any other backslash is a backslash. */
function readEscape(stored: string, at: number): Read | null {
  return /^\\\$(?=\d|\{\d)/.test(stored.slice(at, at + 4)) ? { part: '$', end: at + 2 } : null
}

function readStop(stored: string, at: number): Read | null {
  if (stored[at] !== '$') return null
  const [opening, brace, digits] = /^\$(\{?)(\d{1,4})(?!\d)/.exec(stored.slice(at, at + 8)) ?? []
  if (opening === undefined || digits === undefined) return null
  const number = Number(digits)
  const after = at + opening.length
  if (brace === '') return { part: { number, preset: null }, end: after }
  const next = stored[after]
  if (next === '}') return { part: { number, preset: null }, end: after + 1 }
  if (next !== ':' && next !== '|' && next !== '/') return null
  const end = closingBrace(stored, after + 1)
  if (end === null) return null
  return { part: { number, preset: presetOf(next, stored.slice(after + 1, end)) }, end: end + 1 }
}

/** `:default`, `|first,second|`; a `/transformation/` repeats its stop unchanged. */
function presetOf(kind: ':' | '|' | '/', inside: string): string | null {
  if (kind === '/') return null
  const text = kind === '|' ? (inside.replace(/\|$/, '').split(',')[0] ?? '') : inside
  // stops in a default are text
  return readParts(text.replace(/\\([}\\])/g, '$1'))
    .map((part) => (typeof part === 'string' ? part : (part.preset ?? '')))
    .join('')
}

/** Max characters of a default. Without a limit, a text of endless openings would take minutes to read. */
const maxPresetLength = 2000

/** Braces come in pairs (`${1:{{ day }}}`); if not, the first unescaped one closes. */
function closingBrace(stored: string, from: number): number | null {
  let first: number | null = null
  let depth = 0
  const until = Math.min(stored.length, from + maxPresetLength)
  for (let at = from; at < until; at++) {
    const sign = stored[at]
    if (sign === '\\') at++
    else if (sign === '{') depth++
    else if (sign === '}') {
      first ??= at
      if (depth === 0) return at
      depth--
    }
  }
  return first
}
