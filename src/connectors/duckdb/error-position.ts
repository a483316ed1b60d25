import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import type { TextPosition } from '../connector-errors.ts'

/**
 * DuckDB shows the line and puts a caret under the place:
 *
 *     LINE 2: from tabel
 *                  ^
 *
 * A long line is cut on both sides with `...`, so what is left is looked for in the statement's own line.
 */
export function findErrorPosition(
  text: string,
  statement: { text: string; start: number },
  message: string,
): TextPosition | null {
  const shown = /^(LINE (\d+): )(.*)\n( *)\^/m.exec(message)
  if (shown === null) return null
  const [, prefix = '', lineNumber = '1', excerpt = '', indent = ''] = shown
  const line = statement.text.split('\n')[Number(lineNumber) - 1]
  if (line === undefined) return null
  const caret = indent.length - prefix.length
  const cut = excerpt.startsWith('...') && !line.startsWith('...')
  const visible = excerpt.slice(cut ? 3 : 0).replace(/\.\.\.$/, '')
  const begin = cut ? line.indexOf(visible) : 0
  if (begin === -1) return null
  const column = begin + caret - (cut ? 3 : 0) + 1
  return positionAt(text, statement.start + offsetAt(statement.text, { line: Number(lineNumber), column }))
}

/** The message with its line number reduced by one, for a text without the first line. */
export function oneLineUp(message: string): string {
  return message.replace(
    /^LINE (\d+): (.*\n)( *)\^/m,
    (_, lineNumber: string, line: string, indent: string) => {
      const own = String(Number(lineNumber) - 1)
      return `LINE ${own}: ${line}${indent.slice(lineNumber.length - own.length)}^`
    },
  )
}

/** Takes our annotation (docs/reference/connectors.md#annotation) out of the message: the user did not write it. */
export function withoutAnnotation(message: string): string {
  return message.replace(
    /^LINE 1: ((?:\/\*|\.\.\.).*?\bScheduled: (?:True|False) \*\/ )(.*\n)( *)\^/m,
    (all, comment: string, line: string, indent: string) =>
      indent.length < 'LINE 1: '.length + comment.length
        ? all
        : `LINE 1: ${line}${indent.slice(comment.length)}^`,
  )
}
