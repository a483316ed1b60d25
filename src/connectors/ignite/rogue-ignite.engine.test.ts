import { describe, expect, it } from 'vitest'
import type { ConnectorHost } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { rogue, silent } from '../rogue-server.ts'
import { ignite } from './ignite-connector.ts'

const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}
const text = (value: string) => Buffer.concat([Buffer.from([9]), int(value.length), Buffer.from(value)])
const framed = (...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([int(body.length), body])
}
/** number of the request, status, cursor */
const head = Buffer.alloc(20)
const last = Buffer.from([0])
const clock = framed(
  ...[head, int(2), text('a'), text('b'), int(1)],
  ...[text('2000-01-01T00:00:00.000Z'), text('1970-01-01T00:00:00.000Z'), last],
)
const page = (rows: number, cells: Buffer) => framed(head, int(1), text('c'), int(rows), cells, last)
const [nothing, unknown] = [101, 200]

/** The answer to the query of a session, whose server answers everything before as Ignite does. */
async function outcomeOf(answer: Buffer) {
  const port = await rogue(silent, (socket, heard) => {
    socket.write([framed(Buffer.from([1])), clock][heard - 1] ?? answer)
  })
  const signal = AbortSignal.timeout(60_000)
  const session = await ignite.open({ server: `127.0.0.1:${port}` }, {} as ConnectorHost, signal)
  const sink = recordingSink()
  const failure = await failureOf(session.run('select 1', sink, signal))
  await session.close()
  return { failure: failure as Error, sink }
}

describe('a server that sends', () => {
  it('far more rows than were asked for does not have them all held', async () => {
    const rows = Buffer.concat([
      Buffer.alloc(300, nothing),
      Buffer.from([unknown]),
      Buffer.alloc(700, nothing),
    ])
    const { failure, sink } = await outcomeOf(page(1001, rows))
    expect(failure.message).toContain('type that is not supported (code 200)')
    // the columns are told before the end of the page
    expect(sink.names).toEqual(['c'])
  })

  it.each([
    [
      'a cell of two million empty elements',
      page(1, Buffer.concat([Buffer.from([23]), int(0), int(2_000_000), Buffer.alloc(2_000_000, nothing)])),
      /more than 64 MB of memory/,
    ],
    [
      'columns without names',
      framed(head, int(5_000_000), Buffer.alloc(5_000_000, nothing), int(0), last),
      /5,000,000 columns/,
    ],
    ['more rows than bytes', page(1_000_000, Buffer.alloc(10, nothing)), /no valid length/],
  ])('%s fails the run in words', async (_, answer, message) => {
    const { failure } = await outcomeOf(answer)
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(failure.message).toMatch(message)
  })
})
