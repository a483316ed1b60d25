import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { ConnectionFailed } from './connector-errors.ts'

/**
 * The real path of a database file, which must be in one of the folders that the operator has configured
 * (docs/reference/promises.md#s5); a relative path is looked up in each of them. Links are resolved before the check.
 * Throws ConnectionFailed.
 */
export async function confinePath(path: string, folders: readonly string[]): Promise<string> {
  if (path.includes('\0')) throw new ConnectionFailed('The path of the database is not valid.')
  const allowed = (await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)))).filter(
    (folder) => folder !== null,
  )
  const outside = new ConnectionFailed(
    `${path} lies outside of the folders that data sources may read (${folders.join(', ')}). See SEXTANT_FILE_FOLDERS.`,
  )
  const roots = [...allowed, ...folders.map((folder) => resolve(folder))]
  const inside = allowed
    .map((folder) => resolve(folder, path))
    .filter((file) => roots.some((root) => file.startsWith(root + sep)))
  // never reveal whether a file elsewhere exists
  if (allowed.length > 0 && inside.length === 0) throw outside
  let leadsOut = false
  for (const file of inside) {
    const real = await realpath(file).catch(() => null)
    if (real === null) continue
    if (allowed.some((root) => real.startsWith(root + sep))) return real
    leadsOut = true
  }
  if (leadsOut) throw outside
  throw new ConnectionFailed(`There is no file ${path} in ${folders.join(', ')}. See SEXTANT_FILE_FOLDERS.`)
}
