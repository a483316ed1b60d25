import type { Connection } from 'mysql2'
import { connectMysql, drop } from './mysql-connection.ts'
import type { MysqlOptions } from './mysql-options.ts'
import { type MysqlReading, readMysql } from './mysql-reader.ts'

export const killMilliseconds = 1000
/** If the query has not ended after this time, the session is closed (docs/reference/promises.md#r4: two seconds). */
const obeyMilliseconds = 1750

/** Sends KILL until the query has ended. Returns whether the session had to be closed. */
export async function endQuery(
  options: MysqlOptions,
  connection: Connection,
  reading: MysqlReading,
): Promise<boolean> {
  let hasObeyed = false
  let isGivenUp = false
  const ended = reading.done.then(() => {
    hasObeyed = !isGivenUp
  })
  const killing = kill(options, connection.threadId, ended, () => hasObeyed)
  await Promise.race([ended, killing, wait(obeyMilliseconds)])
  if (hasObeyed) {
    await killing
    return false
  }
  isGivenUp = true
  drop(connection)
  reading.abandon(new Error('The server did not end the query.'))
  return true
}

/** Uses its own connection; never rejects. */
async function kill(
  options: MysqlOptions,
  threadId: number,
  ended: Promise<void>,
  hasObeyed: () => boolean,
): Promise<void> {
  try {
    const killer = await connectMysql(options, AbortSignal.timeout(1500))
    for (let attempt = 0; attempt < 5 && !hasObeyed(); attempt++) {
      await execute(killer, `kill query ${threadId}`, killMilliseconds).catch(() => {})
      await Promise.race([ended, wait(250)])
    }
    if (!hasObeyed()) await execute(killer, `kill ${threadId}`, killMilliseconds).catch(() => {})
    await close(killer)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // no second connection possible: closing the first one is the only option
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Runs a statement and drops its rows; closes the session if the server does not answer in time. */
export async function execute(
  connection: Connection,
  statement: string,
  milliseconds: number,
): Promise<void> {
  const reading = readMysql(connection, statement, null, () => {})
  const timer = setTimeout(() => {
    drop(connection)
    reading.abandon(new Error(`no answer within ${milliseconds} ms`))
  }, milliseconds)
  const { driverFailure } = await reading.done
  clearTimeout(timer)
  if (driverFailure !== null) throw driverFailure.error
}

/** How long the server may take to close the connection after we end it. */
const farewellMilliseconds = 1000

export function close(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    // destroy the socket if the server keeps its side open
    const timer = setTimeout(() => {
      drop(connection)
      resolve()
    }, farewellMilliseconds)
    connection.once('end', () => clearTimeout(timer))
    connection.end(() => resolve())
  })
}
