import { ConnectionFailed, QueryFailed, TimedOut } from '#connectors/connector-errors.ts'
import { findConnector } from '#connectors/registry.ts'
import { endOptionTest, findOptionTest, type OptionTest } from '#server/sources/index.ts'
import { connectionTestSeconds } from './run-job.ts'
import { closeSession, untilAbandoned } from './with-session.ts'
import type { Worker } from './worker.ts'

/** Tries options that are not saved yet. Never throws for options that do not work. */
export async function testOptions(worker: Worker, id: string): Promise<void> {
  const test = await findOptionTest(worker.db, id)
  // the asker does not wait any more
  if (test === null) return
  await endOptionTest(worker.db, id, await failureOf(worker, test))
}

async function failureOf(worker: Worker, test: OptionTest): Promise<string | null> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new TimedOut()), connectionTestSeconds * 1000)
  try {
    await untilAbandoned(ping(worker, test, controller.signal), controller.signal)
    return null
  } catch (error) {
    const { reason } = controller.signal
    if (reason instanceof TimedOut) return reason.message
    if (error instanceof ConnectionFailed || error instanceof QueryFailed) return error.message
    worker.log.error({ err: error }, 'A connection test failed because of a bug.')
    return 'The connection test failed because of an internal error of Sextant. See its log for details.'
  } finally {
    clearTimeout(timer)
  }
}

async function ping(worker: Worker, test: OptionTest, signal: AbortSignal): Promise<void> {
  const connector = findConnector(test.type)
  if (connector === undefined) throw new ConnectionFailed(`There is no data source type "${test.type}".`)
  const options = worker.secrets.unseal(test.encrypted_options)
  const session = await worker.access.open(connector, options, { signal, isFresh: true })
  try {
    await session.ping(signal)
  } finally {
    await closeSession(worker, test, session)
  }
}
