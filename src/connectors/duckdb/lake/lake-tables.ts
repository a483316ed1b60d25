import { QueryFailed } from '../../connector-errors.ts'
import type { LakeOptions } from './lake-options.ts'
import type { TableLog } from './logs/table-log.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'

/** How the files of a table are read. */
export type LakeKind = 'parquet' | 'csv' | 'json'

export interface LakeFile extends StoredObject {
  /** beneath the folder of the data source */
  path: string
  format: 'parquet' | 'csv' | 'tsv' | 'json' | 'ndjson'
  /** the values of the table's partitions, in their order; null: no value */
  partition: (string | null)[]
}

export interface Partition {
  name: string
  type: 'integer' | 'date' | 'string'
}

export interface LakeTable {
  name: string
  kind: LakeKind
  files: LakeFile[]
  partitions: Partition[]
  /** what its log says, if it has one */
  log?: TableLog
}

/** A folder with a log that says which of its files are the table; it is read before the files are. */
export interface LogTable {
  name: string
  kind: 'delta' | 'iceberg'
  /** the name of the folder in the bucket, with a slash at its end; '': the bucket itself */
  base: string
}

/** Max files in the folder of a data source: each run reads their list. */
const maxObjects = 50_000

/** All files of the folder, in the order of their names. Throws QueryFailed if there are too many. */
export async function listObjects(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal,
): Promise<StoredObject[]> {
  const objects: StoredObject[] = []
  for await (const page of store.list(prefix, signal)) {
    objects.push(...page.filter(({ key, size }) => key.startsWith(prefix) && size > 0))
    if (objects.length > maxObjects) {
      throw new QueryFailed(
        `There are more than ${maxObjects.toLocaleString('en-US')} files in the folder of the data source. Name a folder inside it in the option Folder.`,
      )
    }
  }
  return objects.sort((one, other) => (one.key < other.key ? -1 : 1))
}

const formats: Readonly<Record<string, LakeFile['format']>> = {
  ...{ parquet: 'parquet', parq: 'parquet', pq: 'parquet', csv: 'csv', tsv: 'tsv' },
  ...{ json: 'json', ndjson: 'ndjson', jsonl: 'ndjson' },
}
const kinds: Readonly<Record<LakeFile['format'], LakeKind>> = {
  ...{ parquet: 'parquet', csv: 'csv', tsv: 'csv', json: 'json', ndjson: 'json' },
}
const packed = /\.(?:gz|gzip|zst)$/i

const formatOf = (name: string): LakeFile['format'] | null => {
  const extension = /\.(\w+)$/.exec(name.replace(packed, ''))?.[1] ?? ''
  const format = formats[extension.toLowerCase()] ?? null
  // Parquet packs its own pages, so nothing reads a packed file of it
  return format === 'parquet' && packed.test(name) ? null : format
}

/** `day=2026-01-31` as writers of lakes name folders. */
const partitionFolder = /^([A-Za-z_]\w{0,99})=(.*)$/

/** Folders of tables with a log that says which files count: Delta Lake, and Iceberg. Read as they are, deleted rows would show. */
const logOfTable = /^((?:[^/]+\/)*?)(?:(_delta_log)\/|metadata\/[^/]*\.metadata\.json(?:\.gz)?$)/

interface Group {
  log?: LogTable
  /** without the extension */
  base: string
  extension: string
  kind: LakeKind
  names: string[]
  files: LakeFile[]
}

/**
 * The tables of a folder: one for each folder with like files, and for each file that lies in no folder. Names that
 * begin with `_` or `.` are notes of the programs that wrote the files. `root`: the name of the table of files whose
 * folders are partitions only; `uploads`: names of tables that are taken.
 */
