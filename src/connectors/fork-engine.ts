import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface EngineProgram {
  /** module that calls `serveEngine` */
  child: URL
  /** path of the database file, already checked by `confinePath`; ':memory:' for none */
  path: string
  /** package folders that the engine needs, in node_modules; `all`: it reads whatever is installed */
  packages: readonly string[] | 'all'
  /** whether these packages run native code */
  isNative: boolean
  /** a vendor's package that the operator has installed: it may read this folder, and gets the variables of its client */
  vendorFolder?: string
  /** a folder that the program may read, with all that is in it */
  readFolder?: string
}

/**
 * Starts a process without environment variables, without files except its code and the database, and without the right
 * to start processes.
 */
export function forkEngine(
  { child, path, packages, isNative, vendorFolder, readFolder }: EngineProgram,
  memoryMb: number,
): ChildProcess {
  // built with everything that it imports, see bin/launcher/program-build.mjs, or as it stands
  const own = child.pathname.endsWith('.mjs')
    ? [fileURLToPath(new URL('.', child))]
    : ['src/connectors', 'src/shared'].map((name) => root + name)
  const code = [
    `${root}package.json`,
    ...own,
    ...(packages === 'all' ? packageFolders() : packages.map(packageFolder)),
  ]
  const vendor = [vendorFolder, readFolder].filter((folder) => folder !== undefined)
  const files =
    path === ':memory:' ? [] : [path, `${path}-wal`, `${path}-shm`, `${path}-journal`, `${path}.wal`]
  const engine = fork(child, [String(process.pid)], {
    execArgv: [
      '--no-warnings',
      '--permission',
      '--allow-worker',
      `--max-old-space-size=${memoryMb}`,
      ...(isNative ? ['--allow-addons'] : []),
      ...[...code, ...files, ...vendor].map((name) => `--allow-fs-read=${name}`),
    ],
    env: vendorFolder === undefined ? {} : vendorEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  offerToKernel(engine.pid)
  return engine
}

/** Where the clients of vendors find their own settings and libraries. */
const vendorVariables = [
  'LD_LIBRARY_PATH',
  'ODBCINI',
  'ODBCSYSINI',
  'ODBCINSTINI',
  'IBM_DB_HOME',
  'NZ_ODBC_INI_PATH',
]

/** Dates are read as the server prints them, so the zone is UTC. */
function vendorEnvironment(): Record<string, string> {
  const given = vendorVariables.map((name) => [name, process.env[name]] as const)
  const set = given.filter((pair): pair is readonly [string, string] => pair[1] !== undefined)
  return { ...Object.fromEntries(set), TZ: 'UTC' }
}

/** Beside the code, or further up if Sextant is itself installed as a package. */
function packageFolder(name: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(found) || dirname(folder) === folder) return found
  }
}

/** Where modules are looked for: beside the code, and further up if Sextant is itself installed as a package. */
export function packageFolders(): string[] {
  const found: string[] = []
  for (let folder = root; ; folder = dirname(folder)) {
    const packages = join(folder, 'node_modules')
    if (existsSync(packages)) found.push(packages)
    if (dirname(folder) === folder) return found
  }
}

/** If the machine runs out of memory, the kernel ends this process first: not the worker, not PostgreSQL. */
function offerToKernel(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // not Linux, or not permitted: the caps below remain
  }
}

/** Memory on top of the engine's own cap: Node itself and one batch in transit. */
const processMemoryMb = 256
const memoryCheckMilliseconds = 100

/**
 * Caps the memory of the whole process, where /proc is available: the engine's own cap covers its buffers only, V8's
 * its objects only. Returns a function that says whether this cap ended the process.
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
