import type { FastifyRequest } from 'fastify'
import { limitRate, type ServerContext } from '#server/kernel/index.ts'
import { findLoginOfSession } from './user-session-store.ts'

interface Guesses {
  /** what is guessed */
  name: string
  userId: number
  /** wrong ones in one login */
  perHour: number
}

/** how many logins of a user may use up all their guesses */
const loginsPerAccount = 4

/**
 * Counts a guess at the password or a code of a user who is logged in, and answers how to take it back. Each login has
 * its own limit: a thief with one of them must not keep the owner, who can always log in again, from confirming who they
 * are. Throws request.rate_limited.
 */
export async function limitProofGuesses(
  context: Pick<ServerContext, 'db' | 'clock'>,
  { cookieSession }: FastifyRequest,
  { name, userId, perHour }: Guesses,
): Promise<() => Promise<void>> {
  // the requests of a token belong to no login, and count together
  const login = cookieSession === null ? null : await findLoginOfSession(context.db, cookieSession)
  const caller = `user ${userId}`
  const takeBack = await limitRate(context, {
    name: `${name} in one login`,
    caller: `${caller} ${login ?? 'token'}`,
    perHour,
  })
  const takeBackOfAccount = await limitRate(context, { name, caller, perHour: perHour * loginsPerAccount })
  return async () => {
    await takeBack()
    await takeBackOfAccount()
  }
}
