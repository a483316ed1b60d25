import { pino } from 'pino'
import type { Config } from '#server/kernel/config/config.ts'
import { openDatabase } from '#server/kernel/db/database.ts'
import { startWorker } from '#server/worker/start-worker.ts'
import type { AppUnderTest, Caller } from './app-under-test.ts'
import { startAloneProcess } from './start-alone-process.ts'

/** A worker on the database of this app, in this process. */
export async function workerUnderTest(
  app: AppUnderTest,
  config: Partial<Config> = {},
): Promise<{ id: string; stop(): Promise<void> }> {
  const database = openDatabase(app.database.url, { max: 8, onError: () => {} })
  const changed = { ...app.context.config, ...config }
  const worker = await startWorker({
    config: changed,
    database,
    databaseUrl: app.database.url,
    secrets: app.context.secrets,
    log: pino({ level: 'silent' }),
    clock: () => new Date(),
    startAlone: startAloneProcess(app.database.url, JSON.stringify(changed)),
  })
  return {
    id: worker.id,
    async stop() {
      await worker.stop(0)
      await database.close()
    },
  }
}

/** Options of a `pg` data source that reads the database of this app. */
export function ownDatabaseOptions(app: AppUnderTest): Record<string, unknown> {
  const url = new URL(app.database.url)
  return {
    host: url.hostname,
    port: Number(url.port),
    user: url.username,
    password: url.password,
    dbname: url.pathname.slice(1),
  }
}

export interface JobOnTheWire {
  id: string
  status: number
  error: unknown
  result: unknown
  query_result_id: number
  updated_at: string | 0
  rows: number
  waiting: { reason: string; place: number } | null
  error_position: { line: number; column: number } | null
}

/** Polls a job as the web does until it has ended. */
export async function untilEnded(caller: Caller, jobId: string): Promise<JobOnTheWire> {
  let since = 0
  for (let asked = 0; asked < 100; asked++) {
    const reply = await caller.get(`/api/jobs/${jobId}?wait=10&since=${since}`)
    if (reply.statusCode !== 200) throw new Error(`job ${jobId}: ${reply.statusCode} ${reply.body}`)
    const { job } = reply.json<{ job: JobOnTheWire }>()
    if (job.status > 2) return job
    since = job.status
  }
  throw new Error(`job ${jobId} does not end`)
}