export function tablesOf(
  objects: readonly StoredObject[],
  { prefix, tablesPer }: Pick<LakeOptions, 'prefix' | 'tablesPer'>,
  { root, uploads }: { root: string; uploads: readonly string[] },
): (LakeTable | LogTable)[] {
  const groups = new Map<string, Group>()
  const logged = loggedFolders(objects, prefix)
  for (const object of objects) {
    const path = object.key.slice(prefix.length)
    const above = folderAbove(path, logged)
    if (above !== null) {
      const kind = logged.get(above) ?? 'iceberg'
      const base = above.slice(0, -1) || root
      const log = { name: base, kind, base: prefix + above }
      if (!groups.has(`log ${above}`))
        groups.set(`log ${above}`, {
          ...{ base, extension: kind, kind: 'parquet', log },
          names: [],
          files: [],
        })
      continue
    }
    const folders = path.split('/')
    const name = folders.pop() ?? ''
    const format = formatOf(name)
    if (
      format === null ||
      [...folders, name].some((part) => /^[_.]/.test(part) && !partitionFolder.test(part))
    )
      continue
    const found = partitionsIn(folders)
    const isAlone = tablesPer === 'file' || (found.folder.length === 0 && found.names.length === 0)
    const own = isAlone ? [...found.folder, withoutExtension(name)] : found.folder
    const base = own.join('/') || root
    const kind = kinds[format]
    const extension = kind === 'csv' || kind === 'json' ? format : 'parquet'
    const key = JSON.stringify([base, isAlone ? path : null, kind, found.names])
    const group = groups.get(key) ?? { base, extension, kind, names: found.names, files: [] }
    group.files.push({ ...object, path, format, partition: found.values })
    groups.set(key, group)
  }
  return named([...groups.values()], uploads)
}

/** The folders with a log of their own. A folder with logs of both formats is read as Delta Lake. */
function loggedFolders(objects: readonly StoredObject[], prefix: string): Map<string, LogTable['kind']> {
  const found = new Map<string, LogTable['kind']>()
  for (const { key } of objects) {
    const [, folder, delta] = logOfTable.exec(key.slice(prefix.length)) ?? []
    if (folder === undefined) continue
    if (delta !== undefined) found.set(folder, 'delta')
    else if (!found.has(folder)) found.set(folder, 'iceberg')
  }
  return found
}

/** The innermost of these folders that contains the file. */
function folderAbove(path: string, folders: ReadonlyMap<string, unknown>): string | null {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end + 1)
    if (folders.has(folder)) return folder
  }
  return folders.has('') ? '' : null
}

function withoutExtension(name: string): string {
  return name.replace(packed, '').replace(/\.\w+$/, '')
}

function partitionsIn(folders: readonly string[]) {
  const folder: string[] = []
  const names: string[] = []
  const values: (string | null)[] = []
  for (const part of folders) {
    const [, name, value = ''] = partitionFolder.exec(part) ?? []
    if (name === undefined) folder.push(part)
    else {
      names.push(name)
      values.push(value === '__HIVE_DEFAULT_PARTITION__' ? null : unescaped(value))
    }
  }
  return { folder, names, values }
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Case does not count in the names of tables, so one that is taken gets its extension, and then a number. */
function named(groups: readonly Group[], uploads: readonly string[]): (LakeTable | LogTable)[] {
  const taken = new Set(uploads.map((name) => name.toLowerCase()))
  const free = (name: string) => !taken.has(name.toLowerCase())
  return groups.map(({ base, extension, kind, names, files, log }) => {
    let name = free(base) ? base : `${base}.${extension}`
    for (let count = 2; !free(name); count++) name = `${base}.${extension} ${count}`
    taken.add(name.toLowerCase())
    if (log !== undefined) return { ...log, name }
    const partitions = names.map((each, at) => ({
      name: each,
      type: typeOf(files.map(({ partition }) => partition[at] ?? null)),
    }))
    return { name, kind, files, partitions }
  })
}

/** Whole numbers without a zero in front, and days. Everything else keeps its signs as a text. */
function typeOf(values: readonly (string | null)[]): Partition['type'] {
  const given = values.filter((value) => value !== null)
  if (given.length === 0) return 'string'
  if (given.every((value) => /^(?:0|-?[1-9]\d{0,17})$/.test(value))) return 'integer'
  return given.every(isDay) ? 'date' : 'string'
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}
