import { keepsDigits, parseResultText } from '#shared/results/parse-result.ts'
import { type CellKind, cellKind } from '#shared/results/row-scanner.ts'
import { typeResult } from '#shared/results/typed-result.ts'
import { TooLargeToOrder } from './text-arena.ts'
import { unescapeText } from './unescape-text.ts'

/** Max bytes of one row read as texts. A thread that runs out of memory crashes the whole process. */
export const maxTextBytes = 8 * 1024 * 1024
/** Lists and objects take many times the memory of their text. */
const maxNestedBytes = 1024 * 1024

/**
 * A stored cell as the web client sees it: long numbers as text, lists and objects as JSON text. Throws TooLargeToOrder
 * for a cell that exceeds the small memory of a thread.
 */
export function storedValue(bytes: Buffer, kind: CellKind, start: number, end: number): unknown {
  if (end - start > (kind === cellKind.nested ? maxNestedBytes : maxTextBytes)) throw new TooLargeToOrder()
  switch (kind) {
    case cellKind.null:
      return null
    case cellKind.true:
      return true
    case cellKind.false:
      return false
    case cellKind.number:
      return numberOf(bytes.toString('latin1', start, end))
    case cellKind.text:
      return bytes.toString('utf8', start, end)
    case cellKind.escapedText:
      return unescapeText(bytes, start, end)
    default:
      return nestedText(bytes.toString('utf8', start, end))
  }
}

const surelyExact = 15

function numberOf(literal: string): number | string {
  return literal.length <= surelyExact || keepsDigits(literal) ? Number(literal) : literal
}

function nestedText(json: string): unknown {
  const { value, exactNames } = parseResultText(json)
  const columns = [{ name: 'cell', friendly_name: 'cell', type: null }]
  return typeResult({ columns, rows: [{ cell: value }] }, exactNames).rows[0]?.cell
}
