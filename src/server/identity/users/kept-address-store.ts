import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

/** An address that a user is about to get. */
export interface WantedAddress {
  org_id: number
  email: string
  /** the user who gets it; null: a user who does not exist yet */
  user_id: number | null
}

/**
 * When the link expires that restores this address for its user; null: there is none. While there is, the address
 * counts as verified for them: they verified it before every address that they have had since.
 */
export async function findRestorable(db: Db, userId: number, email: string, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('link_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'restore_email')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .select('expires_at')
    .executeTakeFirst()
  return row?.expires_at ?? null
}

/**
 * When the user last gave up this address, which they had verified; null: they never did, as far as is known.
 */
export async function findGivenUp(db: Db, userId: number, email: string): Promise<Date | null> {
  const row = await db
    .selectFrom('link_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'restore_email')
    .where('email', '=', email)
    .orderBy('expires_at', 'desc')
    .select('expires_at')
    .executeTakeFirst()
  return row?.expires_at ?? null
}

/**
 * Is the address kept for another user? It is while it is their last verified one, and while a link can restore it:
 * if others could take it, they could prevent the undo of a changed address.
 *
 * Ask after the change, in its transaction, and undo the change if so: the unique index on addresses makes it wait
 * for the transaction in which that user gives the address up, so only afterwards can the answer be relied on.
 */
export async function isAddressKept(
  tx: Db,
  { org_id, email, user_id }: WantedAddress,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from users
    where org_id = ${org_id} and id is distinct from ${user_id}::integer and (
      (is_address_new and proved_email = ${email})
      or id in (
        select link_tokens.user_id from link_tokens
        where purpose = 'restore_email' and link_tokens.email = ${email} and used_at is null and expires_at > ${now}
      )
    )
    limit 1`.execute(tx)
  return rows.length > 0
}
