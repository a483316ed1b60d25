import { randomInt } from 'node:crypto'
import { apiKeyColumns, type Db, type Secrets } from '#server/kernel/index.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import { setApiKey } from './user-store.ts'

const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** An API key: 40 random letters and digits (docs/reference/api-administration.md#keys), about 238 bits. */
export function randomKey(): string {
  return Array.from({ length: 40 }, () => characters[randomInt(characters.length)]).join('')
}

/** Creates a new API key; the former one stops working. */
export async function renewKey(tx: Db, secrets: Secrets, userId: number, now: Date): Promise<void> {
  await setApiKey(tx, userId, apiKeyColumns(secrets, randomKey()), now)
}

/** Does the organization require a new API key with each new password? */
export async function isKeyRenewed(db: Db): Promise<boolean> {
  const { settings } = await currentOrganization({ db })
  return organizationSettings(settings).renew_api_key_with_password
}
