import type { ServerContext } from '../server-context.ts'
import { isNewer } from './newer-version.ts'
import { findNewestVersion } from './version-check-store.ts'

/**
 * The newest known release if it is newer than the running version, else null. Compared at each call, so that an update
 * ends the notice. Null while the check is switched off.
 */
export async function findNewerVersion({
  db,
  config,
}: Pick<ServerContext, 'db' | 'config'>): Promise<string | null> {
  if (config.versionCheckUrl === null) return null
  const newest = await findNewestVersion(db)
  return newest !== null && isNewer(newest, config.version) ? newest : null
}
