import type pg from 'pg'
import { forgetPublicLinks, noteKeyCheck, replaceSealed } from './secret-key-store.ts'

/**
 * When the key is lost: what it had sealed is replaced by `nothing`, and the new key is noted. API keys still open what they
 * open, though nobody is shown them; links of shared dashboards end, as their owners could neither see nor find them. In a
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
