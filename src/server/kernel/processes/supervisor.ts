import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { environmentWith } from '../config/read-config.ts'
import type { EmbeddedPostgres, PostgresPlace } from '../db/embedded-postgres.ts'
import { diskFolder } from '../disk/disk-space.ts'
import { dataPaths, instanceSecretKey, lockDataFolder, openDataFolder, secretInFile } from './data-folder.ts'
import { anyFreePort, requireFreePort } from './free-port.ts'
import { settleDown } from './role-life.ts'
import { hangSeconds } from './silence.ts'
import { backOff, type SupervisedChild, superviseChild } from './supervised-child.ts'

export interface SupervisorNeeds {
  config: Config
  /** fill a new instance with demo content first */
  demo: boolean
  startPostgres: StartPostgres
  /** the file that this process was started from, and that starts the others */
  mainFile: string
  say(line: string): void
}

/**
 * `sextant start`: runs PostgreSQL, one web process and the workers until a stop signal. Returns the exit code.
 * Imports only Node's modules, so that this process stays small. Throws StartRefused.
 */
export async function supervise(needs: SupervisorNeeds): Promise<number> {
  const { config, demo, startPostgres, mainFile, say } = needs
  const stop = stopSignals()
  openDataFolder(config.dataDir)
  const releaseLock = lockDataFolder(config.dataDir)
  let postgres: KeptPostgres | null = null
  const children: SupervisedChild[] = []
  stop.onForced(() => {
    for (const child of children) child.kill()
    void postgres?.stop('immediate').finally(() => process.exit(1))
    if (postgres === null) process.exit(1)
  })
  try {
    instanceSecretKey(config, { generate: true })
    mkdirSync(join(config.dataDir, 'files'), { recursive: true, mode: 0o700 })
    await requireFreePort(config.host, config.port)
    if (config.databaseUrl === null) {
      postgres = await keepPostgres(dataPaths(config.dataDir), startPostgres, say, postgresSettings(config))
    }
    const databaseUrl = postgres?.url ?? config.databaseUrl ?? ''
    const disk = diskFolder(config)
    const env = environmentWith({
      DATABASE_URL: databaseUrl,
      SEXTANT_DATA_DIR: config.dataDir,
      ...(disk === null ? {} : { SEXTANT_DISK_FOLDER: disk }),
    })
    if (stop.requested()) return 0
    if (demo && !(await runToEnd([mainFile, 'demo'], env))) return 1
    if (stop.requested()) return 0
    const start = (name: string, role: keyof typeof hangSeconds) => {
      const child = superviseChild({
        name,
        args: [...process.execArgv, mainFile, role, '--migrate'],
        env,
        hangSeconds: hangSeconds[role],
        say,
      })
      children.push(child)
      return child
    }
    const web = start('web', 'web')
    const workers = Array.from({ length: config.workers }, (_, index) =>
      start(`worker ${index + 1}`, 'worker'),
    )
    const gaveUp = Promise.race([web, ...workers].map(untilItGivesUp)).then(() => null)
    const ready = await Promise.race([web.firstReady, gaveUp, stop.untilRequested])
    if (ready !== null && typeof ready === 'object')
      say(`Sextant is ready: ${config.publicUrl ?? ready.address}`)
    settleDown()
    const why = await Promise.race([stop.untilRequested, gaveUp])
    if (why !== null) say(`Stopping (${why}) …`)
    return why === null ? 1 : 0
  } finally {
    await Promise.all(children.map((child) => child.stop(config.stopGraceSeconds * 1000)))
    await postgres?.stop('fast')
    releaseLock()
  }
}

const megabyte = 1_000_000
const maxWalMegabytes = 1000

/**
 * PostgreSQL keeps its write-ahead log up to this size and stops when the disk has no room for it, so it must fit into
 * the disk reserve. Vacuum runs more often than by default, to free the space of deleted results.
 */
function postgresSettings({ diskReserve }: Config): string[] {
  const walMegabytes = Math.max(32, Math.min(maxWalMegabytes, Math.floor(diskReserve / 2 / megabyte)))
  return [`max_wal_size=${walMegabytes}MB`, 'min_wal_size=32MB', 'autovacuum_naptime=20s']
}

/** Resolves only when the child ends with an error before it is ready. */
const untilItGivesUp = (child: SupervisedChild): Promise<void> =>
  new Promise((resolve) => void child.firstReady.then((ready) => ready ?? resolve()))

/** Runs a role that ends by itself. It prints its own refusals. */
function runToEnd(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

/**
 * SIGINT, SIGTERM, SIGHUP and the end of the launcher are requests to stop. A second signal forces the stop. npm repeats
 * a Ctrl-C that the terminal has already delivered, so a second signal that follows at once does not count.
 */
interface StopSignals {
  requested(): boolean
  /** resolves with the name of the signal */
  untilRequested: Promise<string>
  onForced(force: () => void): void
}

const echoMilliseconds = 700

function stopSignals(): StopSignals {
  let firstAt: number | null = null
  let force = () => process.exit(1)
  let resolve: (name: string) => void = () => {}
  const untilRequested = new Promise<string>((done) => {
    resolve = done
  })
  const onSignal = (name: string) => {
    if (firstAt === null) {
      firstAt = performance.now()
      resolve(name)
    } else if (performance.now() - firstAt > echoMilliseconds) force()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, onSignal)
  // a launcher on an older Node holds an IPC channel to this process, which closes when the launcher is killed
  process.on('disconnect', () => firstAt ?? onSignal('the launcher is gone'))
  return {
    requested: () => firstAt !== null,
    untilRequested,
    onForced(forced) {
      force = forced as () => never
    },
  }
}

type StartPostgres = (place: PostgresPlace) => Promise<EmbeddedPostgres>
interface KeptPostgres {
  url: string
  stop(how: 'fast' | 'immediate'): Promise<void>
}

/** Starts the embedded PostgreSQL and restarts it at the same address when it ends. Throws StartRefused. */
async function keepPostgres(
  paths: { postgres: string; postgresPassword: string; postgresLog: string },
  start: StartPostgres,
  say: (line: string) => void,
  settings: readonly string[],
): Promise<KeptPostgres> {
  const place: PostgresPlace = {
    folder: paths.postgres,
    logFile: paths.postgresLog,
    password: secretInFile(paths.postgresPassword, 24),
    port: await anyFreePort(),
    settings,
    say,
  }
  let stopping = false
  let current = await start(place)
  let starting: Promise<void> | null = null
  const watch = (server: EmbeddedPostgres) => {
    void server.ended.then((how) => {
      if (stopping) return
      say(`PostgreSQL ended (${how}); starting it again. Its log: ${place.logFile}`)
      starting = startAgain()
    })
  }
  const startAgain = async () => {
    for (let failures = 1; !stopping; failures++) {
      try {
        current = await start(place)
        watch(current)
        return
      } catch (error) {
        say((error as Error).message)
        await delay(backOff(failures))
      }
    }
  }
  watch(current)
  return {
    url: current.url,
    async stop(how) {
      stopping = true
      await starting
      await current.stop(how)
    },
  }
}
