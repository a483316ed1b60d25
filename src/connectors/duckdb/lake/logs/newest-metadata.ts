import { QueryFailed } from '../../../connector-errors.ts'
import type { StoredObject } from '../object-store.ts'

/** `v3.metadata.json` of tables without a catalog, `00003-….metadata.json` of those with one; compressed ones end in `.gz`. */
const metadataName = /^(?:v(\d{1,15})|(\d{1,15})-[\w-]+)(?:\.gz)?\.metadata\.json(?:\.gz)?$/

/**
 * The newest metadata of an Iceberg table. Only its catalog knows for certain, so if two files could be the newest, this
 * refuses instead of guessing. `folder`: where they are, with a slash at its end.
 */
export function newestMetadata(objects: readonly StoredObject[], folder: string): StoredObject {
  let newest: StoredObject | null = null
  let highest = -1
  let isTwice = false
  const kinds = new Set<string>()
  for (const object of objects) {
    if (!object.key.startsWith(folder)) continue
    const [, plain, numbered] = metadataName.exec(object.key.slice(folder.length)) ?? []
    const version = Number(plain ?? numbered)
    if (Number.isNaN(version)) continue
    kinds.add(plain === undefined ? 'catalog' : 'plain')
    if (version < highest) continue
    isTwice = version === highest
    highest = version
    newest = object
  }
  if (newest === null) throw new QueryFailed('The folder has no metadata with a number.')
  if (isTwice || kinds.size > 1)
    throw new QueryFailed(
      'Which metadata is the newest is not certain: two programs have written some. Delete what the catalog of the table does not name.',
    )
  return newest
}
