import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { revokeHandedOverLinks } from '../link-tokens/link-tokens.ts'
import type { UserWithKey } from './require-user.ts'

/**
 * Call in the transaction that makes a user an admin, after their account is locked. The admin means the person with
 * this address, but an API key can invite them and accept the invitation itself: such links end, and accounts whose
 * address nobody has verified become no admins. Answers whether links ended. Throws user.not_verified.
 */
export async function becomeAdmin(
  tx: Db,
  user: Pick<UserWithKey, 'id' | 'is_email_verified' | 'is_invitation_pending'>,
): Promise<boolean> {
  if (!user.is_email_verified && !user.is_invitation_pending) throw refuse('user.not_verified')
  return await revokeHandedOverLinks(tx, user.id)
}
