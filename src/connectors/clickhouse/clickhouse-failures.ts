import type { Statement } from '#shared/sql/split-statements.ts'
import { positionAt } from '#shared/sql/text-position.ts'
import { ConnectionFailed, QueryFailed, type TextPosition } from '../connector-errors.ts'
import { startOf, statusOf } from '../http-answer.ts'

/** Unknown user, wrong or missing password, address not allowed, authentication failed. */
const refusedCodes = new Set([192, 193, 194, 195, 516])
const syntaxError = 62

/** The error that an answer with another status than 200 is; of a syntax error also its place in the whole text. */
export async function refusalOf(
  reply: Response,
  url: string,
  text: string,
  statement: Statement,
): Promise<Error> {
  const code = Number(reply.headers.get('x-clickhouse-exception-code'))
  if (refusedCodes.has(code) || reply.status === 401 || reply.status === 403) {
    const start = await startOf(reply)
    return new ConnectionFailed(start || `${url} refuses the user or the password (status ${reply.status}).`)
  }
  if (reply.status >= 400) {
    const start = await startOf(reply)
    const told = codeOf(start)
    if (refusedCodes.has(told)) return new ConnectionFailed(start)
    const position = told === syntaxError ? positionOf(start, text, statement) : null
    if (start !== '') return new QueryFailed(start, { position })
  }
  return new QueryFailed(`${url} answered with ${await statusOf(reply)}`)
}

/** An error of the network, in the words that Redash has for it. */
export function unreachable(error: unknown, url: string): unknown {
  if (!(error instanceof ConnectionFailed)) return error
  const kind = error.message.replace(/^.* cannot be reached: /s, '').replace(/\.$/, '')
  return new ConnectionFailed(`Connection error to: ${url} (${kind}).`, error)
}

/** `Code: 62. DB::Exception: Syntax error …`; NaN for other texts. */
function codeOf(message: string): number {
  return Number(/^Code: (\d+)\b/.exec(message)?.[1] ?? Number.NaN)
}

/** `failed at position 8 ('x') (line 1, col 8)`: columns and positions count bytes. */
function positionOf(message: string, text: string, statement: Statement): TextPosition | null {
  const place = /failed at position (\d+)/.exec(message)
  if (place === null) return null
  const bytes = Buffer.from(statement.text)
  const offset = bytes.subarray(0, Number(place[1]) - 1).toString().length
  return positionAt(text, statement.start + Math.min(offset, statement.text.length))
}
