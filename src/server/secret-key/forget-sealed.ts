import type pg from 'pg'
import { noteKeyCheck, replaceSealed } from './secret-key-store.ts'

/** When the key is lost: what it had sealed is replaced by `nothing`, and the new key is noted. In a transaction. */
export async function replaceSealedByNothing(
  client: pg.ClientBase,
  nothing: Buffer,
  check: Buffer,
): Promise<void> {
  await replaceSealed(client, () => nothing)
  await client.query('delete from secret_key_checks')
  await noteKeyCheck(client, check)
}
