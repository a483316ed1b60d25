import { issueCsrfToken } from '#server/identity/session/csrf.ts'
import { hashToken, newToken } from '#server/identity/session/session-cookies.ts'
import type { ServerContext } from '#server/kernel/server-context.ts'

export type SessionNeeds = Pick<ServerContext, 'db' | 'secrets'>

/** The values of the cookies `session` and `csrf_token`. */
export interface NewSession {
  token: string
  csrf: string
}

/** Stores a session, as a login does, but without the work of checking a password. */
export async function createSession({ db, secrets }: SessionNeeds, user_id: number): Promise<NewSession> {
  const token = newToken()
  const token_hash = hashToken(token)
  const expires_at = new Date(Date.now() + 3_600_000)
  const proved_at = new Date()
  await db
    .insertInto('sessions')
    .values({ token_hash, user_id, kind: 'session', expires_at, proved_at })
    .execute()
  return { token, csrf: issueCsrfToken(secrets, token_hash, new Date()) }
}
