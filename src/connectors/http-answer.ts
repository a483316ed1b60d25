import { QueryFailed } from './connector-errors.ts'
import { maxRowBytes, rowTooLarge } from './result-limits.ts'

/** How much of an answer is shown when it is an error. */
const maxShown = 10_000

/** The answer broke off: what has come is not whole. */
export class ConnectionLost extends QueryFailed {
  /** the line that has no end */
  unfinished = ''
  constructor(cause: unknown) {
    super('The connection to the server was lost during the query. Please retry.', { cause })
  }
}

/** The parts of an answer as they arrive. Throws ConnectionLost if it breaks off. */
export async function* bytesOf(reply: Response): AsyncGenerator<Uint8Array> {
  if (reply.body === null) return
  const reader = reply.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new ConnectionLost(error)
      })
      if (done) break
      yield value
    }
  } finally {
    // ends the request if not all of it was read
    await reader.cancel().catch(() => {})
  }
}

async function* partsOf(reply: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const part of bytesOf(reply)) {
    const text = decoder.decode(part, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/**
 * The lines of an answer as they arrive, several at a time, with the last one also if it is not ended. Throws
 * QueryFailed for a line that no row can be, and if the answer breaks off.
 */
export async function* linesOf(reply: Response): AsyncGenerator<string[]> {
  let begun: string[] = []
  let length = 0
  try {
    for await (const part of partsOf(reply)) {
      const lineEnd = part.indexOf('\n')
      if (lineEnd === -1) {
        begun.push(part)
        length += part.length
        if (length > maxRowBytes) throw new QueryFailed(rowTooLarge)
        continue
      }
      const lines = part.split('\n')
      lines[0] = begun.join('') + lines[0]
      const rest = lines.pop() ?? ''
      begun = [rest]
      length = rest.length
      yield lines
    }
  } catch (error) {
    if (error instanceof ConnectionLost) error.unfinished = begun.join('')
    throw error
  }
  const last = begun.join('')
  if (last !== '') yield [last]
}

/** The whole answer. Throws QueryFailed if it is longer (in UTF-16 units), with `message`, and if it breaks off. */
export async function textOf(reply: Response, maxLength: number, message: string): Promise<string> {
  const parts: string[] = []
  let length = 0
  for await (const part of partsOf(reply)) {
    length += part.length
    if (length > maxLength) throw new QueryFailed(message)
    parts.push(part)
  }
  return parts.join('')
}

/** The beginning of an answer that is an error, for people. Never throws: the status alone tells something too. */
export async function startOf(reply: Response): Promise<string> {
  let text = ''
  try {
    for await (const part of partsOf(reply)) {
      text += part
      if (text.length > maxShown) break
    }
  } catch {}
  return text.slice(0, maxShown).trim()
}

/** `status 503 (Service Unavailable): the beginning of the answer` */
export async function statusOf(reply: Response): Promise<string> {
  const reason = reply.statusText === '' ? '' : ` (${reply.statusText})`
  const start = await startOf(reply)
  return `status ${reply.status}${reason}${start === '' ? '.' : `: ${start}`}`
}
