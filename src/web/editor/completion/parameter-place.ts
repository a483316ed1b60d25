/** A parameter that is being written, and how its name is completed. */
export interface ParameterPlace {
  names: readonly string[]
  /** what the name replaces; the closing braces belong to it */
  from: number
  to: number
  /** what stands before and after the name then */
  lead: string
  tail: string
}

/** How far around the cursor parameters are searched. */
const reach = 100_000

const begunParameter = /\{\{(\s*)([\p{L}\p{N}_.$-]*)$/u

export function isInParameter(before: string): boolean {
  return begunParameter.test(before)
}

/** The parameter around the cursor, with the names of the text's parameters; null elsewhere. */
export function parameterAt(text: string, cursor: number): ParameterPlace | null {
  const begun = begunParameter.exec(text.slice(Math.max(0, cursor - 200), cursor))
  if (!begun) return null
  const [, blank = '', word = ''] = begun
  const rest = /^([\p{L}\p{N}_.$-]*)\s*(\}\})?/u.exec(text.slice(cursor, cursor + 200))
  const from = cursor - word.length
  const isClosed = rest?.[2] !== undefined
  return {
    names: namesIn(text, cursor),
    from,
    to: isClosed ? cursor + (rest?.[0].length ?? 0) : cursor,
    lead: blank === '' ? ' ' : '',
    tail: ' }}',
  }
}

function namesIn(text: string, cursor: number): string[] {
  const start = Math.max(0, cursor - reach)
  const names = new Set<string>()
  for (const match of text.slice(start, cursor + reach).matchAll(/\{\{\s*([\p{L}\p{N}_.$-]+)\s*\}\}/gu)) {
    const isAtCursor = start + match.index <= cursor && cursor <= start + match.index + match[0].length
    if (!isAtCursor && match[1] !== undefined) names.add(match[1])
  }
  return [...names]
}
