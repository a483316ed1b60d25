import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface EngineProgram {
  /** module that calls `serveEngine` */
  child: URL
  /** path of the database file, already confined; ':memory:' for none */
  path: string
  /** folders of packages that the engine needs, below node_modules */
  packages: readonly string[]
  /** do they run native code? */
  isNative: boolean
}

/** Starts a process that sees no environment, no files but its code and the database, and starts no processes. */
export function forkEngine(
  { child, path, packages, isNative }: EngineProgram,
  memoryMb: number,
): ChildProcess {
  const code = [
    'package.json',
    'src/connectors',
    'src/shared',
    ...packages.map((name) => `node_modules/${name}`),
  ]
  const files =
    path === ':memory:' ? [] : [path, `${path}-wal`, `${path}-shm`, `${path}-journal`, `${path}.wal`]
  const process = fork(child, {
    execArgv: [
      '--no-warnings',
      '--permission',
      '--allow-worker',
      `--max-old-space-size=${memoryMb}`,
      ...(isNative ? ['--allow-addons'] : []),
      ...[...code.map((name) => root + name), ...files].map((name) => `--allow-fs-read=${name}`),
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  offerToKernel(process.pid)
  return process
}

/** When the machine itself has no memory left, this process goes first: not the worker, not PostgreSQL. */
function offerToKernel(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // no Linux, or not allowed: the caps below remain
  }
}

/** Memory beside the engine's own cap: Node itself and one batch on its way. */
const processMemoryMb = 256
const memoryCheckMilliseconds = 100

/**
 * The engine's own cap counts its buffers, V8's its objects; this one counts the whole process, where /proc tells.
 * Answers whether that was what ended it.
 */
export function watchMemory(child: ChildProcess, memoryMb: number): () => boolean {
  let isExceeded = false
  const timer = setInterval(() => {
    if (residentMegabytes(child.pid) <= memoryMb + processMemoryMb) return
    isExceeded = true
    child.kill('SIGKILL')
  }, memoryCheckMilliseconds)
  timer.unref()
  child.on('exit', () => clearInterval(timer))
  child.on('error', () => clearInterval(timer))
  return () => isExceeded
}

const pageBytes = 4096

function residentMegabytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return (pages * pageBytes) / 1024 / 1024
  } catch {
    return 0
  }
}
