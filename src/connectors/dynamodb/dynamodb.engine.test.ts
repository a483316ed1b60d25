import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { type MotoAccount, moto, motoEnvironment } from '#test/engines/moto.ts'
import { withEngine } from '#test/engines/start-engine.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand, withSession } from '../connector-stand.ts'
import { askAws } from '../credentials/aws-request.ts'
import { recordingSink } from '../recording-sink.ts'
import { dynamodb } from './dynamodb-connector.ts'

const environment = await motoEnvironment()
const host = { fetchServer: createServerFetch({ version: 'test' }) }
const region = 'eu-west-1'
const service = { name: 'dynamodb', target: 'DynamoDB_20120810', version: '1.0' } as const

const items = [
  {
    id: { S: 'a' },
    n: { N: '9007199254740993' },
    price: { N: '1.5' },
    ok: { BOOL: true },
    data: { B: 'AP8=' },
    shop: { M: { city: { S: 'Zürich' }, geo: { M: { lat: { N: '47.4' } } }, none: { M: {} } } },
    tags: { L: [{ S: 'new' }, { N: '2' }, { M: { x: { NULL: true } } }] },
    sizes: { NS: ['1', '2.5'] },
    names: { SS: ['x', 'y'] },
  },
  { id: { S: 'it\'s "b"' }, n: { NULL: true }, price: { N: '2' } },
]

withEngine('moto 5.2', [typeof environment === 'string' && environment], () => {
  let account: MotoAccount
  let stand: Stand
  beforeAll(async () => {
    account = await moto(environment)
    await account.checkSignatures()
    vi.stubEnv('AWS_ENDPOINT_URL', account.url)
    const { accessKey, secretKey } = account
    const identity = { region, keys: { accessKey, secretKey, sessionToken: null }, role: null }
    const create = async (operation: string, input: object) => {
      const reply = await askAws({ identity, host }, service, operation, input, AbortSignal.timeout(20_000))
      await reply.body?.cancel()
    }
    for (const TableName of ['orders', 'archive']) {
      await create('CreateTable', {
        TableName,
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      })
    }
    for (const Item of items) await create('PutItem', { TableName: 'orders', Item })
    const options = { region, access_key: accessKey, secret_key: secretKey }
    stand = { connector: dynamodb, ground: { host, options }, backends: [] } as unknown as Stand
  })
  beforeEach(() => vi.stubEnv('AWS_ENDPOINT_URL', account.url))
  afterAll(async () => {
    vi.unstubAllEnvs()
    await account?.stop()
  })

  const read = async (text: string, values: readonly BoundValue[] = []) => {
    const sink = recordingSink()
    await withSession(stand, (session) => session.run(text, sink, AbortSignal.timeout(20_000), values))
    return sink
  }
  const valueIn = (text: string, literal: string, value: string): BoundValue[] => {
    const start = text.indexOf(literal)
    return [{ start, end: start + literal.length, value, type: 'text', cast: null }]
  }

  it('reads items of every type with all their digits, maps flattened', async () => {
    const sink = await read('SELECT * FROM "orders"')
    const cellOf = (row: number, name: string) => sink.cells[row]?.[sink.names.indexOf(name)]
    const first = sink.cells.findIndex((_, row) => cellOf(row, 'id') === '"a"')
    const wanted = {
      ...{ id: '"a"', n: '9007199254740993', price: '1.5', ok: 'true', data: '"00ff"' },
      ...{ 'shop.city': '"Zürich"', 'shop.geo.lat': '47.4', 'shop.none': '{}' },
      ...{ tags: '["new",2,{"x":null}]', sizes: '[1,2.5]', names: '["x","y"]' },
    }
    expect(Object.fromEntries(Object.keys(wanted).map((name) => [name, cellOf(first, name)]))).toEqual(wanted)
    expect(cellOf(1 - first, 'n')).toBe('null')
    const typeOf = (name: string) => sink.types[sink.names.indexOf(name)]
    expect(['id', 'n', 'price', 'ok', 'tags'].map(typeOf)).toEqual([
      ...['string', 'integer', 'float', 'boolean', 'string'],
    ])
  })

  it('sends the texts of parameters apart from the statement', async () => {
    const literal = `'it''s "b"'`
    const text = `SELECT id, price FROM "orders" WHERE id = ${literal}`
    const sink = await read(text, valueIn(text, literal, 'it\'s "b"'))
    expect(sink.cells).toEqual([[JSON.stringify('it\'s "b"'), '2']])
    // whatever the literal says, the parameter counts
    const other = `SELECT id FROM "orders" WHERE id = 'zzz'`
    expect((await read(other, valueIn(other, "'zzz'", 'a'))).cells).toEqual([['"a"']])
  })

  it('lists the tables with their keys, and passes the connection test', async () => {
    const session = await openOn(stand)
    const signal = AbortSignal.timeout(20_000)
    await session.ping(signal)
    const columns = [{ name: 'id', type: 'string', is_key: true }]
    expect(await session.tables(signal)).toEqual([
      { name: 'archive', columns },
      { name: 'orders', columns },
    ])
  })

  describe('says what is wrong', () => {
    it('with a table', async () => {
      const failure = await failureOf(read('SELECT * FROM "nowhere"'))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect(String(failure)).toMatch(/not found/)
    })
    it.each([
      ['', /^QueryFailed: Query is empty$/],
      ['SELECT 1; SELECT 2', /one statement at a time/],
    ])('with the text %j', async (text, message) => {
      expect(String(await failureOf(read(text)))).toMatch(message)
    })
    it('with a key', async () => {
      const own = { ...stand.ground.options, secret_key: 'wrong-secret' }
      const failure = await failureOf((await openOn(stand, own)).ping(AbortSignal.timeout(20_000)))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect(String(failure)).not.toContain('wrong-secret')
    })
  })

  it('reads nothing when the run was stopped before', async () => {
    const failure = await failureOf(
      runOn(stand, 'SELECT * FROM "orders"', recordingSink(), AbortSignal.abort()),
    )
    expect(String(failure)).toMatch(/cancelled/)
  })
})
