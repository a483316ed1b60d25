import { apiKeyColumns, type Db, type Secrets } from '#server/kernel/index.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import { currentOrganization } from '../organizations/organization.ts'
import { randomKey } from './random-key.ts'
import { setApiKey } from './user-store.ts'

/** Creates a new API key; the former one stops working. */
export async function renewKey(tx: Db, secrets: Secrets, userId: number, now: Date): Promise<void> {
  await setApiKey(tx, userId, apiKeyColumns(secrets, randomKey()), now)
}

/** Does the organization require a new API key with each new password? */
export async function isKeyRenewed(db: Db): Promise<boolean> {
  const { settings } = await currentOrganization({ db })
  return organizationSettings(settings).renew_api_key_with_password
}
