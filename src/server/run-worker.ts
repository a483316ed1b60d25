import type { Config } from './config/config.ts'
import { openDatabase } from './db/database.ts'
import { startWorker } from './jobs/start-worker.ts'
import { openLog } from './log.ts'
import { instanceSecretKey } from './processes/data-folder.ts'
import { beginRole } from './processes/role-life.ts'
import { bringUpToDate, demandCurrentSchema } from './schema-state.ts'
import { openSecrets } from './secret-key/open-secrets.ts'
import { StartRefused } from './start-refused.ts'

/** A worker process: any number of them may run on one database. Returns when it takes jobs. Throws StartRefused. */
export async function runWorker(config: Config, options: { migrate: boolean }): Promise<void> {
  const { databaseUrl } = config
  if (databaseUrl === null) throw new StartRefused('DATABASE_URL is not set; `sextant worker` needs it.')
  const log = openLog(config, 'worker')
  // before anything is opened: a missing key is told at once
  instanceSecretKey(config, { generate: false })
  await (options.migrate ? bringUpToDate(databaseUrl, log) : demandCurrentSchema(databaseUrl))
  const database = openDatabase(databaseUrl, {
    // each run stores its rows while it takes others' heartbeats and notices
    max: config.workerConcurrency + 4,
    onError: (error) => log.warn({ err: error }, 'A connection to PostgreSQL was lost.'),
  })
  const clock = () => new Date()
  const secrets = await openSecrets({ pool: database.pool, config, clock })
  const worker = await startWorker({ config, database, databaseUrl, secrets, log, clock })
  log.info({ concurrency: config.workerConcurrency }, 'taking jobs')
  beginRole({
    graceMilliseconds: config.stopGraceSeconds * 1000,
    async stop(graceMilliseconds) {
      await worker.stop(graceMilliseconds)
      await database.close()
    },
    onError: (error) => log.error({ err: error }, 'stopping failed'),
  })
}
