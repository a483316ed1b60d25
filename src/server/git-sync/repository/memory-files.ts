/** The files of a repository, in memory: untrusted content never reaches the disk. */
export function memoryFiles() {
  const files = new Map<string, Uint8Array>()
  const folders = new Set<string>(['/'])
  const gone = (path: string) => Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' })
  const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/'
  const stat = async (path: string) => {
    const file = files.get(path)
    if (file === undefined && !folders.has(path)) throw gone(path)
    return {
      ...{ type: file === undefined ? 'dir' : 'file', mode: 0o644, size: file?.length ?? 0 },
      ...{ ino: 0, mtimeMs: 0, ctimeMs: 0, uid: 0, gid: 0, dev: 0 },
      isFile: () => file !== undefined,
      isDirectory: () => file === undefined,
      isSymbolicLink: () => false,
    }
  }
  const noLinks = async (): Promise<never> => {
    throw new Error('There are no links.')
  }
  return {
    promises: {
      async readFile(path: string, options?: string | { encoding?: string }) {
        const file = files.get(path)
        if (file === undefined) throw gone(path)
        const encoding = typeof options === 'string' ? options : options?.encoding
        return encoding === 'utf8' ? Buffer.from(file).toString('utf8') : file
      },
      async writeFile(path: string, data: string | Uint8Array) {
        files.set(path, typeof data === 'string' ? Buffer.from(data) : data)
      },
      async mkdir(path: string) {
        if (!folders.has(parentOf(path))) throw gone(parentOf(path))
        folders.add(path)
      },
      async readdir(path: string) {
        if (!folders.has(path)) throw gone(path)
        const below = [...files.keys(), ...folders].filter((one) => one !== '/' && parentOf(one) === path)
        return below.map((one) => one.slice(one.lastIndexOf('/') + 1))
      },
      async unlink(path: string) {
        files.delete(path)
      },
      async rmdir(path: string) {
        folders.delete(path)
      },
      ...{ stat, lstat: stat, readlink: noLinks, symlink: noLinks },
    },
  }
}
