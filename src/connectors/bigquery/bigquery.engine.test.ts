import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerOf, bigqueryDatasets } from '#test/live/bigquery-answers.ts'
import { type BigqueryServer, startBigquery } from '#test/live/bigquery-server.ts'
import { freePort } from '#test/test-postgres.ts'
import type { BackendReference, ConnectorHost, RunProgress } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { recordingSink } from '../recording-sink.ts'
import { bigquery, bigqueryGce } from './bigquery-connector.ts'
import { bigqueryTrials } from './bigquery-trials.ts'

const start = () => startBigquery(answerOf, bigqueryDatasets)

function groundOf(server: BigqueryServer, host: Partial<ConnectorHost>) {
  const options = {
    projectId: server.project,
    jsonKeyFile: server.keyFile,
    useStandardSql: true,
    loadSchema: true,
    location: 'US',
  }
  return { host, options }
}

connectorSuite(bigquery, bigqueryTrials, async () => {
  const server = await start()
  const nowhere = `http://127.0.0.1:${await freePort()}/`
  const fetchServer: ConnectorHost['fetchServer'] = (url, init, signal) =>
    url.includes('/projects/refused/')
      ? import('#server/kernel/index.ts').then(({ createServerFetch }) =>
          createServerFetch({ version: 'test' })(nowhere, init, signal),
        )
      : server.fetchServer(url, init, signal)
  const { host, options } = groundOf(server, { fetchServer })
  return {
    host,
    options,
    refused: { ...options, projectId: 'refused' },
    wrongPassword: { ...options, jsonKeyFile: server.strangeKeyFile },
    running: async () => server.running(),
    stop: server.stop,
  }
})

