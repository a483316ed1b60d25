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
/** the newest, and those that processes of before may still be running from */
const keptBuilds = 3

/**
 * The server's code in few files below dist/server: started from there, a process does not pay for two thousand
 * modules (docs/reference/promises.md#p12). Each build has a folder of its own, since running processes still read
 * theirs. Answers the file to start.
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
