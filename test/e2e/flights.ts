import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { inject } from 'vitest'
import { isThere, withDatabase } from './databases.ts'

const databaseName = 'sextant_e2e_flights'
const parquet = fileURLToPath(new URL('../data/flights-3m.parquet', import.meta.resolve('vega-datasets')))

/** A PostgreSQL database with the table `flights` of vega-datasets (3,000,000 rows), filled once per server. */
export async function flightsDatabase(): Promise<{ url: string }> {
  const server = inject('postgresUrl')
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  try {
    // locked until the end of this connection: one test file fills the table, others wait
    await admin.query('select pg_advisory_lock(hashtext($1))', [databaseName])
    if (!(await isThere(admin, databaseName))) {
      // renamed only when complete
      const unfinished = `${databaseName}_${randomBytes(4).toString('hex')}`
      await admin.query(`create database ${unfinished}`)
      await fill(withDatabase(server, unfinished))
      await admin.query(`alter database ${unfinished} rename to ${databaseName}`)
    }
  } finally {
    await admin.end()
  }
  return { url: withDatabase(server, databaseName) }
}

async function fill(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-flights-'))
  const client = new pg.Client({ connectionString: url })
  try {
    const file = join(folder, 'flights.csv')
    await writeCsv(file)
    await client.connect()
    await client.query(`create unlogged table flights
      (date timestamp, delay integer, distance integer, origin text, destination text)`)
    await copyInto(client, 'flights', file)
    await client.query('analyze flights')
    await client.end()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeCsv(file: string): Promise<void> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`copy (
      select date, delay::integer as delay, distance::integer as distance, origin, destination
      from read_parquet('${parquet.replaceAll("'", "''")}')
    ) to '${file}' (format csv, header false)`)
  connection.closeSync()
  instance.closeSync()
}

/** The part of the driver's connection that COPY needs; the driver's types lack it. */
interface CopyConnection {
  stream: NodeJS.WritableStream & { writableNeedDrain: boolean }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** `COPY table FROM STDIN` of a CSV file. */
function copyInto(client: pg.Client, table: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const copy = {
      submit: (connection: CopyConnection) => connection.query(`copy ${table} from stdin (format csv)`),
      handleCopyInResponse: (connection: CopyConnection) => void send(connection, file).catch(reject),
      handleCommandComplete: () => {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    }
    client.query(copy as unknown as pg.Submittable)
  })
}

async function send(connection: CopyConnection, file: string): Promise<void> {
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
    connection.sendCopyFromChunk(chunk as Buffer)
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
  connection.endCopyFrom()
}
