import type { MongoClient } from 'mongodb'
import { stopReason } from '../connector-errors.ts'
import { connectionFailure } from './mongodb-failures.ts'
import { guardMessages } from './mongodb-messages.ts'
import type { MongodbOptions } from './mongodb-options.ts'

const connectMilliseconds = 10_000

/**
 * Values stay in the classes of BSON: JavaScript has one kind of number for three of theirs, and would round the longest.
 */
export const exactValues = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
} as const

/** Connects, and checks the credentials. Throws ConnectionFailed, or the reason of the signal. */
export async function connectMongodb(options: MongodbOptions, signal: AbortSignal): Promise<MongoClient> {
  if (signal.aborted) throw stopReason(signal)
  const driver = await import('mongodb')
  guardMessages()
  const { credentials, replicaSet, readPreference } = options
  let client: MongoClient
  try {
    client = new driver.MongoClient(options.connectionString, {
      appName: 'Sextant',
      connectTimeoutMS: connectMilliseconds,
      ...timeoutOf(options),
      ...(credentials === null ? {} : { auth: credentials }),
      ...(replicaSet === null ? {} : { replicaSet }),
      ...(readPreference === null ? {} : { readPreference }),
      // one for the query, one to end it, one for a question
      maxPoolSize: 3,
      minPoolSize: 0,
      compressors: ['none'],
      retryWrites: false,
    })
  } catch (error) {
    throw connectionFailure(error, options.where)
  }
  const stop = () => void client.close(true).catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    if (signal.aborted) throw stopReason(signal)
    return client
  } catch (error) {
    stop()
    throw signal.aborted ? stopReason(signal) : connectionFailure(error, options.where)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The driver would look for a server for 30 seconds; the connection string may say how long. */
function timeoutOf({ connectionString }: MongodbOptions): { serverSelectionTimeoutMS?: number } {
  return /[?&]serverSelectionTimeoutMS=/i.test(connectionString)
    ? {}
    : { serverSelectionTimeoutMS: connectMilliseconds }
}
