import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confinePath } from './file-folders.ts'

describe('confinePath', () => {
  let root: string
  let files: string

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'sextant-folders-'))
    files = join(root, 'files')
    await mkdir(join(files, 'inner'), { recursive: true })
    await mkdir(join(root, 'files-other'))
    await writeFile(join(files, 'a.db'), '')
    await writeFile(join(files, 'inner', 'b.db'), '')
    await writeFile(join(root, 'secret'), '')
    await writeFile(join(root, 'files-other', 'c.db'), '')
    await symlink(join(root, 'secret'), join(files, 'link.db'))
  })
  afterAll(() => rm(root, { recursive: true }))

  it('finds files of the folder by relative and absolute path', async () => {
    expect(await confinePath('a.db', [files])).toBe(join(files, 'a.db'))
    expect(await confinePath('inner/b.db', ['/nonexistent', files])).toBe(join(files, 'inner', 'b.db'))
    expect(await confinePath(join(files, 'a.db'), [files])).toBe(join(files, 'a.db'))
  })

  it.each(['../secret', 'inner/../../secret', 'link.db', '../files-other/c.db', '/etc/passwd', '.'])(
    'refuses %s',
    async (path) => {
      await expect(confinePath(path, [files])).rejects.toThrow('lies outside of the folders')
    },
  )

  it('does not reveal whether a file outside exists', async () => {
    for (const path of ['/etc/passwd', '/etc/nosuch', '../secret', '../nosuch']) {
      await expect(confinePath(path, [files])).rejects.toThrow(`${path} lies outside of the folders`)
    }
  })

  it('refuses missing files and NUL', async () => {
    await expect(confinePath('nosuch.db', [files])).rejects.toThrow('There is no file nosuch.db')
    await expect(confinePath('a.db\0.txt', [files])).rejects.toThrow('not valid')
    await expect(confinePath('a.db', [])).rejects.toThrow('There is no file')
  })
})
