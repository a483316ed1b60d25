import { type ReadTreeResult, readBlob, readTree } from 'isomorphic-git'
import { GitProblem } from './git-problem.ts'

export type Repository = Pick<Parameters<typeof readTree>[0], 'fs' | 'gitdir' | 'cache'>

/** The folders of content. Everything else in a repository is ignored. */
const contentFolders = new Set(['groups', 'snippets', 'queries', 'dashboards', 'alerts'])

const maxFiles = 50_000
const maxDepth = 4
const maxTotalBytes = 64 * 1024 * 1024

/** The tree of the folder at a commit; null: there is no such folder. */
export async function findFolder(
  repository: Repository,
  commit: string,
  folder: string,
): Promise<ReadTreeResult | null> {
  try {
    return await readTree({ ...repository, oid: commit, ...(folder === '' ? {} : { filepath: folder }) })
  } catch (error) {
    if (['NotFoundError', 'ObjectTypeError'].includes((error as Error).name)) return null
    throw error
  }
}

/**
 * The files of content below a tree. Only plain files: links could name files elsewhere, and submodules are other
 * repositories.
 */
export async function readContentFiles(
  repository: Repository,
  root: ReadTreeResult,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  let bytes = 0
  const walk = async ({ tree }: ReadTreeResult, path: string, depth: number): Promise<void> => {
    if (depth > maxDepth) return
    for (const { path: name, mode, oid, type } of tree) {
      if (name.startsWith('.') || /[/\\\0]/.test(name)) continue
      const at = path === '' ? name : `${path}/${name}`
      if (depth === 0 && !contentFolders.has(name)) continue
      if (type === 'tree') await walk(await readTree({ ...repository, oid }), at, depth + 1)
      else if (type === 'blob' && depth > 0 && mode.startsWith('100')) {
        const { blob } = await readBlob({ ...repository, oid })
        bytes += blob.length
        files.set(at, blob)
        if (files.size > maxFiles) throw new GitProblem(`The folder has more than ${maxFiles} files.`)
        if (bytes > maxTotalBytes)
          throw new GitProblem(`The files of the folder have more than ${maxTotalBytes / 1024 / 1024} MB.`)
      }
    }
  }
  await walk(root, '', 0)
  return files
}
