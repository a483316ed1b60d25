import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Cancelled } from '../connector-errors.ts'
import { recordingSink } from '../recording-sink.ts'
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
import { postgres } from './postgres-connector.ts'

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

  const name = Buffer.from('a\0b\0')
  it.each([
    ['settings', pgMessage('S', name)],
    ['notifications', pgMessage('A', Buffer.concat([Buffer.from([0, 0, 0, 1]), name]))],
    ['ends of statements', done],
    ['empty queries', pgMessage('I', [])],
    ['keys', pgMessage('K', [0, 0, 0, 1, 0, 0, 0, 2])],
    ['understood statements', pgMessage('1', [])],
    ['statements without rows', pgMessage('n', [])],
    ['columns', Buffer.concat([described, done])],
  ])('that sends %s for ever: the query fails', async (_, message) => {
    const port = await honestUntil('select 1', (socket) =>
      flood(socket, Buffer.concat(Array.from({ length: 2000 }, () => message))),
    )
    expect((await expectClear(postgres, port)).message).toContain('more messages without rows')
  })

  it.each([
    ['rows without columns', Buffer.concat([pgMessage('T', [0, 0])]), pgMessage('D', [0, 0])],
    ['data of a copy', pgMessage('H', [0, 0, 0]), pgMessage('d', [])],
  ])(
    'that sends %s for ever: others have their turn, and a cancelled run ends soon',
    async (_, head, unit) => {
      const port = await honestUntil('select 1', (socket) => {
        socket.write(head)
        flood(socket, Buffer.concat(Array.from({ length: 10_000 }, () => unit)))
      })
      const turns = countTurns()
      const { error } = await outcome(postgres, port, runsQuery, 1)
      expect(error).toBeInstanceOf(Cancelled)
      const count = turns()
      expect(count).toBeGreaterThan(20)
      // each takes a millisecond or more, so this holds on a busy machine too
      expect(count).toBeLessThan(5000)
    },
  )

  const cell = (text: string) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length)
    return pgMessage('D', Buffer.concat([Buffer.from([0, 1]), length, Buffer.from(text)]))
  }
  const suspended = pgMessage('s', [])
  const tag = (text: string) => pgMessage('C', Buffer.from(`${text}\0`))
  const shorter: Record<string, Buffer[]> = {
    'rows without their end': [described, cell('1'), ready],
    'rows and a pause': [described, cell('1'), suspended, ready],
    'rows before their description': [cell('1'), described, cell('2'), done, ready],
    'rows after their end': [described, cell('1'), done, cell('2'), done, ready],
    'fewer rows than it counts': [described, cell('1'), cell('2'), tag('SELECT 5'), ready],
    'more rows than it counts': [described, cell('1'), cell('2'), tag('SELECT 1'), ready],
    'fewer rows than it fetches': [described, cell('1'), tag('FETCH 2'), ready],
    'columns twice': [described, cell('1'), described, cell('2'), done, ready],
    'columns twice and as many rows as it counts': [
      ...[described, cell('1'), described, cell('2'), tag('SELECT 2'), ready],
    ],
    'rows and an empty query': [described, cell('1'), pgMessage('I', []), ready],
  }
  it.each(Object.keys(shorter))('that sends %s: no result that looks whole', async (name) => {
    const port = await honestUntil('select 1', (socket) => socket.write(Buffer.concat(shorter[name] ?? [])))
    expect((await expectClear(postgres, port)).message).toMatch(/^The server sent /)
  })

  it.each([
    ['insert into t values (1) returning a', 'INSERT 0 2', /^The server sent /],
    ['update t set a = 1 returning a', 'UPDATE 1', null],
    // a rule of the server may have added the rows
    ['update t set a = 1', 'UPDATE 2', /^Query completed but it returned no data/],
    // of a rule, too: without RETURNING, its rows have no number that is known
    ['with w as (select 1) update t set a = 1', 'UPDATE 2', null],
    ['execute p', 'UPDATE 2', null],
    ['execute p', 'SELECT 2', /^The server sent /],
    ['select 1', 'SELECT', null],
    // a count of servers that do not count
    ['select 1', 'SELECT 0', null],
    ['select 1', 'SELECT 1', null],
    ['explain select 1', 'EXPLAIN', null],
  ])('that ends one row of %s with %s', async (text, ending, message) => {
    const word = text.split(' ')[0] as string
    const port = await honestUntil(`${word} `, (socket) =>
      socket.write(Buffer.concat([described, cell('1'), tag(ending), ready])),
    )
    const { error } = await outcome(postgres, port, (session, signal) =>
      session.run(text, recordingSink(), signal),
    )
    if (message === null) expect(error).toBe('it succeeded')
    else expect((error as Error).message).toMatch(message)
  })

  it.each(['end', 'resetAndDestroy'] as const)(
    'whose connection ends (%s): an error, wherever',
    async (end) => {
      const answer = [described, cell('1'), cell('2'), done, ready]
      for (let sent = 1; sent < answer.length; sent++) {
        const port = await honestUntil('select 1', (socket) => {
          socket.write(Buffer.concat(answer.slice(0, sent)))
          setTimeout(() => socket[end](), 50)
        })
        expect((await expectClear(postgres, port)).message).toBe('Query interrupted. Please retry.')
      }
    },
  )

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
