import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type MotoAccount, moto, motoEnvironment } from '#test/engines/moto.ts'
import { withEngine } from '#test/engines/start-engine.ts'
import type { ConnectorHost, ConnectorOptions, Session } from '../../../connector.ts'
import { failureOf, openOn, type Stand } from '../../../connector-stand.ts'
import { signed } from '../../../credentials/aws-signing.ts'
import { recordingSink } from '../../../recording-sink.ts'
import { files } from '../../files/files-connector.ts'
import { pathOf } from '../object-store.ts'

const environment = await motoEnvironment()
const region = 'eu-west-1'
/** tables made by real writers, and the rows that these read back: test/lakes/make-tables.py */
const made = new URL('../../../../../test/lakes/tables/', import.meta.url).pathname
const read = JSON.parse(readFileSync(join(made, '../rows.json'), 'utf8'))

withEngine('moto 5.2', [typeof environment === 'string' && environment], () => {
  let account: MotoAccount
  let options: ConnectorOptions
  let session: Session
  const folder = mkdtempSync(join(tmpdir(), 'sextant-logs-'))
  const asked: string[] = []
  const fetchServer = createServerFetch({ version: 'test' })
  const host: Partial<ConnectorHost> = {
    fetchServer: (url, init, signal) => {
      asked.push(decodeURIComponent(new URL(url).pathname))
      return fetchServer(url, init, signal)
    },
    spill: { folder: join(folder, 'spill'), megabytes: 50 },
  }

  const put = async (key: string, body: string | Uint8Array<ArrayBuffer>) => {
    const url = `${account.url}/lake/${pathOf(key)}`
    const { accessKey, secretKey } = account
    const keys = { accessKey, secretKey, sessionToken: null }
    const headers = await signed({ method: 'PUT', url, headers: {}, body }, { keys, region, service: 's3' })
    const reply = await fetch(url, { method: 'PUT', headers, body })
    expect(reply.status, await reply.text()).toBe(200)
  }
  const commit = (...actions: object[]) => actions.map((action) => `${JSON.stringify(action)}\n`).join('')
  const first = `_delta_log/${'0'.repeat(20)}.json`
  const schemaString = JSON.stringify({
    type: 'struct',
    fields: [{ name: 'id', type: 'long', nullable: true, metadata: {} }],
  })
  const begin = [
    { protocol: { minReaderVersion: 1, minWriterVersion: 2 } },
    { metaData: { schemaString, partitionColumns: [], configuration: {} } },
  ]

  beforeAll(async () => {
    account = await moto(environment)
    const { url, accessKey, secretKey } = account
    options = {
      ...{ storage: 's3', endpoint: url, region, bucket: 'lake', prefix: 'tables' },
      ...{ access_key: accessKey, secret_key: secretKey },
    }
    const scope = `anyone/20260101/${region}/s3/aws4_request`
    const bucket = await fetch(`${url}/lake`, {
      method: 'PUT',
      headers: { authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0` },
      body: `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`,
    })
    expect(bucket.status, await bucket.text()).toBe(200)
    for (const entry of readdirSync(made, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      await put(`tables/${path.slice(made.length)}`, new Uint8Array(readFileSync(path)))
    }
    await put('secret.parquet', 'x')
    const outside = [
      's3://other/x.parquet',
      '../secret.parquet',
      'file:///etc/passwd',
      's3://lake/secret.parquet',
    ]
    for (const [at, path] of outside.entries())
      await put(`tables/outside${at}/${first}`, commit(...begin, { add: { path, partitionValues: {} } }))
    await put(`tables/empty/${first}`, commit(...begin))
    await account.checkSignatures()
    session = await openOn({ connector: files, ground: { host, options }, backends: [] } as unknown as Stand)
  }, 120_000)
  afterAll(async () => {
    await session?.close()
    await account?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = async (text: string) => {
    asked.length = 0
    const sink = recordingSink()
    await session.run(text, sink, AbortSignal.timeout(60_000))
    return sink
  }
  const cellsOf = async (text: string) =>
    (await run(text)).cells.map((row) => row.map((cell) => JSON.parse(cell ?? 'null')))

  it('lists each table once, with the columns of its log', async () => {
    const tables = await session.tables(AbortSignal.timeout(60_000))
    expect(tables?.map(({ name }) => name)).toEqual([
      ...['delta_mapped', 'delta_sales', 'delta_vectors', 'empty'],
      ...[
        'iceberg_deleted',
        'iceberg_evolved',
        'iceberg_third',
        'outside0',
        'outside1',
        'outside2',
        'outside3',
      ],
    ])
    const columnsOf = (name: string) => tables?.find((table) => table.name === name)?.columns
    expect(columnsOf('iceberg_evolved')).toContainEqual({
      name: 'place',
      type: 'struct("town" varchar, "zip" integer, "land" varchar)',
    })
    expect(columnsOf('delta_sales')).toContainEqual({ name: 'day', type: 'date' })
    expect(columnsOf('iceberg_third')).toEqual([])
  })

  it.each(['delta_sales', 'delta_mapped', 'iceberg_evolved', 'iceberg_deleted'])(
    'reads %s as its writer does',
    async (name) => {
      const { columns, rows } = read[name]
      const shown = columns.map((column: string) => `"${column}"::varchar`)
      expect(await cellsOf(`select ${shown.join(', ')} from ${name} order by id`)).toEqual(rows)
      expect((await run(`select * from ${name} limit 0`)).names.sort()).toEqual(columns.sort())
    },
  )

  it('leaves out the rows of deletion vectors, and reads a table without files', async () => {
    const { count, total } = read.delta_vectors
    expect(
      await cellsOf('select count(*)::varchar as count, sum(id)::varchar as total from delta_vectors'),
    ).toEqual([[count, total]])
    expect(await cellsOf('select count(*) as c from empty')).toEqual([[0]])
  })

  it('brings only the files of the partitions that the conditions leave', async () => {
    expect(await cellsOf(`select id, shop from delta_sales where day = '2026-02-01'`)).toEqual([[1, 'a=b c']])
    const brought = asked.filter((path) => path.includes('/delta_sales/day='))
    // to plan, only the footer of the newest file is read
    expect(brought.filter((path) => path.includes('day=2026-02-01'))).toHaveLength(1)
    expect(brought.length).toBeLessThanOrEqual(2)
    expect(await cellsOf('select id from delta_sales where note is not null')).toEqual([[20]])
  })

  it.each([
    ['outside0', /a file that is not in the folder of the data source: s3:\/\/other\/x.parquet/],
    ['outside1', /not in the folder of the data source: \.\.\/secret.parquet/],
    ['outside2', /not in the folder of the data source: file:\/\/\/etc\/passwd/],
    ['outside3', /not in the folder of the data source: s3:\/\/lake\/secret.parquet/],
    ['iceberg_third', /version 3 of Iceberg. Versions 1 and 2 are read/],
  ])('refuses %s', async (name, message) => {
    expect(String(await failureOf(run(`select * from ${name}`)))).toMatch(message)
    expect(asked.filter((path) => path.includes('secret'))).toEqual([])
  })
})
