import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerContext } from '#server/kernel/index.ts'
import { t } from '#shared/messages/translate.ts'
import { deleteOptionTest, insertOptionTest, readOptionTest } from './option-test-store.ts'
import { type DataSourceRequest, readOptions } from './save-data-source.ts'

export interface TestOutcome {
  ok: boolean
  message: string
}

export const noWorker = (): TestOutcome => ({
  ok: false,
  message: t('No worker has taken the connection test. Is a worker process running?'),
})

const lookEveryMilliseconds = 150

/**
 * Lets a worker try options that are not saved. They wait for it encrypted, as those of a data source do. Throws what
 * saving them would throw.
 */
export async function testOptions(
  { db, secrets, jobs }: Pick<ServerContext, 'db' | 'secrets' | 'jobs'>,
  request: Pick<DataSourceRequest, 'type' | 'options'>,
  seconds: number,
): Promise<TestOutcome> {
  const { type, options } = readOptions(request)
  const id = randomUUID()
  await insertOptionTest(db, { id, type, encrypted_options: secrets.seal(options) })
  try {
    await jobs.add('test_options', { test_id: id })
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      const done = await readOptionTest(db, id)
      if (done !== null) return { ok: done.failure === null, message: done.failure ?? 'success' }
      await delay(lookEveryMilliseconds)
    }
    return noWorker()
  } finally {
    await deleteOptionTest(db, id)
  }
}
