import { loadUsers } from '#server/identity/index.ts'
import type { Db, ListedVersion, StoredVersion } from '#server/kernel/index.ts'
import type { User } from '#shared/users/user.ts'

interface VersionInList<K extends string> {
  id: number
  version: number
  kind: K
  user: User | null
  created_at: string
  changed: string[]
}

/** Versions of any kind of object, in the given order, with their authors. */
export async function presentVersions<K extends string>(
  db: Db,
  versions: readonly ListedVersion<K>[],
): Promise<VersionInList<K>[]> {
  const ids = versions.map((version) => version.user_id).filter((id) => id !== null)
  const users = await loadUsers(db, [...new Set(ids)])
  return versions.map((version) => ({
    id: version.id,
    version: version.version,
    kind: version.kind,
    user: version.user_id === null ? null : (users.get(version.user_id) ?? null),
    created_at: version.created_at.toISOString(),
    changed: version.changed,
  }))
}

export async function presentVersion<K extends string, S>(
  db: Db,
  { snapshot, ...version }: StoredVersion<K, S>,
): Promise<VersionInList<K> & { snapshot: S }> {
  const [presented] = await presentVersions(db, [version])
  if (presented === undefined) throw new Error(`Version ${version.id} is not presented.`)
  return { ...presented, snapshot }
}
