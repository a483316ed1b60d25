import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SchemaColumn } from '#shared/data-sources/data-sources-api.ts'
import type { BackendReference, Connector, ConnectorHost } from './connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed, TimedOut } from './connector-errors.ts'
import { failureOf, openOn as open, runOn as run, type Stand, withSession } from './connector-stand.ts'
import { sinkTrials } from './connector-suite-sinks.ts'
import type { ConnectorGround, ConnectorTrials } from './connector-trials.ts'
import { recordingSink } from './recording-sink.ts'

export function connectorSuite(
  connector: Connector,
  trials: ConnectorTrials,
  start: () => Promise<ConnectorGround>,
): void {
  describe(`connector ${connector.type}`, () => {
    const stand: Stand = { connector, ground: {} as ConnectorGround, backends: [] }
    beforeAll(async () => {
      stand.ground = await start()
    })
    afterAll(() => stand.ground.stop?.())

    it('gives a reason for every trial that it lacks', () => {
      const missing = Object.entries(trials).filter(([, trial]) => trial === null)
      expect(Object.keys(trials.lacks).sort()).toEqual(missing.map(([name]) => name).sort())
    })
    describe('reads', () => examplesOf(stand, trials))
    describe('fails', () => failuresOf(stand, trials))
    describe('streams', () => streamsOf(stand, trials))
    describe('stops', () => stopsOf(stand, trials))
    describe('never gives a part for the whole', () => sinkTrials(stand, trials))
    describe('schema', () => schemaOf(stand, trials))
  })
}

function examplesOf(stand: Stand, trials: ConnectorTrials): void {
  const examples = {
    'every type': trials.types,
    nulls: trials.nulls,
    'an empty result with its columns': trials.empty,
    'duplicate names': trials.duplicateNames,
    'big numbers digit for digit': trials.bigNumbers,
    'dates and zones': trials.dates,
    unicode: trials.unicode,
    'several statements': trials.severalStatements,
  }
  for (const [name, example] of Object.entries(examples)) {
    if (example === null) continue
    it(name, async () => {
      const sink = recordingSink()
      await run(stand, example.text, sink)
      expect(sink.names.map((column, index) => [column, sink.types[index]])).toEqual(example.columns)
      expect(sink.cells).toEqual(example.cells)
    })
  }
  it('one text after another in one session', async () => {
    await withSession(stand, async (session) => {
      for (let time = 0; time < 3; time++) {
        const sink = recordingSink()
        await session.run(trials.types.text, sink, AbortSignal.timeout(10_000))
        expect(sink.cells).toEqual(trials.types.cells)
      }
    })
  })
  it('the connection test passes', () =>
    withSession(stand, (session) => session.ping(AbortSignal.timeout(10_000))))
}

function failuresOf(stand: Stand, trials: ConnectorTrials): void {
  for (const [name, failing] of Object.entries({
    'a wrong text': trials.wrongText,
    'no result': trials.withoutResult,
  })) {
    if (failing === null) continue
    it(`${name}, and the session goes on`, async () => {
      await withSession(stand, async (session) => {
        const failure = await failureOf(
          session.run(failing.text, recordingSink(), AbortSignal.timeout(10_000)),
        )
        expect(failure).toBeInstanceOf(QueryFailed)
        expect((failure as QueryFailed).message).toMatch(failing.message)
        if (failing.position !== undefined)
          expect((failure as QueryFailed).position).toEqual(failing.position)
        const sink = recordingSink()
        await session.run(trials.types.text, sink, AbortSignal.timeout(10_000))
        expect(sink.cells).toEqual(trials.types.cells)
      })
    })
  }
  it('a connection that is refused, or with a wrong password', async () => {
    const { refused, wrongPassword } = stand.ground
    if (refused === null && wrongPassword === null) expect(stand.ground.connectsLater).toBe(true)
    for (const options of [refused, wrongPassword]) {
      if (options === null) continue
      const failure = await failureOf(
        open(stand, options).then((session) => session.ping(AbortSignal.timeout(10_000))),
      )
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect((failure as Error).message.length).toBeGreaterThan(20)
      expect((failure as Error).message).not.toContain('wrong-password')
    }
  })
}

