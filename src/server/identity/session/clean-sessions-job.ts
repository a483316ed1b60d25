import { forgetHits, type ServerContext } from '#server/kernel/index.ts'
import { forgetLinks } from '../link-tokens/link-tokens.ts'
import { forgetAttempts } from '../sign-in/sign-in-attempts.ts'
import { deleteExpiredSessions } from './session-store.ts'

const day = 24 * 60 * 60 * 1000

/** Job `clean_sessions`: removes expired sessions, expired links and sign-ins, and counters of past windows. */
export async function cleanSessions({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  await deleteExpiredSessions(db, now)
  await forgetLinks({ db }, now)
  await forgetAttempts({ db }, now)
  await forgetHits({ db }, new Date(now.getTime() - day))
}
