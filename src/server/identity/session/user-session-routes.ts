import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { describeBrowser } from '#shared/events/describe-browser.ts'
import * as api from '#shared/session/user-sessions-api.ts'
import { requireOwnProfile } from '../users/require-user.ts'
import { endSessions } from './end-sessions.ts'
import { refuseKey, requireProof } from './prove-again.ts'
import { ownSessions } from './sign-in.ts'
import { deleteLogin, listLogins } from './user-session-store.ts'

/** The sessions of a user: for that user and for admins. */
export function registerUserSessionRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, clock } = context

  serve(
    app,
    api.listUserSessions,
  )(async ({ actor, params, request }) => {
    await requireOwnProfile(db, actor, params.id)
    refuseKey(request)
    const logins = await listLogins(db, params.id, clock(), ownSessions(request))
    return logins.map((login) => ({
      id: login.login_id,
      browser: describeBrowser(login.user_agent),
      ip: login.ip ?? '',
      created_at: login.created_at.toISOString(),
      used_at: login.used_at.toISOString(),
      expires_at: login.expires_at.toISOString(),
      is_current: login.is_current,
      is_remembered: login.is_remembered,
    }))
  })

  serve(
    app,
    api.endUserSessions,
  )(async ({ actor, params, request }) => {
    await requireOwnProfile(db, actor, params.id)
    await requireProof(context, request)
    await endSessions(context, params.id, ownSessions(request))
    return null
  })

  serve(
    app,
    api.endUserSession,
  )(async ({ actor, params, request }) => {
    await requireOwnProfile(db, actor, params.id)
    await requireProof(context, request)
    if (!(await deleteLogin(db, params.id, params.session_id))) throw refuse('not_found')
    return null
  })
}
