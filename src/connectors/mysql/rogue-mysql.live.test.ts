import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Cancelled } from '../connector-errors.ts'
import {
  type Answer,
  countTurns,
  expectClear,
  flood,
  listsTables,
  noise,
  outcome,
  rogue,
  runsQuery,
  silent,
} from '../rogue-server.ts'
import { mysql } from './mysql-connector.ts'

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

  /** Is honest until it is asked for `select 1`. */
  const answering = (answer: Buffer) => {
    const value = Buffer.concat([myPacket(1, [1]), field(2), eof(3), myPacket(4, lenenc('utf8mb4')), eof(5)])
    return rogue(
      (socket) => socket.write(hello),
      (socket, heard, text) => {
        if (heard === 1) socket.write(ok(2))
        else if (text.includes('select 1')) socket.write(answer)
        else socket.write(/select|show/i.test(text) ? value : ok(1))
      },
    )
  }

  it('that sends a broken row while the sink works: the query fails, not the process', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => myPacket(index + 4, lenenc('')))
    const broken = myPacket(10_004, [0xfd, 255, 255, 255])
    const answer = [myPacket(1, [1]), field(2), eof(3), ...rows, broken, eof(10_005)]
    await expectClear(mysql, await answering(Buffer.concat(answer)))
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

  it('that sends rows of an empty cell for ever: others have their turn, and a cancelled run ends soon', async () => {
    const value = Buffer.concat([myPacket(1, [1]), field(2), eof(3), myPacket(4, lenenc('utf8mb4')), eof(5)])
    const port = await rogue(
      (socket) => socket.write(hello),
      (socket, heard, text) => {
        if (heard === 1) socket.write(ok(2))
        else if (text.includes('select 1')) floodRows(1, '')(socket)
        else socket.write(/select|show/i.test(text) ? value : ok(1))
      },
    )
    const turns = countTurns()
    const { error } = await outcome(mysql, port, runsQuery, 1)
    expect(error).toBeInstanceOf(Cancelled)
    const count = turns()
    expect(count).toBeGreaterThan(20)
    // each takes a millisecond or more, so this holds on a busy machine too
    expect(count).toBeLessThan(5000)
  })

  const codes = {
    decimal: 0,
    integer: 3,
    float: 5,
    bigint: 8,
    date: 10,
    time: 11,
    datetime: 12,
    year: 13,
    bit: 16,
    json: 245,
  }
  it.each([
    ['integer', '1.5'],
    ['integer', 'abc'],
    ['integer', '1e400'],
    ['integer', ''],
    ['integer', 'NaN'],
    ['bigint', '1e3'],
    ['decimal', '1e3'],
    ['decimal', 'inf'],
    ['decimal', '1.'],
    ['float', 'abc'],
    ['float', '1e400'],
    ['float', ''],
    ['date', 'yesterday'],
    ['date', ''],
    ['time', '12'],
    ['datetime', '2024-01-02'],
    ['datetime', '2024-01-02 03:04:05"'],
    ['year', 'MMXXIV'],
    ['bit', '123456789'],
    ['bit', ''],
    ['json', '{"a":'],
    ['json', ''],
  ] as const)('that declares a column of type %s and sends %j: the query fails', async (type, cell) => {
    const port = await answering(
      Buffer.concat([
        ...[myPacket(1, [1]), field(2, 63, codes[type]), eof(3), myPacket(4, lenenc(cell)), eof(5)],
      ]),
    )
    expect((await expectClear(mysql, port)).message).toContain(`The server sent ${JSON.stringify(cell)}`)
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
