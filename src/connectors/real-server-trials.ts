import { describe, expect, it } from 'vitest'
import type { Connector, ConnectorHost, ConnectorOptions, Session } from './connector.ts'
import { Cancelled, ConnectionFailed } from './connector-errors.ts'
import { failureOf } from './connector-stand.ts'
import type { Example, FailingExample } from './connector-trials.ts'
import { recordingSink } from './recording-sink.ts'

/** What a real server shows with nothing but reading: its catalogue and texts without tables. */
export interface RealTrials {
  examples: Readonly<Record<string, Example>>
  wrongText: FailingExample
  manyRows: string
  slow: string
}

/** Options of a real server: `TEST_ORACLE='{"host": …}'` opts in to trials on it. null: the variable is not set. */
function realServer(type: string): ConnectorOptions | null {
  const given = process.env[`TEST_${type.toUpperCase()}`] ?? ''
  return given === '' ? null : JSON.parse(given)
}

const patience = () => AbortSignal.timeout(30_000)

/** Trials of a type whose server cannot be had here. There are none unless a variable names a real one. */
export function realServerTrials(connector: Connector, trials: RealTrials): void {
  const options = realServer(connector.type)
  if (options === null) return
  describe(`a real server of ${connector.name}`, () => {
    const within = async <T>(work: (session: Session) => Promise<T>) => {
      const session = await connector.open(options, {} as ConnectorHost, patience())
      try {
        return await work(session)
      } finally {
        await session.close()
      }
    }
    it.each(Object.entries(trials.examples))('reads %s', async (_, { text, columns, cells }) => {
      const sink = recordingSink()
      await within((session) => session.run(text, sink, patience()))
      expect(sink.names.map((name, at) => [name, sink.types[at]])).toEqual(columns)
      expect(sink.cells).toEqual(cells)
    })
    it('places errors, and the session goes on', async () => {
      await within(async (session) => {
        const { text, message, position } = trials.wrongText
        const failure = await failureOf(session.run(text, recordingSink(), patience()))
        expect((failure as Error).message).toMatch(message)
        expect(failure).toMatchObject({ position })
        await session.ping(patience())
      })
    })
    it('streams 100,000 rows, and stops when the sink has enough', async () => {
      const all = recordingSink({ keepsCells: false })
      const some = recordingSink({ keepsCells: false, stopAfter: 5000 })
      await within(async (session) => {
        await session.run(trials.manyRows, all, patience())
        await session.run(trials.manyRows, some, patience())
        await session.ping(patience())
      })
      const sum = ({ batches }: typeof all) => batches.reduce((total, each) => total + each, 0)
      expect(sum(all)).toBe(100_000)
      expect(sum(some)).toBeLessThan(100_000)
    })
    it('cancels', async () => {
      await within(async (session) => {
        const controller = new AbortController()
        const running = failureOf(session.run(trials.slow, recordingSink(), controller.signal))
        setTimeout(() => controller.abort(), 1000)
        expect(await running).toBeInstanceOf(Cancelled)
        await session.ping(patience())
      })
    })
    it('lists tables, and refuses a wrong password', async () => {
      const tables = await within((session) => session.tables(patience()))
      const names = tables?.map(({ name }) => name) ?? []
      expect(names).toEqual([...names].sort())
      const wrong = { ...options, password: 'wrong-password' }
      const failure = await failureOf(connector.open(wrong, {} as ConnectorHost, patience()))
      expect(failure).toBeInstanceOf(ConnectionFailed)
    })
  })
}
