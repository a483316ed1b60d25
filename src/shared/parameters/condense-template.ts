/** A template in which the text between the tags is short. */
export interface CondensedTemplate {
  text: string
  /** offset in the template of an offset in `text` */
  originalOffset(offset: number): number
}

/** The condensed text from `start` on stands for the template from `original` on. */
interface Piece {
  start: number
  original: number
}

/**
 * Shortens the text between the tags, because the parser makes a token of each character
 * (docs/reference/promises.md#s19). What the parser asks of a line beside a tag is only whether it is blank: one
 * character answers that. The lines between those of two tags become one. For templates that keep the delimiters
 * `{{` and `}}`.
 */
export function condenseTemplate(template: string): CondensedTemplate {
  const pieces: Piece[] = []
  let text = ''
  const keep = (from: number, to: number) => {
    pieces.push({ start: text.length, original: from })
    text += template.slice(from, to)
  }
  const shorten = (from: number, to: number) => {
    if (from >= to) return
    pieces.push({ start: text.length, original: from })
    text += isBlank(template, from, to) ? ' ' : 'x'
  }
  const between = (from: number, to: number) => {
    const firstEnd = template.indexOf('\n', from)
    if (firstEnd === -1 || firstEnd >= to) return shorten(from, to)
    const lastStart = template.lastIndexOf('\n', to - 1)
    shorten(from, firstEnd)
    keep(firstEnd, firstEnd + 1)
    if (lastStart > firstEnd) {
      shorten(firstEnd + 1, lastStart)
      keep(lastStart, lastStart + 1)
    }
    shorten(lastStart + 1, to)
  }
  let at = 0
  for (const tag of readTags(template)) {
    between(at, tag.start)
    keep(tag.start, tag.end)
    at = tag.end
  }
  between(at, template.length)
  return { text, originalOffset: (offset) => toOriginal(pieces, offset, text.length, template.length) }
}

export interface Tag {
  start: number
  end: number
  /** offset of the first character inside that is not blank */
  inside: number
  /** offset of the closing braces; the end of the text for a tag without them */
  closing: number
}

/** The tags of a template that keeps the delimiters `{{` and `}}`. */
export function* readTags(template: string): Generator<Tag> {
  for (let start = template.indexOf('{{'); start !== -1; ) {
    const inside = afterBlanks(template, start + 2)
    const braces = template[inside] === '{' ? '}}}' : '}}'
    const closing = template.indexOf(braces, inside)
    if (closing === -1) {
      yield { start, inside, closing: template.length, end: template.length }
      return
    }
    const end = closing + braces.length
    yield { start, inside, closing, end }
    start = template.indexOf('{{', end)
  }
}

function afterBlanks(text: string, start: number): number {
  const blanks = /\s*/y
  blanks.lastIndex = start
  blanks.test(text)
  return blanks.lastIndex
}

function isBlank(text: string, from: number, to: number): boolean {
  return afterBlanks(text, from) >= to
}

function toOriginal(pieces: readonly Piece[], offset: number, length: number, end: number): number {
  if (offset >= length) return end
  let [low, high] = [0, pieces.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const piece = pieces[low - 1]
  return piece === undefined ? offset : piece.original + (offset - piece.start)
}
