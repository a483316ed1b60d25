import { BSON, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MongoFront, startMongoFront } from '#test/engines/mongo-front.ts'
import { startMongoServer } from '#test/engines/mongo-server.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost, ConnectorOptions } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedPlaces } from '../connector-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { mongodb } from './mongodb-connector.ts'

const { Decimal128, Long, ObjectId, Binary, Timestamp, UUID, Double, Int32 } = BSON
const id = '65a1b2c3d4e5f60718293a4b'

const typed = {
  a: new Int32(1),
  b: Long.fromString('-3'),
  c: new Double(1.5),
  d: Decimal128.fromString('1.50'),
  e: true,
  f: 'text',
  g: new ObjectId(id),
  h: new Date('2024-02-29T12:00:00.5Z'),
  i: new Binary(Buffer.from('00ff', 'hex')),
  j: new UUID('01234567-89ab-4def-8123-456789abcdef'),
  k: { x: 1, y: { z: 'deep' }, empty: {} },
  l: [1, { m: Decimal128.fromString('0.10'), n: Long.fromString('9007199254740993') }],
  m: /^a.*z$/i,
  n: new Timestamp({ t: 1_700_000_000, i: 1 }),
}

const text = (query: object) => JSON.stringify(query)
const withoutId = { _id: 0 }

const trials: ConnectorTrials = {
  types: {
    text: text({ collection: 'typed', fields: withoutId }),
    columns: [
      ...(['a', 'b'] as const).map((name) => [name, 'integer'] as const),
      ...(['c', 'd'] as const).map((name) => [name, 'float'] as const),
      ['e', 'boolean'],
      ...(['f', 'g'] as const).map((name) => [name, 'string'] as const),
      ['h', 'datetime'],
      ...(['i', 'j'] as const).map((name) => [name, 'string'] as const),
      ['k.x', 'integer'],
      ...(['k.y.z', 'k.empty', 'l', 'm'] as const).map((name) => [name, 'string'] as const),
      ['n', 'datetime'],
    ],
    cells: [
      [
        ...['1', '-3', '1.5', '1.50', 'true', '"text"', `"${id}"`, '"2024-02-29T12:00:00.500Z"', '"00ff"'],
        ...['"01234567-89ab-4def-8123-456789abcdef"', '1', '"deep"', '{}'],
        ...['[1,{"m":"0.10","n":"9007199254740993"}]', '"/^a.*z$/i"', '"2023-11-14T22:13:20.000Z"'],
      ],
    ],
  },
  nulls: {
    text: text({ collection: 'nulls', fields: { a: 1, b: 2, c: 3 }, sort: [{ name: 'at' }] }),
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'string'],
    ],
    cells: [
      ['null', '""', 'null'],
      ['1', 'null', 'null'],
    ],
  },
  empty: {
    text: text({ collection: 'nulls', query: { at: -1 }, fields: { a: 1, b: 2 } }),
    columns: [
      ['a', 'string'],
      ['b', 'string'],
    ],
    cells: [],
  },
  // two keys that look the same once they are written with a point
  duplicateNames: {
    text: text({ collection: 'twice', fields: withoutId }),
    columns: [
      ['a.b', 'integer'],
      ['a.b1', 'integer'],
    ],
    cells: [['1', '2']],
  },
  bigNumbers: {
    text: text({ collection: 'big', fields: withoutId }),
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
      ['c', 'float'],
    ],
    cells: [['9223372036854775807', '1234567890123456789012345678.901234', '1E+40']],
  },
  dates: {
    text: text({ collection: 'dates', fields: withoutId }),
    columns: [
      ['a', 'datetime'],
      ['b', 'datetime'],
    ],
    cells: [['"0001-01-01T00:00:00.000Z"', '"2024-02-29T23:59:59.999Z"']],
  },
  unicode: {
    text: text({ collection: 'unicode', fields: withoutId }),
    columns: [
      ['größe 漢', 'string'],
      ['b', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 漢字 \u202e'), JSON.stringify('quote " backslash \\ tab \t \u0001')]],
  },
  severalStatements: null,
  wrongText: {
    text: '{\n  "collection": "typed",\n  "query": {"a": 1,}\n}',
    message: /^Invalid JSON format\. /,
    position: { line: 3, column: 20 },
  },
  withoutResult: null,
  lateError: { text: text({ collection: 'late' }), message: /can't \$divide by zero/ },
  manyRows: text({ collection: 'many' }),
  oversized: (place) =>
    text({ collection: 'oversized', query: { place: { $in: ['', place] } }, sort: [['at', 1]] }),
  slow: text({ collection: 'slow' }),
  endless: text({ collection: 'endless' }),
  schema: [
    {
      name: 'people',
      columns: [
        { name: '_id', type: 'objectId' },
        { name: 'age', type: 'double or int' },
        { name: 'home', type: 'object' },
        { name: 'home.city', type: 'string' },
        { name: 'name', type: 'string' },
      ],
    },
  ],
  lacks: {
    severalStatements: 'a query is one document',
    withoutResult: 'every query has a result, if an empty one',
  },
}

const database = 'shop'

async function fill(port: number): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}`)
  const of = (name: string) => client.db(database).collection(name)
  await of('typed').insertOne(typed)
  await of('nulls').insertMany([
    { at: 1, a: null, b: '', c: null },
    { at: 2, a: 1 },
  ])
  await of('twice').insertOne({ 'a.b': 1, a: { b: 2 } })
  await of('big').insertOne({
    a: Long.MAX_VALUE,
    b: Decimal128.fromString('1234567890123456789012345678.901234'),
    c: Decimal128.fromString('1E+40'),
  })
  await of('dates').insertOne({
    a: new Date('0001-01-01T00:00:00Z'),
    b: new Date('2024-02-29T23:59:59.999Z'),
  })
  await of('unicode').insertOne({
    'größe 漢': '😀 e\u0301 漢字 \u202e',
    b: 'quote " backslash \\ tab \t \u0001',
  })
  await of('many').insertMany(
    Array.from({ length: 100_000 }, (_, n) => ({ n, text: `row ${n}`, half: n * 1.5 })),
  )
  // bytes are shown as two digits each
  const cell = Buffer.alloc(8_500_000, 7)
  const places = oversizedPlaces.flatMap((place, at) => [{ at: at * 2, place, cell }])
  await of('oversized').insertMany([
    ...places,
    { at: 1, place: '', cell: 'small' },
    { at: 3, place: '', cell: 'small' },
  ])
  await of('people').insertMany([
    { name: 'A', age: 1, home: { city: 'X' } },
    { name: 'B', age: 1.5 },
  ])
  await client.close()
}

function optionsOf(front: MongoFront): ConnectorOptions {
  return {
    connectionString: `mongodb://127.0.0.1:${front.port}/`,
    username: front.user,
    password: front.password,
    dbName: database,
  }
}

