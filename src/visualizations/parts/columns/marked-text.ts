/** A piece of a text; with a mark it is white space or a control character that would not be seen. */
export interface TextPiece {
  text: string
  mark?: string
}

/** Control characters, and what is not drawn; the joiners of emoji and of Persian are part of their words. */
const control = String.raw`[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]`
const unseen = new RegExp(String.raw`^[ \u00a0]+|[ \u00a0]+$|${control}+`, 'gu')
const anyUnseen = new RegExp(String.raw`^[ \u00a0]|[ \u00a0]$|${control}`, 'u')

const names: Readonly<Record<string, string>> = {
  '\n': '↵',
  '\r': '␍',
  '\t': '⇥',
  ' ': '·',
  '\u00a0': '⍽',
  '\u007f': '␡',
}

/**
 * The text in pieces, so that blanks at its ends and control characters can be marked; null for the usual text, which
 * has none.
 */
export function markedText(text: string): readonly TextPiece[] | null {
  if (text === '') return [{ text, mark: '""' }]
  if (!anyUnseen.test(text)) return null
  const pieces: TextPiece[] = []
  let end = 0
  for (const found of text.matchAll(unseen)) {
    if (found.index > end) pieces.push({ text: text.slice(end, found.index) })
    pieces.push({ text: found[0], mark: markOf(found[0]) })
    end = found.index + found[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

const maxMarks = 24

function markOf(text: string): string {
  const marks = Array.from(text.slice(0, maxMarks), nameOf).join('')
  return text.length > maxMarks ? `${marks}…` : marks
}

/** The picture of a control character, or its number. */
function nameOf(character: string): string {
  const code = character.charCodeAt(0)
  const name = names[character]
  if (name !== undefined) return name
  if (code < 32) return String.fromCharCode(0x2400 + code)
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
