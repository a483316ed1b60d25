import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Connector } from './connector.ts'
import { ConnectionFailed } from './connector-errors.ts'
import { packageFolders } from './fork-engine.ts'

/**
 * The folder `node_modules` with a package that Sextant does not bring along, because it needs a vendor's client; null:
 * it is not installed. `driversFolder`: the setting SEXTANT_DRIVERS_FOLDER.
 */
export function folderOfPackage(name: string, driversFolder: string | null | undefined): string | null {
  const folders = [...(driversFolder ? [join(driversFolder, 'node_modules')] : []), ...packageFolders()]
  return folders.find((folder) => existsSync(join(folder, name, 'package.json'))) ?? null
}

/** The package that the type lacks here; null: it can be used. */
export function missingPackage(
  { needsPackage }: Pick<Connector, 'needsPackage'>,
  driversFolder: string | null,
): string | null {
  if (needsPackage === undefined || folderOfPackage(needsPackage, driversFolder) !== null) return null
  return needsPackage
}

/** Throws ConnectionFailed when the package is not installed. */
export function requirePackage(name: string, driversFolder: string | null | undefined): string {
  const folder = folderOfPackage(name, driversFolder)
  if (folder !== null) return folder
  throw new ConnectionFailed(
    `The package "${name}", which reads this type, is not installed on the server. The operator installs it into the folder of SEXTANT_DRIVERS_FOLDER.`,
  )
}
