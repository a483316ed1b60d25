import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { ConnectorHost } from '../connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { flood, noise, rogue } from '../rogue-server.ts'
import { impala } from './hive-connector.ts'

const password = 'secret-of-test'
const host = { reportBackend() {} } as unknown as ConnectorHost
const plain = { host: '127.0.0.1', timeout: 30 }
const withLogin = { ...plain, use_ldap: true, ldap_user: 'u', ldap_password: password }
/** no test waits for it, unless the connector does */
const ever = () => AbortSignal.timeout(60_000)

const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value | 0)
  return bytes
}
const text = (value: string) => Buffer.concat([int(value.length), Buffer.from(value)])
const field = (type: number, id: number, value: Buffer) => Buffer.concat([Buffer.from([type, 0, id]), value])
const struct = (...fields: Buffer[]) => Buffer.concat([...fields, Buffer.from([0])])
const reply = (result: Buffer) =>
  Buffer.concat([int(0x80010002), text('x'), int(0), struct(field(12, 0, result))])
const okay = field(12, 1, struct(field(8, 1, int(0))))
const handle = (id: number) =>
  field(12, id, struct(field(12, 1, struct(field(11, 1, text('guid')), field(11, 2, text('key'))))))

const opened = reply(struct(okay, field(8, 2, int(7)), handle(3)))
const begun = reply(struct(okay, handle(2)))
const finished = reply(struct(okay, field(8, 2, int(2))))
const oneColumn = struct(
  field(11, 1, text('a')),
  field(
    12,
    2,
    struct(
      field(
        15,
        1,
        Buffer.concat([Buffer.from([12]), int(1), struct(field(12, 1, struct(field(8, 1, int(3)))))]),
      ),
    ),
  ),
)
const described = reply(
  struct(okay, field(12, 2, struct(field(15, 1, Buffer.concat([Buffer.from([12]), int(1), oneColumn]))))),
)
const rows = (list: Buffer) =>
  reply(
    struct(
      okay,
      field(
        12,
        3,
        struct(
          field(
            15,
            3,
            Buffer.concat([Buffer.from([12]), int(1), struct(field(12, 4, struct(field(15, 1, list))))]),
          ),
        ),
      ),
    ),
  )

/** Answers to the calls, in their order; the last one is what the test is about. */
async function outcomeOf(
  last: Buffer | ((socket: Socket) => void),
  before: readonly Buffer[],
  signal = ever(),
) {
  const answers = [opened, ...before]
  const port = await rogue(
    () => {},
    (socket, heard) => {
      const answer = answers[heard - 1]
      if (answer !== undefined) socket.write(answer)
      else if (typeof last === 'function') last(socket)
      else socket.end(last)
    },
  )
  const session = await impala.open({ ...plain, port }, host, ever())
  const grownFrom = process.memoryUsage().rss
  const failure = await failureOf(session.run('select 1', recordingSink({ keepsCells: false }), signal))
  const grown = process.memoryUsage().rss - grownFrom
  await session.close()
  return { failure, grown }
}

describe('a server that is not HiveServer2', () => {
  it.each([
    ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['speaks SSH', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['sends anything', noise(3, 500).toString('latin1')],
    ['closes the connection', ''],
    ['announces a long text', int(0x7fffffff).toString('latin1')],
  ])('that %s is refused in words', async (_, answer) => {
    const port = await rogue(
      () => {},
      (socket) => void (answer === '' ? socket.end() : socket.end(Buffer.from(answer, 'latin1'))),
    )
    for (const options of [plain, withLogin]) {
      const failure = await failureOf(impala.open({ ...options, port }, host, ever()))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect((failure as Error).message).toMatch(/127\.0\.0\.1:\d+/)
      expect((failure as Error).message).not.toContain(password)
    }
  })

  it('that says nothing to a login is not waited for', async () => {
    const port = await rogue(
      () => {},
      () => {},
    )
    const failure = await failureOf(impala.open({ ...withLogin, timeout: 1, port }, host, ever()))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toMatch(/did not answer in time/)
  })

  it('that refuses a login says why', async () => {
    const port = await rogue(
      () => {},
      (socket) => socket.end(Buffer.concat([Buffer.from([3]), text('no such user')])),
    )
    const failure = await failureOf(impala.open({ ...withLogin, port }, host, ever()))
    expect((failure as Error).message).toMatch(/refused the user name or password: no such user/)
  })
})

describe('a server that sends', () => {
  const answered = [begun, finished, described]
  const list = (type: number, count: number, ...values: Buffer[]) =>
    Buffer.concat([Buffer.from([type]), int(count), ...values])
  const cases: [string, Buffer, readonly Buffer[], RegExp][] = [
    [
      'an error',
      reply(
        struct(
          field(
            12,
            1,
            struct(field(8, 1, int(3)), field(11, 5, text('org.x.SomeException: bad\n\tat org.x.Y(Z.java)'))),
          ),
        ),
      ),
      [],
      /^bad$/,
    ],
    [
      'an error without words',
      reply(struct(field(12, 1, struct(field(8, 1, int(3)))))),
      [],
      /gave no reason/,
    ],
    [
      'an exception',
      Buffer.concat([int(0x80010003), text('x'), int(0), struct(field(11, 1, text('Invalid method')))]),
      [],
      /^Invalid method$/,
    ],
    ['no operation', reply(struct(okay)), [], /without saying what it has begun/],
    [
      'another message',
      Buffer.concat([int(0x80010001), text('x'), int(0), struct()]),
      [],
      /something else|lost/,
    ],
    [
      'a failed operation',
      reply(struct(okay, field(8, 2, int(5)), field(11, 5, text('too bad')))),
      [begun],
      /^too bad$/,
    ],
    [
      'more elements than an answer has',
      rows(list(8, 0x7fffffff)),
      answered,
      /more elements than its message/,
    ],
    ['fewer elements than it says', rows(list(8, 1000, int(1))), answered, /lost|closed/],
    [
      'a text where a number belongs',
      rows(list(8, 0)),
      [...answered, rows(list(11, 1, text('x')))],
      /as a value of type integer/,
    ],
    ['a value of an unknown type', rows(list(99, 1)), answered, /type that is not known/],
    [
      'what is nested too deeply',
      Buffer.concat([
        int(0x80010002),
        text('x'),
        int(0),
        ...Array.from({ length: 50 }, () => Buffer.from([12, 0, 1])),
      ]),
      [],
      /nested too deeply/,
    ],
  ]
  it.each(cases)('%s fails the run', async (_, answer, before, message) => {
    const { failure } = await outcomeOf(answer, before)
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as Error).message).toMatch(message)
  })

  it('a text without end is not kept', async () => {
    const controller = new AbortController()
    const head = Buffer.concat([int(0x80010002), text('x'), int(0), field(11, 0, int(0x20000000))])
    const { failure, grown } = await outcomeOf(
      (socket) => {
        socket.write(head)
        flood(socket, Buffer.alloc(65_536))
      },
      [begun],
      controller.signal,
    )
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(grown).toBeLessThan(300_000_000)
  })

  it('nothing any more can be stopped', async () => {
    const controller = new AbortController()
    const { failure } = await outcomeOf(() => controller.abort(), [begun], controller.signal)
    expect(failure).toBeInstanceOf(Cancelled)
  })
})
