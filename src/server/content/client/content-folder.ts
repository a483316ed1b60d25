import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { contentKey } from '#shared/content/content-objects.ts'
import { type FiledFiles, type Files, fromFiles, kindOf, type ReadFiles } from './content-files.ts'
import type { Known } from './plan-content.ts'

/** A file of a folder cannot be read or written; the message is one line. */
export class BadFolder extends Error {}

/** Beside the folders: what this folder has in common with each instance. */
const knownFile = 'sextant.lock.json'
const topFolders = ['groups', 'snippets', 'queries', 'dashboards', 'alerts']

/** A text of a million characters takes at most four megabytes. */
const maxFileBytes = 4_500_000
const maxFiles = 200_000

/** All files below the folders of content. A missing folder is empty. */
export async function readFolder(folder: string): Promise<Files> {
  const files = new Map<string, string>()
  for (const top of topFolders) {
    for (const path of await listFiles(join(folder, top))) {
      const relative = [top, ...path.split(sep)].join('/')
      files.set(relative, await readText(join(folder, top, path), relative))
      if (files.size > maxFiles) throw new BadFolder(`${folder}: more than ${maxFiles} files.`)
    }
  }
  return files
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    // links could lead out of the folder
    const plain = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    return plain.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new BadFolder(`${folder}: ${(error as Error).message}`)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

async function readText(path: string, relative: string): Promise<string> {
  const { size } = await stat(path)
  if (size > maxFileBytes) throw new BadFolder(`${relative}: larger than ${maxFileBytes} bytes.`)
  try {
    return utf8.decode(await readFile(path))
  } catch {
    throw new BadFolder(`${relative}: is not UTF-8.`)
  }
}

/** What this folder and the instance at `origin` had in common. */
export async function readKnown(folder: string, origin: string): Promise<Known> {
  return (await readAllKnown(folder))[origin] ?? {}
}

async function readAllKnown(folder: string): Promise<Record<string, Known>> {
  let text: string
  try {
    text = await readFile(join(folder, knownFile), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new BadFolder(`${knownFile}: ${(error as Error).message}`)
  }
  try {
    const all = JSON.parse(text) as Record<string, Known>
    const isText = (one: unknown) => typeof one === 'string'
    if (Object.values(all).every((known) => Object.values(known).every(isText))) return all
  } catch {}
  throw new BadFolder(`${knownFile}: cannot be read. Resolve its conflicts, or delete it and pull again.`)
}

/** One object a line, sorted, so that a merge of two branches rarely conflicts. */
export async function writeKnown(folder: string, origin: string, known: Known): Promise<void> {
  const all = { ...(await readAllKnown(folder)), [origin]: known }
  const sorted = Object.fromEntries(
    Object.entries(all)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [
        name,
        Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))),
      ]),
  )
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, knownFile), `${JSON.stringify(sorted, null, 2)}\n`)
}

/** The main files of the objects in a folder, by `contentKey`. */
export function pathsOf({ filed }: Pick<ReadFiles, 'filed'>): ReadonlyMap<string, string> {
  return new Map(filed.map(({ object, paths }) => [contentKey(object), paths[0] ?? '']))
}

export interface FolderChanges {
  written: string[]
  removed: string[]
}

/** Writes files that differ, and removes those that written objects no longer have, and those of removed objects. */
export async function changeFolder(
  folder: string,
  present: Files,
  { files, filed }: FiledFiles,
  removedKeys: readonly string[],
): Promise<FolderChanges> {
  const before = fromFiles(present).filed
  const touched = new Set([...filed.map(({ object }) => contentKey(object)), ...removedKeys])
  const old = before.filter(({ object }) => touched.has(contentKey(object))).flatMap(({ paths }) => paths)
  const removed = old.filter((path) => !files.has(path))
  const written = [...files].filter(([path, text]) => present.get(path) !== text).map(([path]) => path)
  for (const path of removed) await rm(join(folder, path), { force: true })
  for (const path of written) {
    const at = join(folder, path)
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, files.get(path) ?? '')
  }
  for (const path of removed)
    if (kindOf(path) === 'query') await rmdir(join(folder, dirname(path))).catch(() => {})
  return { written, removed }
}
