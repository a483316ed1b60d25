import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, ensureMade, removeOldBuilds } from './built-output.mjs'
import { arePrograms, ensurePrograms } from './program-build.mjs'
import { inProject } from './project.mjs'

const sources = [
  'src/server',
  'src/connectors',
  'src/destinations',
  'src/shared',
  'vite.server.config.ts',
  'vite.programs.config.ts',
  'bin/launcher/program-build.mjs',
  'package-lock.json',
  'tsconfig.json',
]

/** in the folder of a build: the folder of its programs, which have the same sources */
const programsFile = 'programs'

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
    stillThere: (found) => existsSync(mainOf(found)) && hasPrograms(dirname(mainOf(found))),
    make(found) {
      const programs = ensurePrograms()
      const made = join(folder, 'unfinished')
      build('the server', ['--config', 'vite.server.config.ts', '--outDir', made])
      // relative: the project may be moved as it is built
      writeFileSync(join(made, programsFile), relative(inProject(), programs))
      rmSync(dirname(mainOf(found)), { recursive: true, force: true })
      renameSync(made, dirname(mainOf(found)))
      removeOldBuilds(folder)
    },
  })
  return mainOf(contents)
}

function hasPrograms(build) {
  const file = join(build, programsFile)
  return existsSync(file) && arePrograms(inProject(readFileSync(file, 'utf8')))
}
