import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { positionAt } from '#shared/sql/text-position.ts'
import { QueryFailed } from '../connector-errors.ts'
import type { ServerMessage } from './vertica-wire.ts'

/** The server's error, with its place in the whole text. */
export function refusalIn(failure: ServerMessage, text: string, statement: ReadStatement): QueryFailed {
  const { detail, hint, position } = failure
  const lines = [failure.text || 'The server refused the query without a message.']
  if (detail !== '') lines.push(`Detail: ${detail}`)
  if (hint !== '') lines.push(`Hint: ${hint}`)
  const offset = Number.isInteger(position) ? offsetOf(statement.text, position) : -1
  const cause = Object.assign(new Error(failure.text), { code: failure.state })
  return new QueryFailed(lines.join('\n'), {
    position: offset < 0 ? null : positionAt(text, statement.start + offset),
    cause,
  })
}

/** The server counts characters from 1, texts here units of UTF-16; -1: it is no place of the statement. */
function offsetOf(statement: string, position: number): number {
  let count = 1
  let offset = 0
  for (const character of statement) {
    if (count >= position) break
    count++
    offset += character.length
  }
  return count === position && offset <= statement.length ? offset : -1
}
