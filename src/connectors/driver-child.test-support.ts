import { once } from 'node:events'
import { Cancelled, ConnectionFailed, QueryFailed } from './connector-errors.ts'
import { serveDriver } from './driver-child.ts'
import { encodeValue } from './encode-cell.ts'

/** A driver that does what the text says, as a driver might with what a server sends. */
serveDriver({
  async open(options, host, signal) {
    if (options['refuses'] === true) throw new ConnectionFailed('The server refuses.')
    return {
      ping: async () => {},
      tables: async () => [{ name: 'a', columns: [{ name: 'b', type: 'c' }] }],
      reset: async () => {},
      close: async () => {},
      async run(text, sink, runSignal) {
        const [word, argument = ''] = text.split(' ')
        if (word === 'hang') for (;;) Math.random()
        if (word === 'grow') for (const kept: Buffer[] = []; ; ) kept.push(Buffer.alloc(10_000_000, 1))
        if (word === 'end') process.exit(3)
        if (word === 'bug') throw new TypeError('a defect')
        if (word === 'ignore') await new Promise(() => {})
        if (word === 'wait') {
          host.reportBackend({ session: 7 })
          await once(runSignal, 'abort')
          throw new Cancelled()
        }
        if (word === 'refuse') throw new QueryFailed('No such table', { position: { line: 2, column: 3 } })
        if (word === 'tunnel') {
          const stream = await host.tunnel?.connect('db.internal', Number(argument), signal)
          stream?.write('hello')
          const [answer] = (await once(stream as NonNullable<typeof stream>, 'data')) as [Buffer]
          stream?.destroy()
          sink.columns([{ name: 'answer', type: 'string', encode: encodeValue }])
          await sink.rows([[answer.toString()]])
          return
        }
        sink.log('a notice')
        sink.progress?.({ fraction: 0.5 })
        sink.metadata({ data_scanned: 5 })
        sink.columns([{ name: 'n', type: 'integer', encode: encodeValue }])
        const count = Number(argument)
        for (let from = 0; from < count; from += 1000) {
          const rows = Array.from({ length: Math.min(1000, count - from) }, (_, place) => [from + place])
          if (!(await sink.rows(rows))) return
        }
      },
    }
  },
  async killOrphan(_options, _host, backend) {
    if (backend['session'] !== 7) throw new QueryFailed('Another session.')
  },
})
