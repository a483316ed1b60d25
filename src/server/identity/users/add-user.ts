import { apiKeyColumns, type Db, type Secrets } from '#server/kernel/index.ts'
import { randomKey } from './random-key.ts'
import { insertUser, setGroups } from './user-change-store.ts'

export interface AddedUser {
  org_id: number
  name: string
  email: string
  profile_image_url: string | null
}

/**
 * Adds a user whom a provider has authenticated: without a password, in the group `default`. Null as for `insertUser`.
 */
export async function addUser(
  { db, secrets }: { db: Db; secrets: Secrets },
  user: AddedUser,
  now: Date,
): Promise<number | null> {
  const key = apiKeyColumns(secrets, randomKey())
  return await insertUser(db, { ...user, ...key, is_invitation_pending: false }, now)
}

/** Makes these the only groups of the user. */
export async function putIntoGroups(tx: Db, userId: number, groupIds: readonly number[]): Promise<void> {
  await setGroups(tx, userId, groupIds)
}
