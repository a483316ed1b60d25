import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import type { Config } from '../kernel/config/config.ts'
import { openDatabase } from '../kernel/db/database.ts'
import { createJobQueue } from '../runs/jobs/create-job-queue.ts'
import { createJobWatch } from '../runs/jobs/create-job-watch.ts'
import { keepSweeping } from '../runs/jobs/keep-sweeping.ts'
import { openLog } from '../kernel/log.ts'
import { missingAddress } from '../kernel/net/instance-of-mails.ts'
import { instanceSecretKey } from '../kernel/processes/data-folder.ts'
import { refusedToListen } from '../kernel/processes/free-port.ts'
import { beginRole } from '../kernel/processes/role-life.ts'
import { hangSeconds } from '../kernel/processes/silence.ts'
import { bringUpToDate, demandCurrentSchema } from '../operator/schema-state.ts'
import { openSecrets } from '../kernel/secret-key/open-secrets.ts'
import { StartRefused } from '../kernel/start-refused.ts'

const poolSize = 20

/** A web process: any number of them may run on one database. Returns when it listens. Throws StartRefused. */
export async function runWeb(config: Config, options: { migrate: boolean }): Promise<void> {
  const { databaseUrl } = config
  if (databaseUrl === null) throw new StartRefused('DATABASE_URL is not set; `sextant web` needs it.')
  const log = openLog(config, 'web')
  const missing = missingAddress(config)
  if (missing !== null) log.warn(missing)
  // before anything is opened: a missing key is told at once
  instanceSecretKey(config, { generate: false })
  await (options.migrate ? bringUpToDate(databaseUrl, config, log) : demandCurrentSchema(databaseUrl))
  const database = openDatabase(databaseUrl, {
    max: poolSize,
    onError: (error) => log.warn({ err: error }, 'A connection to PostgreSQL was lost.'),
  })
  const { db, pool } = database
  const clock = () => new Date()
  const secrets = await openSecrets({ pool, config, clock })
  const jobs = await createJobQueue({ pool, log })
  const jobWatch = await createJobWatch({ databaseUrl, log })
  const app = await buildApp({ db, pool, config, secrets, jobs, jobWatch, log, clock })
  const sweeping = keepSweeping({ db, config, log, clock })
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    throw refusedToListen(error, config.host, config.port)
  }
  beginRole({
    address: shownAddress(config),
    graceMilliseconds: config.stopGraceSeconds * 1000,
    hangSeconds: hangSeconds.web,
    async stop(graceMilliseconds) {
      // answers the requests that wait for a job, so that closing does not wait for them
      await jobWatch.close()
      await Promise.race([app.close(), delay(graceMilliseconds)])
      await sweeping.stop()
      await jobs.close()
      await Promise.race([database.close(), delay(1000)])
    },
    onError: (error) => log.error({ err: error }, 'stopping failed'),
  })
}

/** Where a browser on this machine finds it. */
function shownAddress({ host, port }: Config): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}
