import { type ChildProcess, spawn } from 'node:child_process'
import {
  beginRole,
  type Config,
  defaultCatalogue,
  hangSeconds,
  instanceSecretKey,
  openDatabase,
  openLog,
  openSecrets,
  StartRefused,
} from '#server/kernel/index.ts'
import { bringUpToDate, requireCurrentSchema } from '#server/operator/index.ts'
import { type HandedRun, runAlone, startWorker, type WorkerNeeds } from '#server/worker/index.ts'

interface WorkerOptions {
  migrate: boolean
  /** the file that this process was started from */
  mainFile: string
  /** the only run of this process, from `handedRunOf`; null: an ordinary worker */
  handed: HandedRun | null
}

/** A worker process; any number may share a database. Returns once it takes jobs. Throws StartRefused. */
export async function runWorker(config: Config, options: WorkerOptions): Promise<void> {
  const { databaseUrl } = config
  if (databaseUrl === null) throw new StartRefused('DATABASE_URL is not set; `sextant worker` needs it.')
  const log = openLog(config, 'worker')
  // check the translations and the secret key before opening anything, to fail early
  defaultCatalogue(config)
  instanceSecretKey(config, { generate: false })
  await (options.migrate ? bringUpToDate(databaseUrl, config, log) : requireCurrentSchema(databaseUrl))
  const database = openDatabase(databaseUrl, {
    // one for each run that stores rows, plus some for heartbeats and notifications
    max: config.workerConcurrency + 4,
    onError: (error) => log.warn({ err: error }, 'A connection to PostgreSQL was lost.'),
  })
  const clock = () => new Date()
  const secrets = await openSecrets({ pool: database.pool, config, clock })
  const needs = { config, database, databaseUrl, secrets, log, clock }
  if (options.handed !== null) return await liveForOneRun(needs, options.handed)
  const startAlone = (handed: HandedRun) => spawnAlone(options.mainFile, handed)
  const worker = await startWorker({ ...needs, startAlone })
  beginRole({
    graceMilliseconds: config.stopGraceSeconds * 1000,
    hangSeconds: hangSeconds.worker,
    async stop(graceMilliseconds) {
      await worker.stop(graceMilliseconds)
      await database.close()
    },
    onError: (error) => log.error({ err: error }, 'stopping failed'),
  })
  // after beginRole, which handles signals: a reader of this line may stop the process at once
  log.info({ concurrency: config.workerConcurrency }, 'taking jobs')
}

/** Runs one job and exits. */
async function liveForOneRun(needs: WorkerNeeds, handed: HandedRun): Promise<void> {
  const { config, database, log } = needs
  const run = await runAlone(needs, handed)
  const onError = (error: unknown) =>
    log.error({ err: error, job: handed.job_id }, 'a run in its own process failed')
  beginRole({
    graceMilliseconds: config.stopGraceSeconds * 1000,
    hangSeconds: hangSeconds.worker,
    stop: (graceMilliseconds) => run.stop(graceMilliseconds),
    onError,
  })
  await run.done.then(
    () => database.close(),
    (error) => {
      onError(error)
      process.exitCode = 1
    },
  )
  process.exit()
}

const aloneFlag = '--alone='

function spawnAlone(mainFile: string, { job_id, worker_id, attempts }: HandedRun): ChildProcess {
  const flag = `${aloneFlag}${[job_id, worker_id, attempts].join(',')}`
  // its own session, like every role, so that Ctrl-C in the terminal does not reach it
  return spawn(process.execPath, [...process.execArgv, mainFile, 'worker', flag], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

/** The run handed over in the arguments; null: an ordinary worker. */
export function handedRunOf(flags: readonly string[]): HandedRun | null {
  const flag = flags.find((text) => text.startsWith(aloneFlag))
  if (flag === undefined) return null
  const [job_id = '', worker_id = '', attempts] = flag.slice(aloneFlag.length).split(',')
  return { job_id, worker_id, attempts: Number(attempts) }
}
