import { QueryFailed } from '../../../connector-errors.ts'
import type { StoredObject } from '../object-store.ts'

/** The files of a log that are read: the parts of its newest checkpoint, and the commits after that. */
export interface DeltaDocuments {
  checkpoint: StoredObject[]
  commits: StoredObject[]
}

interface Checkpoint {
  version: number
  parts: Map<number, StoredObject>
  of: number
}

/** `folder`: where the log is, with a slash at its end. Throws QueryFailed where a part of the log is not there. */
export function deltaDocuments(objects: readonly StoredObject[], folder: string): DeltaDocuments {
  const commits = new Map<number, StoredObject>()
  const checkpoints = new Map<string, Checkpoint>()
  let newestOther = -1
  for (const object of objects) {
    if (!object.key.startsWith(folder)) continue
    const [, digits, kind, part, of] =
      /^(\d{20})\.(json|checkpoint(?:\.(\d{10})\.(\d{10}))?\.parquet|checkpoint\.[\w-]+\.(?:json|parquet))$/.exec(
        object.key.slice(folder.length),
      ) ?? []
    if (digits === undefined || kind === undefined) continue
    const version = Number(digits)
    if (kind === 'json') commits.set(version, object)
    else if (kind === 'checkpoint.parquet' || part !== undefined) {
      const count = Number(of ?? 1)
      const key = `${version} ${count}`
      const found = checkpoints.get(key) ?? { version, parts: new Map(), of: count }
      found.parts.set(Number(part ?? 1), object)
      checkpoints.set(key, found)
    } else newestOther = Math.max(newestOther, version)
  }
  const newest = [...checkpoints.values()]
    .filter(({ parts, of }) => parts.size === of)
    .sort((one, other) => other.version - one.version)
    .at(0)
  const after = newest?.version ?? -1
  const versions = [...commits.keys()].filter((version) => version > after).sort((a, b) => a - b)
  for (const [place, version] of versions.entries()) {
    const expected = after + 1 + place
    if (version === expected) continue
    if (newestOther >= expected)
      throw new QueryFailed('The table uses what is not supported of Delta Lake: v2Checkpoint.')
    throw new QueryFailed(`The log is not complete: its commit ${expected} is not there.`)
  }
  if (newest === undefined && versions.length === 0)
    throw new QueryFailed(
      newestOther === -1
        ? 'The log has no commits.'
        : 'The table uses what is not supported of Delta Lake: v2Checkpoint.',
    )
  if (newestOther > Math.max(after, versions.at(-1) ?? -1))
    throw new QueryFailed('The table uses what is not supported of Delta Lake: v2Checkpoint.')
  return {
    checkpoint: [...(newest?.parts.entries() ?? [])]
      .sort(([one], [other]) => one - other)
      .map(([, part]) => part),
    commits: versions.flatMap((version) => commits.get(version) ?? []),
  }
}
