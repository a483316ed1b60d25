import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { cannotLaunch, inProject, progress } from './project.mjs'

/**
 * Calls `make` unless the file `stamp` in dist says that it was called for the same sources and `stillThere` is true.
 * `make` gets the hash of the sources' contents, which is also returned. Of concurrent processes, one makes and the
 * others wait.
 */
export function ensureMade({ stamp, sources, stillThere, make }) {
  const stampFile = inProject('dist', stamp)
  const files = sources.map((source) => inProject(source)).flatMap(filesBelow)
  // equal names, sizes and times prove quickly that nothing has changed; if they differ, the contents decide
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
/** No build takes this long: the process of such a lock has ended, and its process id may be reused. */
const maxMilliseconds = 10 * 60 * 1000

/** Does the work while no other process does it. The lock of an ended process is ignored. */
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

/** Whether the process of the lock is running. A lock that is just being written or removed counts as held. */
function isRunning(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    if (pid > 0) process.kill(pid, 0)
    return Date.now() - statSync(lock).mtimeMs < maxMilliseconds
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

/** Runs vite in a separate process; `what` names the output in messages: "the web". Throws with vite's output. */
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

/** In a fixed order, without tests. */
function filesBelow(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

/** builds to keep: the newest, and those that running processes may still use */
const keptBuilds = 3

/** Of a folder with a folder for each build. */
export function removeOldBuilds(folder) {
  const byAge = readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  for (const old of byAge.slice(keptBuilds)) rmSync(old, { recursive: true, force: true })
}
