import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type AthenaOutcome, type AthenaServer, startAthena } from '#test/live/athena-server.ts'
import type { ConnectorHost } from '../connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand, withSession } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { athena } from './athena-connector.ts'
import { athenaOutcomes, athenaTrials } from './athena-trials.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const account = { accessKey: 'AKIDATHENA', secretKey: 'secret/of+athena', region: 'eu-central-1' }
const options = {
  region: 'eu-central-1',
  aws_access_key: 'AKIDATHENA',
  aws_secret_key: 'secret/of+athena',
  s3_staging_dir: 's3://results-of-team/path',
}

function* numbered(count: number) {
  for (let n = 1; n <= count; n++) yield [String(n), `text ${n}`, 'text']
}

const columns = [['a', 'integer'] as const, ['b', 'varchar'] as const, ['c', 'varchar'] as const]

function outcomeOf(text: string): AthenaOutcome {
  const [, place] = /^select oversized (\w+)$/.exec(text) ?? []
  if (place !== undefined) {
    const at = oversizedPlaces.findIndex((one) => one === place)
    return {
      columns: [['a', 'varchar']],
      rows: [0, 1, 2].map((n) => [n === at ? 'x'.repeat(oversizedCell) : 'small']),
    }
  }
  const known = athenaOutcomes[text]
  if (known !== undefined) return known
  if (text === 'EXPLAIN (TYPE IO, FORMAT JSON) /* who */ select known') return plan(250.4)
  if (text === 'EXPLAIN (TYPE IO, FORMAT JSON) select unknown') return plan('NaN')
  if (text === 'select many') return { columns, rows: numbered(100_000) }
  if (text === 'select late') return { columns, rows: numbered(150_000), breaksAfter: 120_000 }
  if (text === 'select slow') return 'runs until it is stopped'
  return { reason: `COLUMN_NOT_FOUND: line 1:8: Column '${text}' cannot be resolved` }
}

/** Each line of a plan is a row. */
function plan(rows: number | string): AthenaOutcome {
  const table = { catalog: 'awsdatacatalog', schemaTable: { schema: 'sales', table: 'orders' } }
  const estimate = { outputRowCount: rows, outputSizeInBytes: rows, cpuCost: 1, maxMemory: 0, networkCost: 0 }
  const json = JSON.stringify({ inputTableColumnInfos: [{ table, estimate }], estimate }, null, 1)
  return { columns: [['Query Plan', 'varchar']], rows: json.split('\n').map((line) => [line]) }
}

const tables = {
  sales: [
    {
      ...{ Name: 'orders', Description: 'what was sold' },
      StorageDescriptor: {
        Columns: [
          { Name: 'id', Type: 'bigint', Comment: 'its number' },
          { Name: 'at', Type: 'timestamp' },
        ],
      },
      PartitionKeys: [{ Name: 'day', Type: 'date' }],
    },
    { Name: 'link' },
    { Name: 'empty', StorageDescriptor: { Columns: [] } },
  ],
  web: [
    { Name: 'hits', StorageDescriptor: { Columns: [{ Name: 'url', Type: 'string' }] }, PartitionKeys: [] },
  ],
}

let server: AthenaServer
let stand: Stand

connectorSuite(athena, athenaTrials, async () => {
  server = await startAthena(account, outcomeOf, tables)
  vi.stubEnv('AWS_ENDPOINT_URL', server.url)
  stand = { connector: athena, ground: { host, options }, backends: [] } as unknown as Stand
  return {
    ...{ host, options, refused: null },
    wrongPassword: { ...options, aws_secret_key: 'wrong-password' },
    running: async () => server.running(),
    stop: async () => {},
  }
})

