import { apiKeyColumns, type Db, type Secrets } from '#server/kernel/index.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import { deleteKeysOfUser } from '../api-keys/api-key-store.ts'
import { randomLetters } from '../api-keys/key-format.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import { setApiKey } from './user-store.ts'

/** An API key: 40 random letters and digits (docs/reference/api-administration.md#keys), about 238 bits. */
export function randomKey(): string {
  return randomLetters(40)
}

/** Creates a new API key and ends all others of the user. */
export async function renewKeys(tx: Db, secrets: Secrets, userId: number, now: Date): Promise<void> {
  await renewKey(tx, secrets, userId, now)
  await deleteKeysOfUser(tx, userId)
}

/** Creates a new API key; the former one stops working. Keys with scopes stay. */
export async function renewKey(tx: Db, secrets: Secrets, userId: number, now: Date): Promise<void> {
  await setApiKey(tx, userId, apiKeyColumns(secrets, randomKey()), now)
}

/** Does the organization require a new API key with each new password? */
export async function isKeyRenewed(db: Db): Promise<boolean> {
  const { settings } = await currentOrganization({ db })
  return organizationSettings(settings).renew_api_key_with_password
}
