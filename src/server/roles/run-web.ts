import { setTimeout as delay } from 'node:timers/promises'
import {
  beginRole,
  type Config,
  defaultCatalogue,
  hangSeconds,
  instanceSecretKey,
  missingAddress,
  openDatabase,
  openLog,
  openSecrets,
  refusedToListen,
  StartRefused,
} from '#server/kernel/index.ts'
import { bringUpToDate, requireCurrentSchema } from '#server/operator/index.ts'
import { createJobQueue, createJobWatch, keepSweeping } from '#server/runs/index.ts'
import { buildApp } from './app.ts'

const poolSize = 20
const closeIdleMilliseconds = 100

/** A web process; any number may share a database. Returns once it listens. Throws StartRefused. */
export async function runWeb(config: Config, options: { migrate: boolean }): Promise<void> {
  const { databaseUrl } = config
  if (databaseUrl === null) throw new StartRefused('DATABASE_URL is not set; `sextant web` needs it.')
  const log = openLog(config, 'web')
  const missing = missingAddress(config)
  if (missing !== null) log.warn(missing)
  // check the translations and the secret key before opening anything, to fail early
  defaultCatalogue(config)
  instanceSecretKey(config, { generate: false })
  await (options.migrate ? bringUpToDate(databaseUrl, config, log) : requireCurrentSchema(databaseUrl))
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
      // a connection is kept after the last reply: closing would wait for its browser
      const closesIdle = setInterval(() => app.server.closeIdleConnections(), closeIdleMilliseconds)
      await Promise.race([app.close(), delay(graceMilliseconds)])
      clearInterval(closesIdle)
      await sweeping.stop()
      await jobs.close()
      await Promise.race([database.close(), delay(1000)])
    },
    onError: (error) => log.error({ err: error }, 'stopping failed'),
  })
}

/** The address for a browser on this machine. */
function shownAddress({ host, port }: Config): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}