describe('Athena', () => {
  beforeAll(() => expect(server).toBeDefined())
  beforeEach(() => {
    stand.backends.length = 0
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await server.stop()
  })
  const runWith = async (given: object, text: string) => {
    const sink = recordingSink()
    const own = { ...stand, ground: { ...stand.ground, options: { ...options, ...given } } }
    await runOn(own, text, sink)
    return sink
  }

  it('sends database, work group, encryption and the place of the result', async () => {
    await runWith({}, 'select empty')
    expect(server.begun.at(-1)).toMatchObject({
      QueryExecutionContext: { Database: 'default' },
      ResultConfiguration: { OutputLocation: 's3://results-of-team/path' },
      WorkGroup: 'primary',
    })
    await runWith({ schema: 'sales', encryption_option: 'SSE_KMS', kms_key: 'arn:key' }, 'select empty')
    expect(server.begun.at(-1)).toMatchObject({
      QueryExecutionContext: { Database: 'sales' },
      ResultConfiguration: { EncryptionConfiguration: { EncryptionOption: 'SSE_KMS', KmsKey: 'arn:key' } },
    })
    expect(server.begun.at(-1)).not.toHaveProperty('ResultReuseConfiguration')
    const failure = await failureOf(runWith({ work_group: 'other' }, 'select empty'))
    expect(String(failure)).toMatch(/WorkGroup other is not found/)
  })

  it('tells what was scanned and what it costs', async () => {
    const sink = await runWith({ cost_per_tb: 6 }, 'select scanned')
    expect(sink.facts).toMatchObject({ data_scanned: 2_500_000_000, query_cost: 0.015 })
    expect(sink.facts['athena_query_id']).toBe(stand.backends.at(-1)?.['query_execution_id'])
  })

  it('refuses a query that has read more than the data source allows', async () => {
    const failure = await failureOf(runWith({ max_scanned_mb: 2000 }, 'select scanned'))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(String(failure)).toMatch(/has read 2500 MB; the limit of the data source is 2000 MB/)
    expect(server.stopped.at(-1)).toBe(stand.backends.at(-1)?.['query_execution_id'])
    await runWith({ max_scanned_mb: 3000 }, 'select scanned')
  })

  it('tells the tables of a text, and their size where they have statistics', async () => {
    const estimate = async (text: string, given = {}) => {
      const session = await openOn(stand, { ...options, ...given })
      return await session.estimate?.(text, AbortSignal.timeout(10_000))
    }
    const reused = { result_reuse_enable: true }
    expect(await estimate('/* who */ select known', reused)).toEqual({
      ...{ bytes: 250, rows: 250, precision: 'by_statistics', notes: [] },
      tables: ['awsdatacatalog.sales.orders'],
    })
    expect(server.begun.at(-1)).not.toHaveProperty('ResultReuseConfiguration')
    expect(await estimate('select unknown')).toEqual({
      ...{ bytes: null, precision: 'by_statistics', notes: [] },
      tables: ['awsdatacatalog.sales.orders'],
    })
    const [before, refused] = [
      server.begun.length,
      ['drop table t', 'explain analyze select 1', 'select 1; drop table t'],
    ]
    for (const text of refused)
      expect(await failureOf(estimate(text) as Promise<unknown>)).toBeInstanceOf(QueryFailed)
    expect(server.begun.length).toBe(before)
  })

  it('gives the result of an earlier run again, and says so', async () => {
    await runWith({ result_reuse_enable: true }, 'select numbers')
    const sink = await runWith({ result_reuse_enable: true, result_reuse_minutes: 5 }, 'select numbers')
    expect(sink.lines).toEqual(['Athena gave the result of an earlier run again.'])
    expect(sink.facts).toMatchObject({ data_scanned: 0 })
    expect(server.begun.at(-1)).toMatchObject({
      ResultReuseConfiguration: { ResultReuseByAgeConfiguration: { Enabled: true, MaxAgeInMinutes: 5 } },
    })
  })

  it('goes on when it is asked to come again, without a second query', async () => {
    const before = server.begun.length
    server.throttle(3)
    await runWith({}, 'select numbers')
    expect(server.begun.length).toBe(before + 1)
  })

  it('ends a query that was begun just before the run was stopped', async () => {
    const [before, goOn] = [server.begun.length, server.hold()]
    const stop = new AbortController()
    const failure = failureOf(runOn(stand, 'select slow', recordingSink(), stop.signal))
    await expect.poll(() => server.begun.length).toBe(before + 1)
    const ended = server.stopped.length
    stop.abort()
    goOn()
    expect(await failure).toBeInstanceOf(Cancelled)
    expect([server.begun.length, server.stopped.length]).toEqual([before + 1, ended + 1])
  })

  it('has no line of names in the results of statements of Hive', async () => {
    const sink = await runWith({}, 'show tables')
    expect(sink.cells).toEqual([['"tab_name"'], ['"orders"']])
  })

  describe('when its worker has died', () => {
    const resume = (sink = recordingSink()) => {
      const [backend = {}] = stand.backends
      const signal = AbortSignal.timeout(20_000)
      const own = { ...host, reportBackend() {} } as unknown as ConnectorHost
      return athena.resume?.(options, own, backend, sink, signal)
    }
    it('goes on reading the same query', async () => {
      const first = failureOf(runOn(stand, 'select slow', recordingSink()))
      await expect.poll(server.running).toBe(1)
      const before = server.begun.length
      const sink = recordingSink()
      const second = resume(sink)
      server.finish()
      expect(await second).toBe(true)
      expect(sink.cells).toEqual([['1']])
      expect(server.begun.length).toBe(before)
      expect(await first).toBe('it succeeded')
    })
    it('says when Athena does not know it any more, or when it has failed', async () => {
      await failureOf(runOn(stand, 'select nothing', recordingSink()))
      expect(String(await failureOf(resume() as Promise<unknown>))).toMatch(/COLUMN_NOT_FOUND/)
      server.forget()
      expect(await resume()).toBe(false)
    })
  })

  it('lists the tables of Glue with their descriptions, partitions last', async () => {
    const glue = { ...options, glue: true, catalog_ids: ' 123456789012 , ' }
    const session = await openOn(stand, glue)
    const found = await session.tables(AbortSignal.timeout(10_000))
    expect(found).toEqual([
      { name: 'sales.empty', columns: [] },
      {
        ...{ name: 'sales.orders', description: 'what was sold' },
        columns: [
          { name: 'at', type: 'timestamp' },
          { name: 'day', type: 'date' },
          { name: 'id', type: 'bigint', description: 'its number' },
        ],
      },
      { name: 'web.hits', columns: [{ name: 'url', type: 'string' }] },
    ])
    const wrong = await openOn(stand, { ...glue, catalog_ids: '99' })
    expect(String(await failureOf(wrong.tables(AbortSignal.timeout(10_000))))).toMatch(/Catalog 99 not found/)
  })

  it('refuses a value with a quote where Hive would read it', async () => {
    const text = "show tables like 'it''s'"
    const value = { start: 17, end: 24, value: "it's", type: 'text', cast: null } as const
    await withSession(stand, async (session) => {
      const failure = await failureOf(
        session.run(text, recordingSink(), AbortSignal.timeout(10_000), [value]),
      )
      expect(String(failure)).toMatch(/cannot be part of a statement that begins with SHOW/)
    })
    expect(server.begun.at(-1)).not.toMatchObject({ QueryString: text })
  })

  it('refuses a machine without permission, and another key', async () => {
    const failure = await failureOf(runWith({ aws_access_key: '', aws_secret_key: '' }, 'select numbers'))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(/SEXTANT_MACHINE_CREDENTIALS=aws/)
    expect(String(await failureOf(runWith({ aws_access_key: 'AKIAOTHER' }, 'select numbers')))).toMatch(
      /AWS refuses the credentials \(UnrecognizedClientException\)/,
    )
  })

  it.each([
    [{ region: 'evil.example/' }, /^AWS Region must be/],
    [{ region: '' }, /^AWS Region must be/],
    [{ aws_secret_key: '' }, /^AWS Access Key and AWS Secret Key are given together/],
    [{ s3_staging_dir: 'bucket' }, /must begin with s3:/],
    [{ encryption_option: 'AES' }, /^Encryption Option must be one of SSE_S3/],
    [{ encryption_option: 'SSE_KMS' }, /^KMS Key is missing/],
    [{ result_reuse_minutes: 0 }, /must be a number from 1 to 10080/],
    [{ iam_role: 'analytics' }, /^IAM role to assume must be the ARN/],
    [{ cost_per_tb: 'x' }, /must be a number from 0 on/],
  ])('says what is wrong with %j', (given, message) => {
    expect(String(athena.validate?.({ ...options, ...given }))).toMatch(message)
    expect(athena.validate?.(options)).toBeNull()
  })
})
