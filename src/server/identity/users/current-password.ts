import { type Db, limitRate, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { isPassword } from './password.ts'
import { findPasswordHash } from './user-change-store.ts'

export async function hasPassword(db: Db, userId: number): Promise<boolean> {
  return (await findPasswordHash(db, userId)) !== null
}

/**
 * Throws user.wrong_password, naming the field, unless this is the user's password. Wrong guesses count against
 * the limits of the login.
 */
export async function requireCurrentPassword(
  context: Pick<ServerContext, 'db' | 'config' | 'clock'>,
  userId: number,
  password: string,
  field: string,
): Promise<void> {
  const takeBackAttempt = await limitRate(context, {
    name: 'password',
    caller: `user ${userId}`,
    perHour: context.config.loginsPerHour,
  })
  if (!(await isPassword(await findPasswordHash(context.db, userId), password)))
    throw refuse('user.wrong_password', { field })
  await takeBackAttempt()
}
