import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { cannotLaunch, inProject, progress } from './project.mjs'

/**
 * Calls `make` unless the file `stamp` in dist says that it has been called for the same sources and `stillThere`.
 * `make` gets the hash of the sources' contents, which is answered. Of processes that come together, one makes and the
 * others wait.
 */
export function ensureMade({ stamp, sources, stillThere, make }) {
  const stampFile = inProject('dist', stamp)
  const files = sources.map((source) => inProject(source)).flatMap(filesBelow)
  // names, sizes and times say quickly that nothing has changed; when they differ, the contents decide
  const outside = hashOf(files, (path) => `${statSync(path).size} ${statSync(path).mtimeMs}`)
  const made = readStamp(stampFile)
  if (made?.outside === outside && stillThere(made.contents)) return made.contents
  const contents = hashOf(files, (path) => readFileSync(path))
  mkdirSync(dirname(stampFile), { recursive: true })
  oneAtATime(`${stampFile}.lock`, () => {
    if (readStamp(stampFile)?.contents !== contents || !stillThere(contents)) make(contents)
    writeFileSync(stampFile, JSON.stringify({ outside, contents }))
  })
  return contents
}

const lookAgainMilliseconds = 200
/** No build takes so long: whoever holds such a lock is gone, and another process may have his number. */
const maxMilliseconds = 10 * 60 * 1000

/** Does the work once no other process is at it. The lock of a process that is gone counts for nothing. */
function oneAtATime(lock, work) {
  while (!takeLock(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookAgainMilliseconds)
  try {
    work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isRunning(lock)) rmSync(lock, { force: true })
    return false
  }
}

/** Is the process there that holds the lock? A lock that is just being written, or gone, belongs to somebody. */
function isRunning(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    if (pid > 0) process.kill(pid, 0)
    return Date.now() - statSync(lock).mtimeMs < maxMilliseconds
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

/** Runs vite in a process of its own; `what` for people: "the web". Throws with vite's output. */
export function build(what, flags) {
  const startedAt = Date.now()
  progress(`Building ${what} …`)
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js')
  const run = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn', ...flags], {
    cwd: inProject(),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (run.status !== 0) {
    throw cannotLaunch(`Building ${what} failed:\n${`${run.stdout ?? ''}${run.stderr ?? ''}`.trim()}`)
  }
  progress(`Built ${what} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
}

function readStamp(stampFile) {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return null
  }
}

function hashOf(files, about) {
  const hash = createHash('sha256')
  for (const path of files) hash.update(path.slice(inProject().length)).update(about(path))
  return hash.digest('hex')
}

/** In a fixed order, tests left out. */
function filesBelow(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
