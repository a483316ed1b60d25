import { randomUUID } from 'node:crypto'
import type { Document, MongoClient } from 'mongodb'
import { isPhrase } from '#shared/messages/phrase.ts'
import { breaks } from '../breaks.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, stopReason } from '../connector-errors.ts'
import { SinkFailure } from '../remote-run.ts'
import { connectMongodb, exactValues } from './mongodb-client.ts'
import { endQuery, killOperations } from './mongodb-ending.ts'
import { connectionFailure, queryFailure } from './mongodb-failures.ts'
import { type MongodbOptions, readMongodbOptions } from './mongodb-options.ts'
import { type MongoQuery, readMongoQuery } from './mongodb-query.ts'
import { documentRows } from './mongodb-rows.ts'
import { readTables } from './mongodb-schema.ts'

export async function openMongodb(
  stored: ConnectorOptions,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Session> {
  const options = understood(stored)
  const client = await connectMongodb(options, signal)
  const comment = `sextant ${randomUUID()}`
  host.reportBackend({ comment })
  /** Runs the work; an aborted signal ends it in the database. */
  const stoppable = async <T>(work: () => Promise<T>, stopSignal: AbortSignal): Promise<T> => {
    if (stopSignal.aborted) throw stopReason(stopSignal)
    const working = work()
    const done = working.then(
      () => {},
      () => {},
    )
    let ending: Promise<boolean> | undefined
    const stop = () => {
      ending ??= endQuery(client, comment, done)
    }
    stopSignal.addEventListener('abort', stop, { once: true })
    await done
    stopSignal.removeEventListener('abort', stop)
    await ending
    if (stopSignal.aborted) throw stopReason(stopSignal)
    return await working
  }
  return {
    run: (text, sink, runSignal) =>
      stoppable(() => runQuery(client, options, comment, text, sink, runSignal), runSignal),
    ping: (pingSignal) => stoppable(() => ping(client, options), pingSignal),
    tables: (tablesSignal) =>
      stoppable(
        () => readTables(client.db(options.database), comment, tablesSignal).catch(refused),
        tablesSignal,
      ),
    async close() {
      await client.close(true).catch(() => {})
    },
  }
}

/** Ends the query of a worker that died; nothing else has its comment. */
export async function killMongodbOrphan(
  stored: ConnectorOptions,
  { comment }: BackendReference,
): Promise<void> {
  if (typeof comment !== 'string') return
  const client = await connectMongodb(understood(stored), AbortSignal.timeout(10_000))
  try {
    await killOperations(client, comment)
  } finally {
    await client.close(true)
  }
}

async function ping(client: MongoClient, { database, where }: MongodbOptions): Promise<void> {
  const names = await client
    .db(database)
    .command({ connectionStatus: 1 })
    .then(() => databaseNames(client))
    .catch((error: unknown) => {
      throw connectionFailure(error, where)
    })
  if (names === null || names.includes(database)) return
  const known =
    names.length === 0 ? 'It has none that this user may see.' : `It has ${names.slice(0, 20).join(', ')}.`
  throw new ConnectionFailed(`There is no database "${database}" on ${where}. ${known}`)
}

/** null: the server does not tell this user */
async function databaseNames(client: MongoClient): Promise<string[] | null> {
  try {
    const { databases } = await client
      .db('admin')
      .admin()
      .listDatabases({ nameOnly: true, authorizedDatabases: true })
    return databases.map(({ name }) => name)
  } catch (error) {
    if (error instanceof Error && error.name === 'MongoServerError') return null
    throw error
  }
}

async function runQuery(
  client: MongoClient,
  options: MongodbOptions,
  comment: string,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const query = await readMongoQuery(text)
  for (const key of query.unknown) sink.log(`"${key}" is not a key of a MongoDB query and has no effect.`)
  const collection = client.db(options.database).collection(query.collection)
  const common = { comment, ...exactValues }
  if (query.work.kind === 'count') {
    const { filter, skip, limit } = query.work
    const limits = { ...(skip === null ? {} : { skip }), ...(limit ? { limit } : {}) }
    const count = await collection.countDocuments(filter, { comment, ...limits }).catch(refused)
    sink.columns([{ name: 'count', type: 'integer', encode: String }])
    await sink.rows([[count]])
    return
  }
  const cursor = openCursor(query.work, collection, common)
  const guarded = guardedSink(sink)
  const rows = documentRows(guarded, { ...query, flattensArrays: options.flattensArrays })
  try {
    for await (const documents of slowly(cursor, signal)) {
      for (const document of documents) {
        const sending = rows.add(document)
        if (sending !== true && !(await sending)) return
      }
    }
    await rows.finish()
  } catch (error) {
    if (error instanceof SinkFailure) throw error.cause
    throw queryFailure(error)
  } finally {
    await cursor.close().catch(() => {})
  }
}

type Collection = ReturnType<ReturnType<MongoClient['db']>['collection']>
type FindOrAggregate = Exclude<MongoQuery['work'], { kind: 'count' }>

function openCursor(work: FindOrAggregate, collection: Collection, common: object) {
  if (work.kind === 'aggregate') {
    const { pipeline, allowDiskUse } = work
    return collection.aggregate<Document>(pipeline, { ...common, allowDiskUse, batchSize })
  }
  const { filter, projection, sort, skip, limit } = work
  return collection.find<Document>(filter, {
    ...common,
    ...(projection === null ? {} : { projection }),
    ...(sort === null ? {} : { sort: sort as never }),
    ...(skip === null ? {} : { skip }),
    ...(limit === null ? {} : { limit }),
    batchSize,
  })
}

/** documents per message: of one of the largest size, the server sends fewer */
const batchSize = 1000
const atOnce = 100

async function* slowly(
  cursor: ReturnType<typeof openCursor>,
  signal: AbortSignal,
): AsyncGenerator<readonly Document[]> {
  const rest = breaks()
  while (!signal.aborted && (await cursor.hasNext())) {
    yield cursor.readBufferedDocuments(atOnce)
    await rest()
  }
}

/** An error of the sink must not be taken for one of the driver. */
function guardedSink(sink: Sink): Sink {
  return {
    ...sink,
    columns(columns) {
      try {
        sink.columns(columns)
      } catch (error) {
        throw new SinkFailure('', { cause: error })
      }
    },
    async rows(batch) {
      try {
        return await sink.rows(batch)
      } catch (error) {
        throw new SinkFailure('', { cause: error })
      }
    },
  }
}

function refused(error: unknown): never {
  throw queryFailure(error)
}

function understood(stored: ConnectorOptions): MongodbOptions {
  const options = readMongodbOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}
