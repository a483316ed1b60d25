#!/usr/bin/env node
// The launcher. Plain JavaScript that any Node >= 18 runs: it obtains what Sextant needs (Node 24, the packages of the
// lock file, the built web), then goes on with src/server/main.ts in this same process when its Node is new enough.
// In a release everything is there: it goes on with the built server.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { ensureModules, linkShippedLibraries } from './launcher/installed-modules.mjs'
import { continueWithNode24, isNewEnough } from './launcher/node-runtime.mjs'
import { operatorCommands } from './launcher/operator-commands.mjs'
import { inProject } from './launcher/project.mjs'
import { ensureServer } from './launcher/server-build.mjs'
import { requireSamePlatform, shippedRelease } from './launcher/shipped.mjs'
import { ensureWeb } from './launcher/web-build.mjs'

const help = `Sextant: connect your databases, write SQL, see tables and charts, share them.

Usage: node bin/sextant.mjs COMMAND        (or: npm start, npm test, npm run check)

  start [--demo]   everything on this machine: PostgreSQL, web and workers; --demo fills a new instance
  web              one web process                } any number of each, on any machine,
  worker           one worker process             } with one DATABASE_URL and one SEXTANT_SECRET_KEY
  migrate          bring the database at DATABASE_URL to the newest schema

  doctor           look at everything, say what is wrong and what to do
  status           numbers of the instance, as JSON
  backup [FILE]    everything in one file          check-backup FILE   is it whole?
  restore FILE     fill an empty instance with it
  rotate-secret    exchange the secret key
  import redash    bring everything from a Redash: --help
  send-test-mail [EMAIL]                           can mails be sent?
  pull, diff, plan, push, validate DIR             content as files, in git: docs/content-as-code.md
  users, groups, data-sources, queries,
  organization                                     each with commands of its own: --help

  test             every check and every test
  check            the quick ones: types, lint, import rules, unit tests
  test-related     the tests of what was changed, without a browser
  test-engines     heavy engines, and stress tests
  release [linux-x64 | linux-arm64]                make the files of a release in dist/release
  settings-docs    print docs/settings.md
  schema-dump      print the schema of the database at DATABASE_URL (migrations/schema.sql)
  version, help

Settings are environment variables: docs/settings.md
`
const lanes = ['test', 'check', 'test-related', 'test-engines']
/** need the repository */
const ofRepository = [...lanes, 'release']
const commands = ['start', 'web', 'worker', 'migrate', ...ofRepository, 'settings-docs', 'schema-dump']
const needWeb = ['start', 'web']
const longLived = ['start', 'web', 'worker']
const knownFlags = { start: ['--demo'], release: ['linux-x64', 'linux-arm64'] }
/** Exit code for wrong usage (docs/operations.md). */
const badUsage = 2

const [command = '', ...flags] = process.argv.slice(2)
const asksForHelp = flags.includes('--help') || flags.includes('-h')

if (command === '') {
  // no command was given, so scripts must not take it for success
  process.stderr.write(help)
  process.exitCode = badUsage
} else if (['help', '--help', '-h'].includes(command) || (asksForHelp && commands.includes(command))) {
  process.stdout.write(help)
} else if (['version', '--version', '-v'].includes(command)) {
  console.log(JSON.parse(readFileSync(inProject('package.json'), 'utf8')).version)
} else if (!commands.includes(command) && !operatorCommands.includes(command)) {
  refuse(`There is no command "${command}". Try: node bin/sextant.mjs help`, badUsage)
} else {
  const readsItsWords = operatorCommands.includes(command)
  const unknown = flags.find((flag) => !readsItsWords && !(knownFlags[command] ?? []).includes(flag))
  if (unknown !== undefined)
    refuse(`"${command}" does not know ${unknown}. Try: node bin/sextant.mjs help`, badUsage)
  try {
    await launch()
  } catch (error) {
    if (error?.name !== 'CannotLaunch') throw error
    refuse(error.message)
  }
}

async function launch() {
  // files installed as root must be readable for the user that runs PostgreSQL
  if (process.getuid?.() === 0) process.umask(0o022)
  if (!isNewEnough()) return continueWithNode24(process.argv.slice(2))
  const release = shippedRelease()
  if (release !== null) return launchRelease(release)
  ensureModules()
  if (needWeb.includes(command)) ensureWeb()
  if (lanes.includes(command)) {
    const { runTests } = await import('../test/runner/run-tests.ts')
    return runTests(command)
  }
  if (command === 'release') {
    const { makeRelease } = await import('./release/make-release.mjs')
    return makeRelease(flags)
  }
  await keepCompiledCode()
  if (longLived.includes(command)) becomeRole(ensureServer())
  const { main } = await import('../src/server/main.ts')
  await main(command, flags)
}

/** Everything is there, and nothing is installed or built. */
async function launchRelease(release) {
  requireSamePlatform(release)
  if (ofRepository.includes(command))
    refuse(`"${command}" needs the repository of Sextant; a release holds neither tests nor sources.`)
  if (release.platform === null) linkShippedLibraries()
  await keepCompiledCode()
  if (longLived.includes(command)) becomeRole(release.main)
  const { main } = await import(pathToFileURL(release.main).href)
  await main(command, flags)
}

/**
 * Replaces this process by the role itself where the system supports it, which frees the launcher's memory. Idle
 * processes stay small (docs/reference/promises.md#p12) thanks to a small young generation, one garbage collection
 * after the start (server/processes/role-life.ts) and few malloc arenas, which matter for compression. Large blocks of
 * memory return to the system when freed: with glibc's default dynamic threshold, chunks of results leave holes
 * (docs/reference/promises.md#p2). Children inherit these settings.
 */
function becomeRole(main) {
  if (process.execve === undefined || process.platform === 'win32') return
  process.removeAllListeners('warning')
  process.execve(
    process.execPath,
    [process.execPath, '--max-semi-space-size=8', '--expose-gc', main, command, ...flags],
    { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(256 * 1024), ...process.env },
  )
}

/** Caches compiled code (and stripped TypeScript): later starts are faster and use less memory. */
async function keepCompiledCode() {
  const { default: module } = await import('node:module')
  process.env.NODE_COMPILE_CACHE ??= inProject('.cache', 'compiled')
  module.enableCompileCache()
  setTimeout(() => module.flushCompileCache(), 3000).unref()
}

function refuse(line, exitCode = 1) {
  console.error(line)
  process.exit(exitCode)
}
