import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Connector, ConnectorHost, Session } from './connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from './connector-errors.ts'
import { mysql } from './mysql/mysql-connector.ts'
import { postgres } from './postgres/postgres-connector.ts'
import { recordingSink } from './recording-sink.ts'

const host: ConnectorHost = {
  fileFolders: [],
  fetch: () => Promise.reject(new Error('no HTTP')),
  reportBackend: () => {},
  engineMemoryMb: 0,
}

let servers: Server[] = []
let sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
  sockets = []
  servers = []
})

/** A server that answers what comes as it likes; `heard` counts the messages of the client on this connection. */
async function rogue(
  greet: (socket: Socket) => void,
  answer: (socket: Socket, heard: number, text: string) => void,
) {
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    let heard = 0
    greet(socket)
    socket.on('data', (bytes) => answer(socket, ++heard, bytes.toString('latin1')))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

type Use = (session: Session, signal: AbortSignal) => Promise<unknown>
const runsQuery: Use = (session, signal) =>
  session.run('select 1', recordingSink({ keepsCells: false }), signal)
const listsTables: Use = (session, signal) => session.tables(signal)

/** Opens a session and uses it; the error, and how much memory that took. */
async function outcome(connector: Connector, port: number, use = runsQuery, seconds = 3) {
  const options = {
    ...{ host: '127.0.0.1', port, user: 'u', password: 'p', passwd: 'p', db: 'd', dbname: 'd' },
    ...{ sslmode: 'disable', ssl_mode: 'disabled', connect_timeout: 2, dsn: 'connect_timeout=2' },
  }
  const signal = AbortSignal.timeout(seconds * 1000)
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  try {
    const session = await connector.open(options, host, signal)
    try {
      await use(session, signal)
      return { error: 'it succeeded' as unknown, grown: most - before }
    } finally {
      await session.close()
    }
  } catch (error) {
    return { error: error as unknown, grown: most - before }
  } finally {
    clearInterval(watch)
  }
}

const expected = [ConnectionFailed, QueryFailed, Cancelled]
const maxGrowth = 500_000_000

async function expectClear(connector: Connector, port: number, use = runsQuery, seconds = 3) {
  const { error, grown } = await outcome(connector, port, use, seconds)
  expect(
    expected.some((kind) => error instanceof kind),
    String((error as Error)?.stack ?? error),
  ).toBe(true)
  expect((error as Error).message.length).toBeGreaterThan(5)
  expect(grown).toBeLessThan(maxGrowth)
  return error as Error
}

/** Writes until the other side has had enough. */
function flood(socket: Socket, bytes: Buffer) {
  const write = () => {
    while (!socket.destroyed && socket.writable)
      if (!socket.write(bytes)) return void socket.once('drain', write)
  }
  write()
}

/** The same noise each time. */
function noise(seed: number, length: number): Buffer {
  let state = seed * 2654435761 + 1
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 24
    }),
  )
}

const silent = () => {}
type Answer = (socket: Socket) => void

