import type { Db } from '../db/database.ts'
import type { Secrets } from '../net/secrets.ts'
import { apiKeyColumns } from '../net/stored-key.ts'
import { randomKey } from '../users/random-key.ts'
import { setQueryApiKey } from './query-store.ts'

/** Gives the query another key, whoever asks. The old key opens nothing any more. */
export async function renewQueryKey(tx: Db, secrets: Secrets, id: number): Promise<void> {
  await setQueryApiKey(tx, id, apiKeyColumns(secrets, randomKey()))
}
