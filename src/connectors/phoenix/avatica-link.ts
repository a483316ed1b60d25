import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { bytesOf, startOf } from '../http-answer.ts'
import { answerBudget } from '../wire-budget.ts'
import { FieldReader, fields } from './avatica-wire.ts'

/** Larger frames are refused: a frame is kept as a whole. */
const maxAnswer = 200_000_000

/** A server, with one connection of ours in it. */
export interface AvaticaLink {
  url: string
  host: Pick<ConnectorHost, 'fetchServer'>
  connectionId: string
}

/** Error of the server: its code, its state and its message, as its own client shows them. */
export class AvaticaRefusal extends QueryFailed {}

/** Sends a request and returns the message in its answer. Throws AvaticaRefusal and ConnectionFailed. */
export async function call(
  { url, host }: AvaticaLink,
  name: string,
  request: Buffer,
  signal: AbortSignal,
): Promise<FieldReader> {
  const body = fields()
    .text(1, `org.apache.calcite.avatica.proto.Requests$${name}Request`)
    .bytes(2, request)
    .done()
  const headers = { 'content-type': 'application/x-google-protobuf', accept: 'application/x-google-protobuf' }
  const reply = await host.fetchServer(url, { method: 'POST', headers, body: new Uint8Array(body) }, signal)
  if (reply.status === 401 || reply.status === 403) {
    await reply.body?.cancel()
    throw new ConnectionFailed(
      `${url} requires a login (status ${reply.status}), which this type does not offer.`,
    )
  }
  if (reply.status !== 200 && reply.status !== 500) throw notAvatica(url, reply.status, await startOf(reply))
  const answer = await wholeOf(reply)
  const message = messageIn(answer)
  if (message === null) throw notAvatica(url, reply.status, answer.subarray(0, 1000).toString('utf8'))
  if (message.name.endsWith('ErrorResponse')) throw refusalIn(message.reader)
  return message.reader
}

async function wholeOf(reply: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytesOf(reply)) {
    size += part.length
    if (size > maxAnswer) {
      throw new QueryFailed(
        'The server sent a part of the result larger than 200 MB. Select fewer or shorter columns.',
      )
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function messageIn(answer: Buffer): { name: string; reader: FieldReader } | null {
  try {
    const outer = new FieldReader(answer, answerBudget())
    let name = ''
    let reader: FieldReader | null = null
    while (outer.next()) {
      if (outer.field === 1) name = outer.text()
      else if (outer.field === 2) reader = outer.message()
      else outer.skip()
    }
    // an empty message is not sent
    return name.includes('Response')
      ? { name, reader: reader ?? new FieldReader(Buffer.alloc(0), outer.budget) }
      : null
  } catch {
    return null
  }
}

function notAvatica(url: string, status: number, start: string): ConnectionFailed {
  const shown = start.replace(/[^\t\n\r -~]/g, ' ').trim()
  return new ConnectionFailed(
    `${url} answers, but not as the query server of Phoenix does with the serialization PROTOBUF, which is its default (status ${status}). Is the address right? ${shown}`,
  )
}

/** Without the stack traces, which the server sends too. */
function refusalIn(reader: FieldReader): AvaticaRefusal {
  let [message, code, state] = ['', 0, '']
  while (reader.next()) {
    if (reader.field === 2) message = reader.text()
    else if (reader.field === 4) code = reader.number() | 0
    else if (reader.field === 5) state = reader.text()
    else reader.skip()
  }
  return new AvaticaRefusal(`code: ${code}, sql state: ${state}, message: ${message}`)
}