describe('BigQuery', () => {
  let server: BigqueryServer
  let stand: Stand
  beforeAll(async () => {
    server = await start()
    const ground = groundOf(server, { fetchServer: server.fetchServer })
    stand = { connector: bigquery, ground, backends: [] } as unknown as Stand
  })
  beforeEach(() => {
    server.inserted.length = 0
    server.requests.length = 0
    stand.backends.length = 0
  })
  afterAll(() => server.stop())
  const standWith = (options: object, connector = bigquery): Stand => {
    const ground = { ...stand.ground, options: { ...stand.ground.options, ...options } }
    return { ...stand, connector, ground }
  }
  const many = 'select n from numbered -- answer: many'

  it('sends the text, the language, the location, functions and limits', async () => {
    const own = standWith({
      ...{ useStandardSql: undefined, location: 'EU', maximumBillingTier: 2 },
      userDefinedFunctionResourceUri: 'gs://b/a.js, gs://b/c.js',
    })
    own.ground.host = { ...own.ground.host, maxSeconds: 90 }
    const sink = recordingSink({ keepsCells: false })
    await runOn(own, many, sink)
    const [job] = server.inserted
    expect(job?.jobReference).toMatchObject({ projectId: 'demo-project', location: 'EU' })
    expect(job?.configuration).toEqual({
      jobTimeoutMs: '90000',
      query: {
        ...{ query: many, useLegacySql: true, maximumBillingTier: 2 },
        userDefinedFunctionResources: [{ resourceUri: 'gs://b/a.js' }, { resourceUri: 'gs://b/c.js' }],
      },
    })
  })

  it('asks what a text would read, and refuses it above the limit without running it', async () => {
    const own = standWith({ totalMBytesProcessedLimit: 5 })
    const small = recordingSink()
    await runOn(own, 'select a from t -- answer: small', small)
    expect(small.facts).toEqual({ data_scanned: 4_000_000 })
    const failure = await failureOf(runOn(own, 'select * from t -- answer: large', recordingSink()))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as Error).message).toBe('Larger than 5 MBytes will be processed (5.500000 MBytes)')
    expect(server.inserted.map(({ configuration }) => configuration.dryRun === true)).toEqual([
      true,
      false,
      true,
    ])
    // of a script the service tells nothing, but it keeps the limit
    await runOn(own, 'declare a int64; select 1; -- answer: script', recordingSink())
    expect(server.inserted.at(-1)?.configuration.query['maximumBytesBilled']).toBe('10485760')
  })

  it('tells what a text would read and what that costs, without running it', async () => {
    const estimate = async (options: object, text: string) => {
      const session = await openOn(standWith(options))
      return await session.estimate?.(text, AbortSignal.timeout(30_000))
    }
    expect(await estimate({ cost_per_tib: 6.25 }, 'select * from t -- answer: clustered')).toEqual({
      ...{ bytes: 2 ** 40, precision: 'at_most', cost: 6.25, notes: [] },
      tables: ['demo-project.sales.orders', 'demo-project.web.visits'],
    })
    expect(await estimate({ totalMBytesProcessedLimit: 5 }, 'select * from t -- answer: large')).toEqual({
      ...{ bytes: 5_500_000, precision: 'exact' },
      notes: [
        'The limit of the data source would refuse it: Larger than 5 MBytes will be processed (5.500000 MBytes)',
      ],
    })
    const script = await estimate({ cost_per_tib: 5 }, 'declare a int64; select 1; -- answer: script')
    expect(script).toEqual({
      ...{ bytes: null, precision: 'exact' },
      notes: ['What a script reads is known only when it runs.'],
    })
    const failure = await failureOf(
      estimate({}, 'select 1;\nselect nothing -- answer: wrong') as Promise<unknown>,
    )
    expect(failure).toMatchObject({ position: { line: 2, column: 8 } })
    expect(server.inserted.every(({ configuration }) => configuration.dryRun === true)).toBe(true)
    expect(server.running()).toBe(0)
  })

  it('finds a job where the service runs it', async () => {
    const own = standWith({ location: undefined })
    const sink = recordingSink()
    await runOn(own, 'select * from every_type -- answer: types', sink)
    expect(sink.cells).toHaveLength(1)
    expect(stand.backends.at(-1)).toMatchObject({ location: 'europe-west3' })
  })

  it('goes on reading a job whose worker died, and pays for it once', async () => {
    const session = await openOn(stand)
    const controller = new AbortController()
    const sink = {
      ...recordingSink({ keepsCells: false }),
      // the worker dies while it reads
      rows: () => new Promise<boolean>(() => {}),
    }
    const running = failureOf(session.run(many, sink, controller.signal))
    await expect.poll(() => server.requests.some((request) => request.includes('/queries/'))).toBe(true)
    const backend = stand.backends[0] as BackendReference
    const again = recordingSink({ keepsCells: false })
    const host = { ...stand.ground.host, reportBackend() {} } as unknown as ConnectorHost
    const options = stand.ground.options
    expect(await bigquery.resume?.(options, host, backend, again, AbortSignal.timeout(60_000))).toBe(true)
    expect(again.batches.reduce((sum, each) => sum + each, 0)).toBe(100_000)
    expect(server.inserted).toHaveLength(1)
    const lost = { ...backend, job_id: 'sextant_00000000-0000-0000-0000-000000000000' }
    const nothing = recordingSink()
    expect(await bigquery.resume?.(options, host, lost, nothing, AbortSignal.timeout(60_000))).toBe(false)
    expect(nothing.resultSets).toBe(0)
    controller.abort()
    void running
  })

  it('comes again when the service is busy, without a second job', async () => {
    server.stumble(2)
    const sink = recordingSink()
    await runOn(stand, 'select * from every_type -- answer: types', sink)
    expect(sink.cells).toHaveLength(1)
    expect(server.inserted).toHaveLength(1)
  })

  it('gets a new token when the service no longer takes the old one', async () => {
    await runOn(stand, 'SELECT 1', recordingSink())
    server.revoke()
    server.requests.length = 0
    await runOn(stand, 'SELECT 1', recordingSink())
    expect(server.requests.filter((request) => request.includes('/token'))).toHaveLength(1)
  })

  it('tells how far the job is', async () => {
    const seen: RunProgress[] = []
    const controller = new AbortController()
    const sink = { ...recordingSink(), progress: (progress: RunProgress) => seen.push(progress) }
    const running = failureOf(runOn(stand, 'select 1 -- answer: endless', sink, controller.signal))
    await expect.poll(() => seen.at(-1)).toEqual({ fraction: 0.25, bytes: 4096 })
    controller.abort()
    await running
  })

  it('gives a result without columns for a statement without one', async () => {
    const sink = recordingSink()
    await runOn(stand, 'create table t (a int64) -- answer: ddl', sink)
    expect([sink.names, sink.cells]).toEqual([[], []])
  })

  it('lists no tables unless an option asks for them, and only those in the location', async () => {
    const tablesWith = async (options: object) => {
      const session = await openOn(standWith(options))
      return (await session.tables(AbortSignal.timeout(30_000)))?.map(({ name }) => name)
    }
    expect(await tablesWith({ loadSchema: false })).toEqual([])
    expect(await tablesWith({ location: 'eu' })).toEqual(['archive.old'])
    expect(await tablesWith({ location: undefined })).toEqual(['archive.old', 'sales.orders', 'web.visits'])
  })

  it.each([
    [{ projectId: 'p/../x' }, /^Project ID must be/],
    [{ projectId: 'p', jsonKeyFile: 'bm90IGpzb24=' }, /^JSON Key File must be/],
    [{ projectId: 'p', location: 'US&x=1' }, /^Processing Location must be/],
    [{ projectId: 'p', totalMBytesProcessedLimit: -1 }, /^The limit of scanned data must be/],
    [{ projectId: 'p', cost_per_tib: -1 }, /^Price per TiB scanned/],
    [{ projectId: 'p', maximumBillingTier: 1.5 }, /^Maximum Billing Tier must be/],
  ])('refuses the options %o', (options, message) => {
    expect(String(bigquery.validate?.(options))).toMatch(message)
  })

  it('uses the account of the machine only if the operator allows it', async () => {
    const session = await openOn(standWith({ jsonKeyFile: undefined }))
    const failure = await failureOf(session.ping(AbortSignal.timeout(30_000)))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(/SEXTANT_MACHINE_CREDENTIALS=google/)
  })

  it('says that a machine without an account needs a key', async () => {
    const before = process.env['GCE_METADATA_HOST']
    process.env['GCE_METADATA_HOST'] = `127.0.0.1:${await freePort()}`
    try {
      const stand = standWith({}, bigqueryGce)
      const forbidden = await failureOf((await openOn(stand)).ping(AbortSignal.timeout(30_000)))
      expect(String(forbidden)).toMatch(/SEXTANT_MACHINE_CREDENTIALS=google/)
      const host = { ...stand.ground.host, machineCredentials: ['google'] }
      const session = await openOn({ ...stand, ground: { ...stand.ground, host } })
      const failure = await failureOf(session.ping(AbortSignal.timeout(30_000)))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect(String(failure)).toMatch(/no account at Google/)
    } finally {
      if (before === undefined) delete process.env['GCE_METADATA_HOST']
      else process.env['GCE_METADATA_HOST'] = before
    }
  })
})
