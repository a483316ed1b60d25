import type { Connection } from 'mysql2'
import { connectMysql, drop } from './mysql-connection.ts'
import type { MysqlOptions } from './mysql-options.ts'
import { type MysqlReading, readMysql } from './mysql-reader.ts'

export const killMilliseconds = 1000
/** A server that does not obey within this time loses its session (docs/reference/promises.md#r4: two seconds). */
const obeyMilliseconds = 1750

/** Kills until the query has ended. Answers whether the session had to be given up. */
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

/** Over a connection of its own; it never rejects. */
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
    // no second session to be had: giving up the first one is what is left
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** A server that does not answer in time loses the session. What it answers is not kept. */
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

/** How long the server may take to close the connection after our farewell. */
const farewellMilliseconds = 1000

export function close(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    // do not wait for a server that keeps its side open, but destroy the socket
    const timer = setTimeout(() => {
      drop(connection)
      resolve()
    }, farewellMilliseconds)
    connection.once('end', () => clearTimeout(timer))
    connection.end(() => resolve())
  })
}
