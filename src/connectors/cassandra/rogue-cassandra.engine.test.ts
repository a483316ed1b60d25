import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { ConnectorHost } from '../connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { flood, noise, rogue } from '../rogue-server.ts'
import { cassandra } from './cassandra-connector.ts'

const password = 'secret-of-test'

function frame(opcode: number, body: Buffer, length = body.length): Buffer {
  const head = Buffer.from([0x84, 0, 0, 0, opcode, 0, 0, 0, 0])
  head.writeInt32BE(length, 5)
  return Buffer.concat([head, body])
}

const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
const ready = frame(0x02, Buffer.alloc(0))
const keyspaceSet = frame(0x08, Buffer.concat([int(3), text('k')]))
/** the beginning of rows: one column of this type */
const rows = (type: number, more = Buffer.alloc(0)) => [
  ...[int(2), int(1), int(1), text('k'), text('t'), text('a'), Buffer.from([0, type]), more],
]

const open = (port: number, signal = AbortSignal.timeout(20_000)) =>
  cassandra.open(
    { host: '127.0.0.1', port, keyspace: 'k', username: 'u', password, useSsl: false, timeout: 1 },
    {} as ConnectorHost,
    signal,
  )

/** A server that logs everyone in; its answer to the query is what the test is about. */
const afterLogin = (answer: (socket: Socket) => void) =>
  rogue(
    () => {},
    (socket, heard) => {
      if (heard === 1) socket.write(ready)
      else if (heard === 2) socket.write(keyspaceSet)
      else answer(socket)
    },
  )

async function outcomeOf(answer: (socket: Socket) => void, signal = AbortSignal.timeout(20_000)) {
  const session = await open(await afterLogin(answer))
  const before = process.memoryUsage().rss
  const failure = await failureOf(session.run('select', recordingSink({ keepsCells: false }), signal))
  const grown = process.memoryUsage().rss - before
  await session.close()
  return { failure, grown }
}

describe('a server that is not Cassandra', () => {
  it.each([
    ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['speaks SSH', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['sends anything', noise(7, 500).toString('latin1')],
    ['answers with another message', frame(0x08, int(1)).toString('latin1')],
    ['asks for another login', frame(0x0e, int(-1)).toString('latin1')],
    ['announces a huge message', frame(0x02, Buffer.alloc(0), 0x7fffffff).toString('latin1')],
    ['says nothing', null],
    ['closes the connection', ''],
  ])('that %s is refused in words', async (_, answer) => {
    const port = await rogue(
      () => {},
      (socket) => {
        if (answer === '') socket.end()
        else if (answer !== null) socket.write(Buffer.from(answer, 'latin1'))
      },
    )
    const failure = await failureOf(open(port))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toMatch(/127\.0\.0\.1:\d+/)
    expect((failure as Error).message).not.toContain(password)
  })

  it('does not get the password unless it asks for one', async () => {
    let heard = ''
    const port = await rogue(
      () => {},
      (socket, count, bytes) => {
        heard += bytes
        socket.write(count === 1 ? ready : keyspaceSet)
      },
    )
    await (await open(port)).close()
    expect(heard).not.toContain(password)
  })
})

describe('a server that sends', () => {
  const cases: [string, Buffer, RegExp][] = [
    [
      'a cell longer than its message',
      frame(0x08, Buffer.concat([...rows(0x0d), int(1), int(500)])),
      /shorter than it says/,
    ],
    [
      'a row that is too large',
      frame(0x08, Buffer.concat([...rows(0x03), int(1), int(70_000_000)]), 80_000_000),
      /row of the result is larger/,
    ],
    [
      'a number of the wrong length',
      frame(0x08, Buffer.concat([...rows(0x09), int(1), int(2), Buffer.from([0, 1])])),
      /2 bytes/,
    ],
    [
      'a text that is none',
      frame(0x08, Buffer.concat([...rows(0x0d), int(1), int(1), Buffer.from([0xff])])),
      /as a value of type text/,
    ],
    [
      'a list with more elements than bytes',
      frame(0x08, Buffer.concat([...rows(0x20, Buffer.from([0, 9])), int(1), int(4), int(1_000_000)])),
      /collection/,
    ],
    ['an unknown type', frame(0x08, Buffer.concat(rows(0x77))), /type that is not known/],
    [
      'a million columns',
      frame(0x08, Buffer.concat([int(2), int(4), int(1_000_000)])),
      /what the columns are/,
    ],
    [
      'types without end',
      frame(
        0x08,
        Buffer.concat([
          int(2),
          int(1),
          int(1),
          text('k'),
          text('t'),
          text('a'),
          ...Array.from({ length: 100 }, () => Buffer.from([0, 0x20])),
        ]),
      ),
      /nested too deeply/,
    ],
    ['a result that breaks off', frame(0x08, Buffer.concat(rows(0x09)), 5000), /lost|did not answer/],
    ['an error without words', frame(0x00, Buffer.concat([int(0x2200), text('')])), /gave no reason/],
    ['a message that belongs elsewhere', ready, /something else/],
  ]
  it.each(cases)('%s fails the run', async (_, answer, message) => {
    const { failure } = await outcomeOf((socket) => {
      socket.write(answer)
      if (answer.length < 200) socket.end()
    })
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as Error).message).toMatch(message)
  })

  it('rows without end is read in turns, and can be stopped', async () => {
    const controller = new AbortController()
    const empty = Buffer.alloc(65_536, 0xff)
    const { failure, grown } = await outcomeOf((socket) => {
      socket.write(frame(0x08, Buffer.concat([...rows(0x09), int(0x7fffffff)]), 0x0fffffff))
      flood(socket, empty)
      setTimeout(() => controller.abort(), 300)
    }, controller.signal)
    expect(failure).toBeInstanceOf(Cancelled)
    expect(grown).toBeLessThan(500_000_000)
  })
})