function streamsOf(stand: Stand, trials: ConnectorTrials): void {
  it.each([0, 3])('100,000 rows in bounded batches to a sink that takes %d ms', async (milliseconds) => {
    const sink = recordingSink({ keepsCells: false, milliseconds })
    await run(stand, trials.manyRows, sink)
    expect(sum(sink.batches)).toBe(100_000)
    expect(Math.max(...sink.batches)).toBeLessThanOrEqual(20_000)
    expect(sink.resultSets).toBe(1)
  })
}

function stopsOf(stand: Stand, trials: ConnectorTrials): void {
  it('before it begins', async () => {
    const failure = await failureOf(run(stand, trials.types.text, recordingSink(), AbortSignal.abort()))
    expect(failure).toBeInstanceOf(Cancelled)
  })
  it('when the sink has enough', async () => {
    const sink = recordingSink({ stopAfter: 5000 })
    await run(stand, trials.endless ?? trials.manyRows, sink)
    expect(sum(sink.batches)).toBeLessThan(100_000)
    await expectIdle(stand)
  })
  const { slow, endless } = trials
  if (slow === null) return
  const reasons = { Cancelled, TimedOut }
  for (const [name, text] of Object.entries({ slow, endless: endless ?? slow })) {
    it.each(['Cancelled', 'TimedOut'] as const)(`a ${name} query in the data source: %s`, async (reason) => {
      await withSession(stand, async (session) => {
        const controller = new AbortController()
        const running = failureOf(session.run(text, recordingSink({ keepsCells: false }), controller.signal))
        await expectRunning(stand)
        controller.abort(reason === 'TimedOut' ? new TimedOut() : undefined)
        expect(await running).toBeInstanceOf(reasons[reason])
        await expectIdle(stand)
        await session.ping(AbortSignal.timeout(5000))
      })
    })
  }
  const { killOrphan } = stand.connector
  if (killOrphan === undefined) return
  it('a query whose worker died, and no other session', async () => {
    stand.backends.length = 0
    const [session, other] = [await open(stand), await open(stand)]
    const running = failureOf(session.run(slow, recordingSink(), AbortSignal.timeout(30_000)))
    await expectRunning(stand)
    // told when the session opens, or when the data source has named the job
    await expect.poll(() => stand.backends.length, patience).toBeGreaterThan(0)
    const backend = stand.backends[0] as BackendReference
    const host = { engineMemoryMb: 256, ...stand.ground.host } as ConnectorHost
    for (const [key, value] of Object.entries(backend)) {
      const another = { ...backend, [key]: typeof value === 'string' ? `${value}0` : value + 99_999 }
      await killOrphan(stand.ground.options, host, another)
      await expectRunning(stand)
    }
    await killOrphan(stand.ground.options, host, backend)
    expect(await running).toBeInstanceOf(QueryFailed)
    await expectIdle(stand)
    await other.ping(AbortSignal.timeout(5000))
    await Promise.all([session.close(), other.close()])
  })
}

function schemaOf(stand: Stand, trials: ConnectorTrials): void {
  const { schema } = trials
  it('lists the tables with their columns, sorted', async () => {
    const tables = await withSession(stand, (session) => session.tables(AbortSignal.timeout(30_000)))
    if (schema === null) {
      expect(tables).toBeNull()
      return
    }
    const names = tables?.map((table) => table.name) ?? []
    expect(names).toEqual([...names].sort())
    const wanted = new Set(schema.map((table) => table.name))
    const found = tables?.filter((table) => wanted.has(table.name)) ?? []
    const sorted = (columns: readonly SchemaColumn[]) =>
      [...columns].sort((a, b) => (a.name < b.name ? -1 : 1))
    expect(found.map((table) => ({ ...table, columns: sorted(table.columns) }))).toEqual(
      schema.map((table) => ({ ...table, columns: sorted(table.columns) })),
    )
  })
}

const patience = { timeout: 15_000, interval: 20 }

async function expectRunning(stand: Stand): Promise<void> {
  const { running } = stand.ground
  if (running === null) await new Promise((resolve) => setTimeout(resolve, 300))
  else await expect.poll(running, patience).toBe(1)
}

async function expectIdle(stand: Stand): Promise<void> {
  const { running } = stand.ground
  if (running !== null) await expect.poll(running, patience).toBe(0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
