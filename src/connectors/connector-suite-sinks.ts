import { expect, it } from 'vitest'
import type { Sink } from './connector.ts'
import { Cancelled, QueryFailed } from './connector-errors.ts'
import { failureOf, runOn, type Stand, withSession } from './connector-stand.ts'
import { type ConnectorTrials, oversizedPlaces } from './connector-trials.ts'
import { type RecordingSink, recordingSink } from './recording-sink.ts'

/** A sink that misbehaves in one of its calls. */
interface FailingSink extends Sink {
  record: RecordingSink
}

interface Moment {
  columns?: () => void
  /** called before a batch is taken; `batch` counts from 1, `rows` includes this batch */
  before?: (batch: number, rows: number) => Promise<void> | void
}

function sinkWith(moment: Moment, options: Parameters<typeof recordingSink>[0] = {}): FailingSink {
  const record = recordingSink({ keepsCells: false, ...options })
  let batches = 0
  let rows = 0
  return {
    record,
    columns(columns) {
      moment.columns?.()
      record.columns(columns)
    },
    async rows(batch) {
      rows += batch.length
      await moment.before?.(++batches, rows)
      return await record.rows(batch)
    },
    log: record.log,
    metadata: record.metadata,
  }
}

/** Errors of a sink: plain ones, and ones that look like errors of a driver or server. */
const errors: Readonly<Record<string, () => Error>> = {
  'a plain error': () => new Error('disk full'),
  'a refusal of the query': () => new QueryFailed('A row is too large.'),
  'an error that looks like a cancelled query': () =>
    Object.assign(new Error('canceling statement'), { code: '57014', severity: 'ERROR' }),
  'an error that looks like an interrupted query': () =>
    Object.assign(new Error('Query execution was interrupted'), {
      ...{ errno: 1317, code: 'ER_QUERY_INTERRUPTED', sqlState: '70100', sqlMessage: 'interrupted' },
    }),
  'an error that looks like a lost connection': () =>
    Object.assign(new Error('lost'), { fatal: true, code: 'PROTOCOL_CONNECTION_LOST' }),
}

const rowsOfManyRows = 100_000

/**
 * A sink may fail at any moment, and a row may be too large for it. A run succeeds only if all of its rows reached the
 * sink, or if the sink answered `false` (it has enough). In every other case the run fails with the sink's error.
 */
export function sinkTrials(stand: Stand, trials: ConnectorTrials): void {
  for (const [name, make] of Object.entries(errors)) {
    const fails = async (text: string, moment: (error: Error) => Moment) => {
      const error = make()
      await withSession(stand, async (session) => {
        const running = session.run(text, sinkWith(moment(error)), AbortSignal.timeout(60_000))
        expect(await failureOf(running)).toBe(error)
        await session.ping(AbortSignal.timeout(10_000))
      })
    }
    const throwing = (error: Error) => () => {
      throw error
    }
    it(`${name}: of the columns`, () => fails(trials.manyRows, (error) => ({ columns: throwing(error) })))
    it(`${name}: of the columns of an empty result`, () =>
      fails(trials.empty.text, (error) => ({ columns: throwing(error) })))
    it(`${name}: of the first rows`, () => fails(trials.manyRows, (error) => ({ before: throwing(error) })))
    it(`${name}: of the only rows`, () => fails(trials.types.text, (error) => ({ before: throwing(error) })))
    it(`${name}: of later rows, after some time`, () =>
      fails(trials.manyRows, (error) => ({
        async before(batch) {
          if (batch < 3) return
          await new Promise((resolve) => setTimeout(resolve, 30))
          throw error
        },
      })))
    it(`${name}: of the very last rows`, () =>
      fails(trials.manyRows, (error) => ({
        before(_, rows) {
          if (rows === rowsOfManyRows) throw error
        },
      })))
  }

  it('an error late in the result, and the session goes on', async () => {
    const { text, message, position } = trials.lateError
    await withSession(stand, async (session) => {
      const sink = recordingSink({ keepsCells: false })
      const failure = await failureOf(session.run(text, sink, AbortSignal.timeout(60_000)))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect((failure as QueryFailed).message).toMatch(message)
      if (position !== undefined) expect((failure as QueryFailed).position).toEqual(position)
      await session.ping(AbortSignal.timeout(10_000))
    })
  })

  it('a run that is cancelled while the sink fails is cancelled', async () => {
    await withSession(stand, async (session) => {
      const controller = new AbortController()
      const sink = sinkWith({
        async before() {
          controller.abort()
          await new Promise((resolve) => setTimeout(resolve, 20))
          throw new Error('disk full')
        },
      })
      expect(await failureOf(session.run(trials.manyRows, sink, controller.signal))).toBeInstanceOf(Cancelled)
      await session.ping(AbortSignal.timeout(10_000))
    })
  })

  it.each(oversizedPlaces)('a row that is too large for the sink is told: the %s', async (place) => {
    await withSession(stand, async (session) => {
      const sink = recordingSink({ refusesLargeRows: true })
      const failure = await failureOf(session.run(trials.oversized(place), sink, AbortSignal.timeout(60_000)))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect((failure as QueryFailed).message).toMatch(/larger than|exceed|too large|too big/i)
      expect(sink.cells.length).toBeLessThan(3)
      await session.ping(AbortSignal.timeout(10_000))
    })
  })

  it('every row or an error, whatever the size of the cells, for a sink that takes them', async () => {
    const sink = recordingSink()
    const failure = await failureOf(runOn(stand, trials.oversized('middle'), sink))
    if (failure === 'it succeeded') expect(sink.cells).toHaveLength(3)
    else expect(failure).toBeInstanceOf(QueryFailed)
  })
}
