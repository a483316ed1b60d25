import type pg from 'pg'
import { forgetPublicLinks, noteKeyCheck, replaceSealed } from './secret-key-store.ts'

/**
 * For a lost secret key: replaces every sealed value by `nothing` and records the new key. API keys still work but can no
 * longer be shown. Links of shared dashboards end, because their owners could not see them any more. For use in a
 * transaction.
 */
export async function replaceSealedByNothing(
  client: pg.ClientBase,
  nothing: Buffer,
  check: Buffer,
): Promise<void> {
  await replaceSealed(client, () => nothing)
  await forgetPublicLinks(client)
  await client.query('delete from secret_key_checks')
  await noteKeyCheck(client, check)
}
