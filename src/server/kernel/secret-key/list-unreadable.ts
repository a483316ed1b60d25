import type pg from 'pg'
import type { Secrets } from '../net/secrets.ts'
import { listUnreadable as list, type SealedRow } from './secret-key-store.ts'

/** Sealed rows that this key cannot open. For use in a transaction. */
export async function listUnreadable(client: pg.ClientBase, secrets: Secrets): Promise<SealedRow[]> {
  return await list(client, secrets)
}