const pgMessage = (code: string, body: Buffer | number[], length?: number) => {
  const bytes = Buffer.from(body as number[])
  const head = Buffer.alloc(5)
  head.write(code, 0, 'latin1')
  head.writeUInt32BE(length ?? bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}
const ready = pgMessage('Z', [0x49])
const signedIn = Buffer.concat([pgMessage('R', [0, 0, 0, 0]), ready])
const column = (name: string) =>
  Buffer.concat([
    Buffer.from(`${name}\0`),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
  ])
const described = pgMessage('T', Buffer.concat([Buffer.from([0, 1]), column('a')]))

describe('a rogue PostgreSQL server', () => {
  const answers: Record<string, Answer> = {
    'an unknown way to sign in': (socket) => socket.write(pgMessage('R', [0, 0, 0, 99])),
    'a broken SASL': (socket) => socket.write(pgMessage('R', [0, 0, 0, 11, 1, 2])),
    'an error without words': (socket) => socket.write(pgMessage('E', [0])),
    'a length of zero': (socket) => socket.write(pgMessage('R', [], 0)),
    'a length of 4 GB': (socket) => flood(socket, pgMessage('E', Buffer.alloc(60_000), 0xffffffff)),
    'a page of the web': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    silence: silent,
    'its hands off': (socket) => socket.destroy(),
    'endless settings': (socket) =>
      flood(
        socket,
        Buffer.concat(Array.from({ length: 500 }, (_, i) => pgMessage('S', Buffer.from(`s${i}\0v\0`)))),
      ),
    'a byte now and then': (socket) => {
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('S')), 100)
    },
  }
  it.each(Object.keys(answers))('that answers the greeting with %s', async (name) => {
    await expectClear(
      postgres,
      await rogue(silent, (socket, heard) => heard === 1 && answers[name]?.(socket)),
    )
  })

  const replies: Record<string, Answer> = {
    'columns of a negative number': (socket) => socket.write(pgMessage('T', [0xff, 0xff])),
    'columns that are cut off': (socket) => socket.write(pgMessage('T', [0x7f, 0xff, 65])),
    'a row without columns': (socket) => socket.write(pgMessage('D', [0, 1, 0, 0, 0, 1, 65])),
    'a row of other cells': (socket) =>
      socket.write(Buffer.concat([described, pgMessage('D', [0, 3]), ready])),
    'a row of 2 GB': (socket) =>
      flood(socket, Buffer.concat([described, pgMessage('D', Buffer.alloc(60_000), 0x7fffffff)])),
    'a cell of a negative length': (socket) =>
      socket.write(Buffer.concat([described, pgMessage('D', [0, 1, 0xff, 0, 0, 0])])),
    'a message of no kind': (socket) => socket.write(pgMessage('?', [1, 2, 3])),
    'endless notices': (socket) => flood(socket, pgMessage('N', Buffer.from('SNOTICE\0Mhello\0\0'))),
    'the end in the middle of a row': (socket) =>
      socket.end(Buffer.concat([described, pgMessage('D', [0, 1], 500)])),
    'columns and silence': (socket) => socket.write(described),
  }
  it.each(Object.keys(replies))('that answers a query with %s', async (name) => {
    const port = await rogue(silent, (socket, heard) => {
      if (heard === 1) socket.write(signedIn)
      else replies[name]?.(socket)
    })
    await expectClear(postgres, port)
  })

  const done = pgMessage('C', Buffer.from('SELECT\0'))
  /** Is honest until it hears `word`, then it behaves as `answer` says. */
  const honestUntil = (word: string, answer: Answer) =>
    rogue(silent, (socket, heard, text) => {
      if (heard === 1) socket.write(signedIn)
      else if (text.includes(word)) answer(socket)
      else socket.write(Buffer.concat([...text.split(';').map(() => done), ready]))
    })
  const rowsOf = (columns: number, cell: string) => (socket: Socket) => {
    const cells = Array.from({ length: columns }, () => [
      Buffer.from([0, 0, 0, cell.length]),
      Buffer.from(cell),
    ])
    const row = pgMessage('D', Buffer.concat([Buffer.from([0, columns]), ...cells.flat()]))
    const names = Array.from({ length: columns }, (_, index) => column(`c${index}`))
    socket.write(pgMessage('T', Buffer.concat([Buffer.from([0, columns]), ...names])))
    flood(socket, Buffer.concat(Array.from({ length: 200 }, () => row)))
  }

  it('that floods rows when it is asked about itself', async () => {
    const error = await expectClear(
      postgres,
      await honestUntil('pg_stat_activity', rowsOf(2, 'x'.repeat(200))),
    )
    expect(error.message).toContain('short question')
  })

  it('that floods rows as the list of its tables', async () => {
    const port = await honestUntil('pg_class', rowsOf(6, 'x'.repeat(250)))
    const error = await expectClear(postgres, port, listsTables, 15)
    expect(error.message).toContain('list of tables')
  })

  it.each([
    ['small notices', pgMessage('N', Buffer.from('SNOTICE\0Mhello\0\0')), 50_000],
    ['large notices', pgMessage('N', Buffer.from(`SNOTICE\0M${'x'.repeat(3_000_000)}\0\0`)), 20],
  ])('that sends very many %s: the log says so once', async (_, notice, count) => {
    const notices = Buffer.concat(Array.from({ length: count }, () => notice))
    const port = await honestUntil('select 1', (socket) => {
      // headers are cut in the middle
      socket.write(notices.subarray(0, notice.length * 2 + 3))
      setTimeout(
        () => socket.write(Buffer.concat([notices.subarray(notice.length * 2 + 3), described, done, ready])),
        50,
      )
    })
    const sink = recordingSink()
    await outcome(postgres, port, (session, signal) => session.run('select 1', sink, signal))
    const shown = count === 20 ? 1 : 999
    expect(sink.names).toEqual(['a'])
    expect(sink.lines).toHaveLength(shown + 1)
    expect(sink.lines.at(-1)).toContain(`${(count - shown).toLocaleString('en-US')} more notices`)
  })

  it('that describes columns for ever: a cancelled run ends soon', async () => {
    const port = await honestUntil('select 1', (socket) =>
      flood(socket, Buffer.concat(Array.from({ length: 500 }, () => Buffer.concat([described, done])))),
    )
    const begun = performance.now()
    const { error } = await outcome(postgres, port, runsQuery, 1)
    expect(error).toBeInstanceOf(Cancelled)
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  it('that sends noise', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const port = await rogue(silent, (socket, heard) => {
        if (heard === 1 && seed % 2 === 0) socket.write(signedIn)
        else
          socket.end(
            Buffer.concat([pgMessage('TDECZRSK1'[seed % 9] ?? 'T', noise(seed, 40)), noise(seed, 400)]),
          )
      })
      await expectClear(postgres, port)
    }
  })
})

