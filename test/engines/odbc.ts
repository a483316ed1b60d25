import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedFolder, run } from './engine-cache.ts'

const version = '2.6.0'
/** The ODBC driver of PostgreSQL, from the package odbc-postgresql of Debian. */
const driverFile = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/odbc/psqlodbcw.so`

/** Why this machine cannot have ODBC. */
export function missingForOdbc(isProgram: (name: string) => boolean): (string | false)[] {
  return [
    !existsSync(driverFile) && 'no driver of PostgreSQL (odbc-postgresql)',
    !existsSync('/usr/include/sql.h') && 'no unixodbc-dev, with which the package is built',
    !isProgram('g++') && 'no g++',
  ]
}

/**
 * A folder with the package `odbc` as an operator installs it, and the settings of ODBC, in which the driver of PostgreSQL
 * has the name of Netezza's.
 */
export async function odbcFolder(): Promise<{ driversFolder: string; settings: string }> {
  const driversFolder = await cachedFolder(`npm-odbc-${version}-built`, async (folder) => {
    await writeFile(join(folder, 'package.json'), '{"private": true}')
    await run('npm', ['install', '--no-audit', '--no-fund', `odbc@${version}`], folder)
  })
  const settings = join(driversFolder, 'settings')
  await mkdir(settings, { recursive: true })
  await writeFile(join(settings, 'odbcinst.ini'), `[NetezzaSQL]\nDriver=${driverFile}\n`)
  await writeFile(join(settings, 'odbc.ini'), '')
  return { driversFolder, settings }
}
