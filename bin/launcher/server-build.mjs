import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, ensureMade } from './built-output.mjs'
import { inProject } from './project.mjs'

const sources = [
  'src/server',
  'src/connectors',
  'src/destinations',
  'src/shared',
  'vite.server.config.ts',
  'package-lock.json',
  'tsconfig.json',
]
/** builds to keep: the newest, and those that running processes may still use */
const keptBuilds = 3

/**
 * Builds the server's code into few files below dist/server, so that a process does not load two thousand modules
 * (docs/reference/promises.md#p12). Each build has its own folder, because running processes still read theirs. Returns
 * the file to start.
 */
export function ensureServer() {
  const folder = inProject('dist', 'server')
  const mainOf = (contents) => join(folder, contents.slice(0, 16), 'main.js')
  const contents = ensureMade({
    stamp: 'server-sources.json',
    sources,
    stillThere: (found) => existsSync(mainOf(found)),
    make(found) {
      const made = join(folder, 'unfinished')
      build('the server', ['--config', 'vite.server.config.ts', '--outDir', made])
      rmSync(dirname(mainOf(found)), { recursive: true, force: true })
      renameSync(made, dirname(mainOf(found)))
      removeOldBuilds(folder)
    },
  })
  return mainOf(contents)
}

function removeOldBuilds(folder) {
  const byAge = readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  for (const old of byAge.slice(keptBuilds)) rmSync(old, { recursive: true, force: true })
}