const myPacket = (sequence: number, body: Buffer | number[], length?: number) => {
  const bytes = Buffer.from(body as number[])
  const size = length ?? bytes.length
  return Buffer.concat([
    Buffer.from([size & 255, (size >> 8) & 255, (size >> 16) & 255, sequence & 255]),
    bytes,
  ])
}
const hello = myPacket(
  0,
  Buffer.concat([
    Buffer.from([10]),
    Buffer.from('8.0.30\0'),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from('12345678\0'),
    // no TLS, protocol 4.1, transactions, secure connection, plug-ins
    Buffer.from([0x0f, 0xa2, 45, 2, 0, 0x88, 0, 21, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from('123456789012\0mysql_native_password\0'),
  ]),
)
const ok = (sequence: number) => myPacket(sequence, [0, 0, 0, 2, 0, 0, 0])
const eof = (sequence: number) => myPacket(sequence, [0xfe, 0, 0, 2, 0])
const lenenc = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
const field = (sequence: number, charset = 45, type = 253) =>
  myPacket(
    sequence,
    Buffer.concat([
      ...['def', '', '', '', 'a', ''].map(lenenc),
      Buffer.from([0x0c, charset & 255, charset >> 8, 0, 1, 0, 0, type, 0, 0, 0, 0, 0]),
    ]),
  )

describe('a rogue MySQL server', () => {
  const greetings: Record<string, Answer> = {
    'an old protocol': (socket) => socket.write(myPacket(0, [9, 65, 0])),
    'half a greeting': (socket) => socket.end(hello.subarray(0, 20)),
    'an error without words': (socket) => socket.write(myPacket(0, [0xff])),
    'a packet without end': (socket) => flood(socket, myPacket(0, Buffer.alloc(0xffffff))),
    'a page of the web': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    silence: silent,
    'its hands off': (socket) => socket.destroy(),
    'a byte now and then': (socket) => {
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('\x01')), 100)
    },
  }
  it.each(Object.keys(greetings))('that greets with %s', async (name) => {
    await expectClear(mysql, await rogue((socket) => greetings[name]?.(socket), silent))
  })

  const signIns: Record<string, Answer> = {
    'a plug-in of no name': (socket) => socket.write(myPacket(2, [0xfe, 120, 120, 0, 1, 2])),
    'more data for nothing': (socket) => socket.write(myPacket(2, [1, 3, 4])),
    'a packet of no kind': (socket) => socket.write(myPacket(2, [77])),
    silence: silent,
  }
  it.each(Object.keys(signIns))('that answers credentials with %s', async (name) => {
    await expectClear(
      mysql,
      await rogue(
        (socket) => socket.write(hello),
        (socket) => signIns[name]?.(socket),
      ),
    )
  })

  const replies: Record<string, Answer> = {
    'a million columns': (socket) => socket.write(myPacket(1, [0xfe, 0, 0, 0, 0, 1, 0, 0, 0])),
    'endless columns': (socket) => {
      socket.write(myPacket(1, [0xfc, 0xff, 0x0f]))
      flood(socket, Buffer.concat(Array.from({ length: 256 }, (_, i) => field(i + 2))))
    },
    'a wish for a file': (socket) => socket.write(myPacket(1, Buffer.from('\xfb/etc/passwd', 'latin1'))),
    'a column of no character set, and a row': (socket) =>
      socket.write(Buffer.concat([myPacket(1, [1]), field(2, 4999), eof(3), myPacket(4, [1, 0xe9]), eof(5)])),
    'a row that is too short': (socket) =>
      socket.write(Buffer.concat([myPacket(1, [1]), field(2), eof(3), myPacket(4, []), eof(5)])),
    'a cell longer than its row': (socket) =>
      socket.write(
        Buffer.concat([myPacket(1, [1]), field(2), eof(3), myPacket(4, [0xfd, 255, 255, 255]), eof(5)]),
      ),
    'a row without end': (socket) => {
      socket.write(Buffer.concat([myPacket(1, [1]), field(2), eof(3)]))
      flood(socket, myPacket(4, Buffer.alloc(0xffffff)))
    },
    'no end of the columns': (socket) => socket.write(Buffer.concat([myPacket(1, [1]), field(2), field(3)])),
    'results for ever': (socket) =>
      flood(
        socket,
        Buffer.concat(Array.from({ length: 256 }, (_, i) => myPacket(i + 1, [0, 0, 0, 10, 0, 0, 0]))),
      ),
    'packets in disorder': (socket) => flood(socket, myPacket(9, [0, 0, 0, 10, 0, 0, 0])),
    'the end in the middle of a row': (socket) =>
      socket.end(Buffer.concat([myPacket(1, [1]), field(2), eof(3), myPacket(4, [5, 65], 6)])),
    'an error without words': (socket) => socket.write(myPacket(1, [0xff])),
    silence: silent,
    'no rows at all': (socket) => socket.write(ok(1)),
  }
  it.each(Object.keys(replies))('that answers a query with %s', async (name) => {
    const port = await rogue(
      (socket) => socket.write(hello),
      (socket, heard) => {
        if (heard === 1) socket.write(ok(2))
        else replies[name]?.(socket)
      },
    )
    await expectClear(mysql, port)
  })

  const floodRows = (columns: number, cell: string) => (socket: Socket) => {
    const fields = Array.from({ length: columns }, (_, index) => field(index + 2))
    socket.write(Buffer.concat([myPacket(1, [columns]), ...fields, eof(columns + 2)]))
    const row = Buffer.concat(Array.from({ length: columns }, () => lenenc(cell)))
    let sequence = columns + 2
    const rows = Array.from({ length: 256 }, () => myPacket(++sequence, row))
    flood(socket, Buffer.concat(rows))
  }
  it.each([
    ['unix_timestamp()', 'short question', runsQuery],
    ['@@', 'short question', runsQuery],
    ['information_schema', 'list of tables', listsTables],
  ])('that floods rows when it is asked for %s', async (word, message, use) => {
    const value = Buffer.concat([myPacket(1, [1]), field(2), eof(3), myPacket(4, lenenc('utf8mb4')), eof(5)])
    const port = await rogue(
      (socket) => socket.write(hello),
      (socket, heard, text) => {
        if (heard === 1) socket.write(ok(2))
        else if (text.includes(word)) floodRows(5, 'x'.repeat(200))(socket)
        else socket.write(/select|show/i.test(text) ? value : ok(1))
      },
    )
    const error = await expectClear(mysql, port, use, 15)
    expect(error.message).toContain(message)
  })

  it('that sends noise', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const port = await rogue(
        (socket) => (seed % 3 === 0 ? socket.end(noise(seed, 300)) : socket.write(hello)),
        (socket, heard) => {
          if (heard === 1 && seed % 3 === 1) socket.write(ok(2))
          else socket.end(Buffer.concat([myPacket(heard === 1 ? 2 : 1, noise(seed, 30)), noise(seed, 300)]))
        },
      )
      await expectClear(mysql, port)
    }
  })
})
