import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connector } from './connector.ts'
import { QueryFailed } from './connector-errors.ts'
import { failureOf, openOn, runOn, type Stand, withSession } from './connector-stand.ts'
import type { ConnectorGround, Example } from './connector-trials.ts'
import { recordingSink } from './recording-sink.ts'

/** Trials of types whose sessions can be kept for the next run, or that have the option `read_only`. */
export interface SessionTrials {
  /** texts that leave something behind, and a question that shows it; its answer is that of a new session */
  reset: { leave: readonly string[]; ask: string }
  readOnly: {
    /** a text that reads, with its result */
    reads: Example
    /** texts that try to write; each must fail */
    writes: readonly string[]
    /** a question that shows whether one of them has written, and its answer if none has */
    untouched: Example
  } | null
}

const patience = () => AbortSignal.timeout(20_000)

export function sessionSuite(
  connector: Connector,
  trials: SessionTrials,
  start: () => Promise<ConnectorGround>,
): void {
  describe(`sessions of ${connector.type}`, () => {
    const stand: Stand = { connector, ground: {} as ConnectorGround, backends: [] }
    beforeAll(async () => {
      stand.ground = await start()
    })
    afterAll(() => stand.ground.stop?.())
    describe('are reset', () => resetTrials(stand, trials.reset))
    const { readOnly } = trials
    if (readOnly !== null) describe('only read', () => readOnlyTrials(stand, readOnly))
  })
}

function resetTrials(stand: Stand, { leave, ask }: SessionTrials['reset']): void {
  it.each(leave)('after: %s', async (text) => {
    const fresh = recordingSink()
    await runOn(stand, ask, fresh)
    await withSession(stand, async (session) => {
      // some of them fail, which also leaves something
      await failureOf(session.run(text, recordingSink(), patience()))
      await session.reset?.(patience())
      const again = recordingSink()
      await session.run(ask, again, patience())
      expect(again.cells).toEqual(fresh.cells)
    })
  })

  it('fails on a session that was lost', async () => {
    await withSession(stand, async (session) => {
      await session.close()
      expect(await failureOf(session.reset?.(patience()) ?? Promise.resolve())).toBeInstanceOf(Error)
    })
  })
}

function readOnlyTrials(stand: Stand, trials: NonNullable<SessionTrials['readOnly']>): void {
  const { reads, writes, untouched } = trials
  const open = () => openOn(stand, { ...stand.ground.options, read_only: true })

  it('and read as others do', async () => {
    const session = await open()
    for (let time = 0; time < 2; time++) {
      const sink = recordingSink()
      await session.run(reads.text, sink, patience())
      expect(sink.cells).toEqual(reads.cells)
    }
    await session.close()
  })

  it.each(writes)('whatever the text tries: %s', async (text) => {
    const session = await open()
    expect(await failureOf(session.run(text, recordingSink(), patience()))).toBeInstanceOf(QueryFailed)
    const sink = recordingSink()
    await runOn(stand, untouched.text, sink)
    expect(sink.cells).toEqual(untouched.cells)
    // and the session goes on
    await session.run(reads.text, recordingSink(), patience())
    await session.close()
  })
}
