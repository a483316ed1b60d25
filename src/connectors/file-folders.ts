import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { ConnectionFailed } from './connector-errors.ts'

/**
 * The real path of a database file, which must lie in one of the folders that the operator has named (promises S5);
 * a relative path is looked for in each of them. Links are followed before the check. Throws ConnectionFailed.
 */
export async function confinePath(path: string, folders: readonly string[]): Promise<string> {
  if (path.includes('\0')) throw new ConnectionFailed('The path of the database is not valid.')
  const allowed = (await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)))).filter(
    (folder) => folder !== null,
  )
  let exists = false
  for (const folder of allowed) {
    const real = await realpath(resolve(folder, path)).catch(() => null)
    if (real === null) continue
    exists = true
    if (allowed.some((root) => real.startsWith(root + sep))) return real
  }
  if (exists) {
    throw new ConnectionFailed(
      `${path} lies outside of the folders that data sources may read (${folders.join(', ')}). See SEXTANT_FILE_FOLDERS.`,
    )
  }
  throw new ConnectionFailed(`There is no file ${path} in ${folders.join(', ')}. See SEXTANT_FILE_FOLDERS.`)
}
