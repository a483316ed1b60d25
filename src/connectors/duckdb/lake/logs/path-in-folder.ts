import type { LakeOptions } from '../lake-options.ts'
import type { StoredObject } from '../object-store.ts'

/** Finds a file that a log names. Null: it is not in the folder of the data source. */
export type FindObject = (path: string) => StoredObject | null

export interface LogPlace {
  /** all files of the folder of the data source, by their names in the bucket */
  objects: ReadonlyMap<string, StoredObject>
  /** the name of the table's folder in the bucket, with a slash at its end */
  base: string
  store: LakeOptions['store']
}

/**
 * A path in a log leads only to a file that the store has listed: below the folder of the table, or in the same bucket by
 * its full address. `location`: the address of the table when it was written; the table may have been copied since.
 */
export function findInFolder({ objects, base, store }: LogPlace, location: string | null): FindObject {
  return (path) => {
    if (location !== null && location !== '' && path.startsWith(`${location}/`))
      return objects.get(base + path.slice(location.length + 1).replace(/^\/+/, '')) ?? null
    if (!/^[a-z][\w+.-]*:/i.test(path)) return objects.get(base + path) ?? null
    const key = keyAt(path, store)
    return key === null ? null : (objects.get(key) ?? null)
  }
}

/** The name in the bucket of the data source; null: the address is not in this bucket. */
function keyAt(address: string, store: LakeOptions['store']): string | null {
  const [, scheme = '', place = '', key = ''] = /^([a-z][\w+.-]*):\/\/([^/]*)\/(.*)$/is.exec(address) ?? []
  switch (store.kind) {
    case 's3':
      return /^s3[an]?$/i.test(scheme) && place === store.bucket ? key : null
    case 'gcs':
      return /^gs$/i.test(scheme) && place === store.bucket ? key : null
    case 'azure': {
      const { account, container } = store
      const hosts = ['dfs', 'blob'].map((kind) => `${container}@${account}.${kind}.core.windows.net`)
      return /^(?:abfs|wasb)s?$/i.test(scheme) && hosts.includes(place) ? key : null
    }
  }
}
