import { sql } from 'kysely'
import type { Db, LinkPurpose } from '#server/kernel/index.ts'

/** The user of a link, and the address it was sent to. */
export interface LinkOwner {
  user_id: number
  email: string
}

export interface SpentLink extends LinkOwner {
  expires_at: Date
  /** it was shown to an admin instead of being mailed */
  is_handed_over: boolean
}

export async function insertLinkToken(
  db: Db,
  token: LinkOwner & {
    token_hash: Buffer
    purpose: LinkPurpose
    expires_at: Date
    is_handed_over: boolean
  },
): Promise<void> {
  await db.insertInto('link_tokens').values(token).execute()
}

/**
 * Locks the user of a token until the transaction ends. Every change of a user locks the user first and their tokens
 * afterwards, so using a link must do the same: the other order would deadlock. It also makes a concurrent change of
 * address, or disabling the user, come before or after, never in between.
 */
export async function lockOwnerOfToken(tx: Db, tokenHash: Buffer, purpose: LinkPurpose): Promise<void> {
  await sql`
    select from users
    where id = (select user_id from link_tokens where token_hash = ${tokenHash} and purpose = ${purpose})
    for no key update`.execute(tx)
}

/** Marks a token as used, unless it was before: of concurrent calls, one gets the owner, the others null. */
export async function spendLinkToken(
  db: Db,
  tokenHash: Buffer,
  purpose: LinkPurpose,
  now: Date,
): Promise<SpentLink | null> {
  const row = await db
    .updateTable('link_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email', 'expires_at', 'is_handed_over'])
    .executeTakeFirst()
  return row ?? null
}

export async function findLinkToken(
  db: Db,
  tokenHash: Buffer,
  purpose: LinkPurpose,
): Promise<(LinkOwner & { expires_at: Date; used_at: Date | null }) | null> {
  const row = await db
    .selectFrom('link_tokens')
    .select(['user_id', 'email', 'expires_at', 'used_at'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row ?? null
}

/** Revokes the unused links of a user for this purpose. `since`: only those that expire later. */
export async function deleteUnusedLinkTokens(
  db: Db,
  userId: number,
  purpose: LinkPurpose,
  since: Date | null = null,
): Promise<void> {
  let deletion = db
    .deleteFrom('link_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
  if (since !== null) deletion = deletion.where('expires_at', '>', since)
  await deletion.execute()
}

/** Revokes the unused links of a user that were shown instead of mailed. True when there were any. */
export async function deleteHandedOver(tx: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('link_tokens')
    .where('user_id', '=', userId)
    .where('is_handed_over', '=', true)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** `ofAddresses`: the same for links that restore an address. */
export async function deleteLinkTokensExpiredBefore(db: Db, before: Date, ofAddresses: Date): Promise<void> {
  await db
    .deleteFrom('link_tokens')
    .where('expires_at', '<', before)
    .where((eb) => eb.or([eb('purpose', '!=', 'restore_email'), eb('expires_at', '<', ofAddresses)]))
    .execute()
}