async function start() {
  const server = await startMongoServer()
  await fill(server.port)
  const front = await startMongoFront(server.port)
  return { server, front }
}

connectorSuite(mongodb, trials, async () => {
  const { server, front } = await start()
  const options = optionsOf(front)
  const wait = 'serverSelectionTimeoutMS=500'
  return {
    options,
    refused: { ...options, connectionString: `mongodb://127.0.0.1:${await freePort()}/?${wait}` },
    wrongPassword: { ...options, password: 'wrong-password' },
    running: async () => front.running(),
    async stop() {
      await front.stop()
      await server.stop()
    },
  }
})

describe('MongoDB in particular', () => {
  let ground: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    ground = await start()
  })
  afterAll(async () => {
    await ground.front.stop()
    await ground.server.stop()
  })

  const host = { reportBackend() {}, engineMemoryMb: 256 } as unknown as ConnectorHost
  const open = (more: ConnectorOptions = {}) =>
    mongodb.open({ ...optionsOf(ground.front), ...more }, host, AbortSignal.timeout(20_000))
  const read = async (query: object | string, more: ConnectorOptions = {}) => {
    const session = await open(more)
    const sink = recordingSink()
    try {
      await session.run(typeof query === 'string' ? query : text(query), sink, AbortSignal.timeout(20_000))
    } finally {
      await session.close()
    }
    return sink
  }

  it('counts, with skip and limit', async () => {
    expect((await read({ collection: 'many', query: { n: { $lt: 10 } }, count: true })).cells).toEqual([
      ['10'],
    ])
    expect((await read({ collection: 'many', count: 1, skip: 99_995 })).cells).toEqual([['5']])
    expect((await read({ collection: 'many', count: 1, limit: 7 })).types).toEqual(['integer'])
  })

  it('sorts by a list, skips and limits', async () => {
    const query = { collection: 'many', fields: { text: 2, n: 1 }, skip: 1, limit: 2 }
    const expected = [
      ['99998', '"row 99998"'],
      ['99997', '"row 99997"'],
    ]
    for (const sort of [[{ name: 'n', direction: -1 }], [['n', -1]], { n: -1 }]) {
      expect((await read({ ...query, sort })).cells).toEqual(expected)
    }
  })

  it('aggregates, with a list as $sort, and leaves columns in the order asked for', async () => {
    const aggregate = [
      { $match: { n: { $lt: 4 } } },
      { $group: { _id: { $mod: ['$n', 2] }, total: { $sum: '$n' } } },
      { $sort: [{ name: 'total', direction: -1 }] },
    ]
    const sink = await read({ collection: 'many', query: {}, aggregate, sortColumns: 'desc' })
    expect(sink.names).toEqual(['total', '_id'])
    expect(sink.cells).toEqual([
      ['4', '1'],
      ['2', '0'],
    ])
  })

  it('expands arrays when told to', async () => {
    const sink = await read({ collection: 'typed', fields: { l: 1 } }, { flatten: 'True' })
    expect(sink.names).toEqual(['l', 'l.0', 'l.1.m', 'l.1.n'])
    expect(sink.cells[0]?.slice(1)).toEqual(['1', '0.10', '9007199254740993'])
  })

  it('finds by ids, dates and numbers of any length', async () => {
    const found = async (query: string) =>
      (await read(`{"collection": "typed", "query": ${query}, "count": 1}`)).cells[0]?.[0]
    expect(await found(`{"g": {"$oid": "${id}"}}`)).toBe('1')
    expect(await found(`{"g": {"$in": {"$oids": ["${id}"]}}}`)).toBe('1')
    expect(await found('{"h": "ISODate(\\"2024-02-29T12:00:00.5Z\\")"}')).toBe('1')
    expect(await found('{"h": {"$lt": {"$humanTime": "yesterday"}}}')).toBe('1')
    expect(await found('{"h": {"$lt": {"$humanTime": "January 1st 2000"}}}')).toBe('0')
    expect(await found('{"f": {"$regex": "^TE", "$options": "i"}}')).toBe('1')
    expect(
      (await read('{"collection": "big", "query": {"a": 9223372036854775807}, "count": 1}')).cells,
    ).toEqual([['1']])
  })

  it.each([
    ['{}', "'collection' must have a value to run a query"],
    ['[]', 'Invalid JSON format.'],
    ['', 'Invalid JSON format.'],
    ['{"collection": "a", "query": []}', "'query' must be an object."],
    ['{"collection": "a", "sort": [1]}', "'sort' must be a list"],
    ['{"collection": "a", "limit": -1}', "'limit' must be a whole number"],
    ['{"collection": "a", "sortColumns": "up"}', "'sortColumns' must be"],
    ['{"collection": "a", "query": {"x": {"$oids": 1}}}', '$oids takes an array as input.'],
    ['{"collection": "a", "query": {"x": {"$humanTime": "soonish"}}}', '$humanTime: "soonish" is not a time'],
    ['{"collection": "a", "query": {"x": "ISODate(\\"x\\")"}}', '"x" is not a date'],
    ['{"collection": "a", "aggregate": [{"$out": "b"}]}', 'The stage $out writes'],
    ['{"collection": "a", "aggregate": [{"$merge": {"into": "b"}}]}', 'The stage $merge writes'],
    ['{"collection": "a", "aggregate": [{"$match": {}, "$limit": 1}]}', "Stage 1 of 'aggregate' must be"],
    ['{"collection": "a", "aggregate": [{"$limit": 1}], "count": true}', "'count' counts the documents"],
    ['{"collection": "many", "query": {"$nothing": 1}}', 'unknown top level operator: $nothing'],
    [
      '{"collection": "many", "aggregate": [{"$nothing": 1}]}',
      "Unrecognized pipeline stage name: '$nothing'",
    ],
  ])('refuses %s', async (query, message) => {
    const failure = await failureOf(read(query))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as Error).message).toContain(message)
  })

  it('says which keys have no effect', async () => {
    const sink = await read({ collection: 'typed', querry: { a: 2 } })
    expect(sink.lines).toEqual(['"querry" is not a key of a MongoDB query and has no effect.'])
  })

  const refusals: [string, ConnectorOptions, RegExp][] = [
    [
      'a database that does not exist',
      { dbName: 'shopp' },
      /There is no database "shopp" on .* It has .*shop/,
    ],
    ['a user without a password', { username: '', password: '' }, /requires authentication/],
    ['another user', { username: 'nobody' }, /refused the user name or password/],
    [
      'a host that cannot be found',
      { connectionString: 'mongodb://nowhere.invalid/?serverSelectionTimeoutMS=300' },
      /host name of nowhere\.invalid cannot be found/,
    ],
    [
      'TLS where the server has none',
      { tls: true },
      /No secure connection|closed the connection|Connection to/,
    ],
    ['another replica set', { replicaSetName: 'rs9' }, /rs9|Connection to/],
  ]
  it.each(refusals)('tells of %s', async (_, more, message) => {
    const { tls, replicaSetName, ...rest } = more
    const address = `mongodb://127.0.0.1:${ground.front.port}/?serverSelectionTimeoutMS=500`
    const options = {
      connectionString: tls === true ? `${address}&tls=true` : address,
      ...rest,
      ...(replicaSetName === undefined ? {} : { replicaSetName }),
    }
    const work = open(options).then((session) =>
      session.ping(AbortSignal.timeout(5000)).finally(() => session.close()),
    )
    const failure = await failureOf(work)
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect((failure as Error).message).toMatch(message)
    expect((failure as Error).message).not.toContain('p@ss')
  })
})
