import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type MotoAccount, moto, motoEnvironment } from '#test/engines/moto.ts'
import { withEngine } from '#test/engines/start-engine.ts'
import type { ConnectorHost, ConnectorOptions } from '../../connector.ts'
import { failureOf, openOn, type Stand } from '../../connector-stand.ts'
import { signed } from '../../credentials/aws-signing.ts'
import { recordingSink } from '../../recording-sink.ts'
import { files } from '../files/files-connector.ts'
import { pathOf } from './object-store.ts'

const environment = await motoEnvironment()
const region = 'eu-west-1'

withEngine('moto 5.2', [typeof environment === 'string' && environment], () => {
  let account: MotoAccount
  let options: ConnectorOptions
  const folder = mkdtempSync(join(tmpdir(), 'sextant-lake-'))
  const asked: string[] = []
  const fetchServer = createServerFetch({ version: 'test' })
  const host: Partial<ConnectorHost> = {
    fetchServer: (url, init, signal) => {
      asked.push(decodeURIComponent(new URL(url).pathname))
      return fetchServer(url, init, signal)
    },
    spill: { folder: join(folder, 'spill'), megabytes: 5 },
  }

  const put = async (key: string, body: string | Uint8Array<ArrayBuffer>) => {
    const url = `${account.url}/lake/${pathOf(key)}`
    const { accessKey, secretKey } = account
    const keys = { accessKey, secretKey, sessionToken: null }
    const headers = await signed({ method: 'PUT', url, headers: {}, body }, { keys, region, service: 's3' })
    const reply = await fetch(url, { method: 'PUT', headers, body })
    expect(reply.status, await reply.text()).toBe(200)
  }

  beforeAll(async () => {
    account = await moto(environment)
    const { url, accessKey, secretKey } = account
    options = {
      ...{ storage: 's3', endpoint: url, region, bucket: 'lake', prefix: '/data/' },
      ...{ access_key: accessKey, secret_key: secretKey },
    }
    const scope = `anyone/20260101/${region}/s3/aws4_request`
    const made = await fetch(`${url}/lake`, {
      method: 'PUT',
      headers: { authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0` },
      body: `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`,
    })
    expect(made.status, await made.text()).toBe(200)
    const database = await (await DuckDBInstance.create(':memory:')).connect()
    const parquet = async (text: string) => {
      const path = join(folder, 'made.parquet')
      await database.run(`copy (${text}) to '${path}' (format parquet)`)
      return new Uint8Array(await (await import('node:fs/promises')).readFile(path))
    }
    for (let day = 1; day <= 9; day++) {
      await put(
        `data/sales/day=2026-01-0${day}/shop=z%C3%BCrich/part-0.parquet`,
        await parquet(
          `select ${day}::bigint as n, 12345678901234567.89::decimal(19,2) as price, 'x' as name from range(${day})`,
        ),
      )
    }
    await put('data/sales/day=2026-01-09/_SUCCESS.csv', 'x')
    await put('data/people.csv', 'id,name,born\n1,é,1980-02-03\n9007199254740993,"b, c",1999-12-31\n')
    await put('data/logs/2026/a b+c.ndjson.gz', gzipSync('{"at": 1.10, "tags": ["x"]}\n{"at": 2}\n'))
    await put('data/logs/2026/other.json', '{"at": 3, "more": true}\n{"at": 4}\n')
    await put('data/logs/2026/third.jsonl.zst', zstdCompressSync('{"at": 5}'))
    await put('data/big/random.parquet', await parquet('select random() as r from range(800000)'))
    await put('data/broken.parquet', 'this is no Parquet')
    await put('data/odd.csv', 'a,b\n1,2\n1,2,3\n')
    await put('elsewhere.csv', 'a\n1\n')
    await account.checkSignatures()
  }, 120_000)
  afterAll(async () => {
    await account?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const sessionOf = (given: ConnectorOptions) =>
    openOn({ connector: files, ground: { host, options: given }, backends: [] } as unknown as Stand)
  const read = async (text: string, given: ConnectorOptions = options) => {
    asked.length = 0
    const session = await sessionOf(given)
    const sink = recordingSink()
    try {
      await session.run(text, sink, AbortSignal.timeout(60_000))
    } finally {
      await session.close()
    }
    return sink
  }

  it('lists tables for folders and files with the types of their columns', async () => {
    const session = await sessionOf(options)
    await session.ping(AbortSignal.timeout(60_000))
    const tables = await session.tables(AbortSignal.timeout(60_000))
    await session.close()
    expect(tables?.map(({ name }) => name)).toEqual([
      ...['big', 'broken', 'logs/2026', 'odd', 'people', 'sales'],
    ])
    const columnsOf = (name: string) => tables?.find((table) => table.name === name)?.columns
    expect(columnsOf('sales')).toEqual([
      { name: 'n', type: 'bigint' },
      { name: 'price', type: 'decimal(19,2)' },
      { name: 'name', type: 'varchar' },
      { name: 'day', type: 'date' },
      { name: 'shop', type: 'varchar' },
    ])
    expect(columnsOf('people')).toEqual([
      { name: 'id', type: 'integer' },
      { name: 'name', type: 'string' },
      { name: 'born', type: 'date' },
    ])
    expect(columnsOf('logs/2026')).toEqual([
      { name: 'at', type: 'float' },
      { name: 'tags', type: 'string' },
    ])
    expect(columnsOf('broken')).toEqual([])
  })

  it('reads Parquet with all digits, and texts with exact types, in one query', async () => {
    const sink = await read(
      'select s.n, s.price, s.day, s.shop, p.name, p.born from sales s join people p on p.id = s.n where s.n = 1',
    )
    expect(sink.cells).toEqual([
      ['1', '12345678901234567.89', '"2026-01-01"', '"zürich"', '"é"', '"1980-02-03"'],
    ])
    expect(sink.types).toEqual(['integer', 'float', 'date', 'string', 'string', 'date'])
    expect((await read('select max(id) as id from people')).cells).toEqual([['9007199254740993']])
  })

  it('reads packed files, lines under the name of JSON, and columns that some files lack', async () => {
    const sink = await read('select "at", tags, more from "logs/2026" order by "at"')
    expect(sink.cells).toEqual([
      ['1.10', '"[\\"x\\"]"', 'null'],
      ['2.00', 'null', 'null'],
      ['3.00', 'null', 'true'],
      ['4.00', 'null', 'null'],
      ['5.00', 'null', 'null'],
    ])
  })

  it('brings only the files of the partitions that the conditions leave', async () => {
    const filesOf = () => asked.filter((path) => path.includes('/sales/') && path.endsWith('.parquet'))
    const one = await read(`select count(*) as c, sum(n) as n from sales where day = '2026-01-03'`)
    expect(one.cells).toEqual([['3', '9']])
    // the end of the newest file tells the columns
    expect(filesOf()).toEqual([expect.stringContaining('2026-01-09'), expect.stringContaining('2026-01-03')])
    expect((await read('select count(*) as c from sales')).cells).toEqual([['45']])
    expect(filesOf()).toHaveLength(10)
    expect((await read(`select * from sales where day = '2030-01-01'`)).names).toHaveLength(5)
    const both = await read(
      `select (select count(*) from sales where day = '2026-01-01') as a, (select count(*) from sales where day = '2026-01-02') as b`,
    )
    expect(both.cells).toEqual([['1', '2']])
    expect(filesOf()).toHaveLength(3)
  })

  it('has a table for each file when asked', async () => {
    const sink = await read('select count(*) as c from "logs/2026/other"', { ...options, tables_per: 'file' })
    expect(sink.cells).toEqual([['2']])
  })

  it('leaves nothing on the disk, and opens nothing else', async () => {
    expect(readdirSync(join(folder, 'spill'))).toEqual([])
    expect(String(await failureOf(read(`select * from read_text('/etc/passwd')`)))).toMatch(/disabled/)
    expect(String(await failureOf(read(`copy (select 1) to '/tmp/x.csv'`)))).toMatch(/only reads/)
  })

  it.each([
    ['select * from big', {}, /The table big \(1 files, .*\) needs more disk than one run may use: 5 MB/],
    ['select * from broken', {}, /The file broken.parquet is not Parquet, or it is damaged/],
    ['select * from odd', {}, /odd.csv: Line 3 has 3 cells, but there are 2 columns/],
    ['select * from nowhere', {}, /nowhere does not exist/],
    ['select 1', { secret_key: 'wrong' }, /refuses the credentials \(SignatureDoesNotMatch\)/],
    ['select 1', { access_key: 'NOBODY' }, /refuses the credentials \(InvalidAccessKeyId\)/],
    ['select 1', { bucket: 'nowhere' }, /There is no bucket nowhere/],
    ['select 1', { endpoint: 'http://127.0.0.1:1' }, /127\.0\.0\.1:1/],
  ])('says what is wrong: %s with %j', async (text, changes, message) => {
    expect(String(await failureOf(read(text, { ...options, ...changes })))).toMatch(message)
  })
})
