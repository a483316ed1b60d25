import { randomKey } from '#server/identity/index.ts'
import { apiKeyColumns, type Db, type Secrets } from '#server/kernel/index.ts'
import { setQueryApiKey } from './query-store.ts'

/** Gives the query a new key and revokes the old one, without checking the caller. */
export async function renewQueryKey(tx: Db, secrets: Secrets, id: number): Promise<void> {
  await setQueryApiKey(tx, id, apiKeyColumns(secrets, randomKey()))
}
