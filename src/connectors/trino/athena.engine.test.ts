import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type MotoAccount, moto, motoEnvironment } from '#test/engines/moto.ts'
import { withEngine } from '#test/engines/start-engine.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { askAws } from '../credentials/aws-request.ts'
import { recordingSink } from '../recording-sink.ts'
import { athena } from './athena-connector.ts'

const environment = await motoEnvironment()
const host = { fetchServer: createServerFetch({ version: 'test' }) }
const region = 'eu-west-1'
const glue = { name: 'glue', target: 'AWSGlue', version: '1.1' } as const

withEngine('moto 5.2', [typeof environment === 'string' && environment], () => {
  let account: MotoAccount
  let stand: Stand
  beforeAll(async () => {
    account = await moto(environment)
    await account.control('state-manager/set-transition', {
      model_name: 'athena::execution',
      transition: { progression: 'manual', times: 1 },
    })
    await account.checkSignatures()
    const options = {
      ...{ region, aws_access_key: account.accessKey, aws_secret_key: account.secretKey },
      ...{ s3_staging_dir: 's3://results/', glue: true },
    }
    stand = { connector: athena, ground: { host, options }, backends: [] } as unknown as Stand
  })
  beforeEach(() => vi.stubEnv('AWS_ENDPOINT_URL', account.url))
  afterAll(async () => {
    vi.unstubAllEnvs()
    await account?.stop()
  })

  const queue = (columns: Record<string, string>, ...rows: (string | null)[][]) =>
    account.control('static/athena/query-results', {
      region,
      results: [
        {
          rows: [Object.keys(columns), ...rows].map((cells) => ({
            Data: cells.map((cell) => (cell === null ? {} : { VarCharValue: cell })),
          })),
          column_info: Object.entries(columns).map(([Name, Type]) => ({ Name, Type })),
        },
      ],
    })

  it('reads what a query gives, through its states', async () => {
    await queue({ n: 'bigint', t: 'varchar' }, ['9007199254740993', ''], [null, null])
    const sink = recordingSink()
    await runOn(stand, "select n, t from orders where t <> 'ü'", sink)
    expect([sink.names, sink.types]).toEqual([
      ['n', 't'],
      ['integer', 'string'],
    ])
    expect(sink.cells).toEqual([
      ['9007199254740993', '""'],
      ['null', 'null'],
    ])
    expect(sink.facts).toMatchObject({ data_scanned: 0, query_cost: 0 })
  })

  it('passes the connection test, and fails it with another key', async () => {
    await queue({ _col0: 'integer' }, ['1'])
    const signal = AbortSignal.timeout(20_000)
    await (await openOn(stand)).ping(signal)
    const wrong = { ...stand.ground.options, aws_secret_key: 'wrong-secret' }
    const failure = await failureOf((await openOn(stand, wrong)).ping(signal))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).not.toContain('wrong-secret')
    const group = { ...stand.ground.options, work_group: 'other' }
    const refused = await failureOf((await openOn(stand, group)).ping(signal))
    expect(String(refused)).toMatch(/WorkGroup does not exist/)
  })

  it('lists the tables of Glue', async () => {
    const { accessKey, secretKey } = account
    const identity = { region, keys: { accessKey, secretKey, sessionToken: null }, role: null }
    const signal = AbortSignal.timeout(20_000)
    const create = async (operation: string, input: object) =>
      (await askAws({ identity, host }, glue, operation, input, signal)).body?.cancel()
    await create('CreateDatabase', { DatabaseInput: { Name: 'sales' } })
    for (const Name of ['orders', 'refunds']) {
      await create('CreateTable', {
        DatabaseName: 'sales',
        TableInput: {
          ...{ Name, Description: `the ${Name}` },
          StorageDescriptor: { Columns: [{ Name: 'id', Type: 'bigint', Comment: 'its number' }] },
          PartitionKeys: [{ Name: 'day', Type: 'date' }],
        },
      })
    }
    const session = await openOn(stand)
    const columns = [
      { name: 'day', type: 'date' },
      { name: 'id', type: 'bigint', description: 'its number' },
    ]
    expect(await session.tables(signal)).toEqual([
      { name: 'sales.orders', description: 'the orders', columns },
      { name: 'sales.refunds', description: 'the refunds', columns },
    ])
  })
})
