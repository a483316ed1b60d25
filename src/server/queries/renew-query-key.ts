import type { Db } from '../kernel/db/database.ts'
import type { Secrets } from '../kernel/net/secrets.ts'
import { apiKeyColumns } from '../kernel/net/stored-key.ts'
import { randomKey } from '../identity/users/random-key.ts'
import { setQueryApiKey } from './query-store.ts'

/** Gives the query another key, whoever asks. The old key opens nothing any more. */
export async function renewQueryKey(tx: Db, secrets: Secrets, id: number): Promise<void> {
  await setQueryApiKey(tx, id, apiKeyColumns(secrets, randomKey()))
}
