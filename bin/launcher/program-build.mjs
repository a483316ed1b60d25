import { existsSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, ensureMade, removeOldBuilds } from './built-output.mjs'
import { inProject } from './project.mjs'

/** Modules that run in a process or a thread of their own: `new URL('./x-child.ts', import.meta.url)` in the code. */
export const programs = [
  'src/connectors/csv/csv-child.ts',
  'src/connectors/duckdb/duckdb-child.ts',
  'src/connectors/duckdb/files/files-child.ts',
  'src/connectors/duckdb/files/parquet-child.ts',
  'src/connectors/duckdb/lake/lake-child.ts',
  'src/connectors/duckdb/results-child.ts',
  'src/connectors/json/json-child.ts',
  'src/connectors/mongodb/mongodb-child.ts',
  'src/connectors/mssql/mssql-child.ts',
  'src/connectors/mssql/mssql-odbc-child.ts',
  'src/connectors/oracle/oracle-child.ts',
  'src/connectors/sqlite/sqlite-child.ts',
  'src/connectors/vendor/db2-child.ts',
  'src/connectors/vendor/netezza-child.ts',
  'src/server/git-sync/repository/git-child.ts',
  'src/server/identity/saml/saml-thread.ts',
  'src/server/identity/users/sha-crypt-thread.ts',
  'src/server/kernel/processes/loop-watchdog-thread.ts',
  'src/server/queries/format-thread.ts',
  'src/server/runs/results/order-thread.ts',
  'src/server/runs/results/text-thread.ts',
]

const sources = [
  'src/server',
  'src/connectors',
  'src/shared',
  'vite.programs.config.ts',
  'vite.server.config.ts',
  'bin/launcher/program-build.mjs',
  'package-lock.json',
  'tsconfig.json',
]

const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1).replace(/\.ts$/, '')
const names = new Set(programs.map(nameOf))

/**
 * Builds the programs into few files below dist/programs: reading and stripping a program's many modules takes five times as
 * long as the start of Node. Each build has its own folder, because running processes still read theirs. Returns it.
 */
export function ensurePrograms() {
  const folder = inProject('dist', 'programs')
  const folderOf = (contents) => join(folder, contents.slice(0, 16))
  const contents = ensureMade({
    stamp: 'programs-sources.json',
    sources,
    stillThere: (found) => arePrograms(folderOf(found)),
    make(found) {
      const made = join(folder, 'unfinished')
      build('the programs', ['--config', 'vite.programs.config.ts', '--outDir', made])
      rmSync(folderOf(found), { recursive: true, force: true })
      renameSync(made, folderOf(found))
      removeOldBuilds(folder)
    },
  })
  return folderOf(contents)
}

/** Whether the folder has all programs. */
export function arePrograms(folder) {
  return [...names].every((name) => existsSync(join(folder, `${name}.mjs`)))
}

const addresses = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/** The code with the addresses of programs replaced: `write` gets the path of the built one. */
export function withBuiltPrograms(code, write) {
  return code.replaceAll(addresses, (found, name) =>
    names.has(name) ? write(join(ensurePrograms(), `${name}.mjs`)) : found,
  )
}

/** A plug-in of Vite for tests, whose code runs as it stands: only its programs are built. */
export function builtPrograms() {
  return {
    name: 'built-programs',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/src/')) return null
      const changed = withBuiltPrograms(code, (path) => `new URL('${pathToFileURL(path).href}')`)
      return changed === code ? null : { code: changed, map: null }
    },
  }
}

/** The address of a program in a file of the folder `outDir`. */
export const addressFrom = (outDir) => (path) =>
  `new URL(${JSON.stringify(relative(outDir, path).replaceAll('\\', '/'))}, import.meta.url)`
