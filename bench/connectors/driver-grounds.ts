import { MongoClient } from 'mongodb'
import { createConnection } from 'mysql2'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { startMongoServer } from '#test/engines/mongo-server.ts'
import { startTestMariadb } from '#test/live/mariadb.ts'
import { startTestPostgres } from '#test/test-postgres.ts'
import { createBenchRows } from '../bench-rows.ts'
import { type BenchGround, benchRowCount, longRowCount } from './ground.ts'

export async function postgresGround(): Promise<BenchGround> {
  const server = await startTestPostgres()
  const pool = new pg.Pool({ connectionString: server.url })
  await createBenchRows(pool, 'bench_rows', benchRowCount)
  const client = await pool.connect()
  const url = new URL(server.url)
  const text = 'select * from bench_rows'
  const long = `select bench_rows.* from bench_rows, generate_series(1, ${longRowCount / benchRowCount})`
  return {
    options: {
      ...{ host: url.hostname, port: Number(url.port), dbname: url.pathname.slice(1) },
      ...{ user: url.username, password: url.password },
    },
    text,
    async bare() {
      const types = { getTypeParser: () => (value: string) => value }
      const cursor = client.query(new Cursor(text, [], { rowMode: 'array', types: types as never }))
      while ((await cursor.read(5000)).length > 0);
      await cursor.close()
    },
    long,
    one: { text: 'select 1', bare: async () => void (await client.query('select 1')) },
    async stop() {
      client.release()
      await pool.end()
      await server.stop()
    },
  }
}

export async function mysqlGround(): Promise<BenchGround> {
  const server = await startTestMariadb(null)
  const { port, user, password, database } = server
  const client = createConnection({ host: '127.0.0.1', port, user, password, database })
  const textOf = (
    count: number,
  ) => `select seq a, seq % 1000 b, seq / 7 c, cast(seq / 3 as double) d, seq % 2 = 0 e, concat('text ', seq) f,
    date '2024-01-01' + interval (seq % 365) day g, timestamp '2024-01-02 03:04:05.123' + interval seq second h,
    if(seq % 5 = 0, null, seq) i, 'the same text in each row' j from seq_1_to_${count}`
  const text = textOf(benchRowCount)
  const read = (sql: string) =>
    new Promise<void>((resolve, reject) => {
      const query = client.query({ sql, rowsAsArray: true, typeCast: (field) => field.string() })
      query.on('error', reject)
      query.on('result', () => {})
      query.on('end', resolve)
    })
  return {
    options: { host: '127.0.0.1', port, user, passwd: password, db: database },
    text,
    bare: () => read(text),
    long: textOf(longRowCount),
    one: { text: 'select 1', bare: () => read('select 1') },
    async stop() {
      client.destroy()
      await server.stop()
    },
  }
}

export async function mongodbGround(): Promise<BenchGround> {
  const server = await startMongoServer()
  const client = new MongoClient(`mongodb://127.0.0.1:${server.port}`)
  const collection = client.db('bench').collection('rows')
  for (let first = 0; first < benchRowCount; first += 10_000) {
    await collection.insertMany(
      Array.from({ length: 10_000 }, (_, at) => {
        const id = first + at
        const fields = {
          a: id,
          b: id % 1000,
          c: id / 7,
          d: id % 2 === 0,
          e: `text ${id}`,
          f: 'the same text',
        }
        return { ...fields, g: new Date(1.7e12 + id * 1000), h: id % 5 === 0 ? null : id, i: { x: id } }
      }),
    )
  }
  return {
    options: { connectionString: `mongodb://127.0.0.1:${server.port}`, dbName: 'bench' },
    text: JSON.stringify({ collection: 'rows' }),
    async bare() {
      for await (const _ of collection.find({}));
    },
    long: null,
    one: {
      text: JSON.stringify({ collection: 'rows', limit: 1 }),
      bare: async () => void (await collection.findOne({})),
    },
    async stop() {
      await client.close()
      await server.stop()
    },
  }
}
