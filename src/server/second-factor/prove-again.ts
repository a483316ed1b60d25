import type { FastifyRequest } from 'fastify'
import { refuse } from '#shared/errors/refusal.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import { currentOrganization } from '../organizations/organization.ts'
import type { ServerContext } from '../server-context.ts'
import { hasFreshSession } from '../session/fresh-session.ts'
import { demandCurrentPassword, hasPassword } from '../users/current-password.ts'

/** Is it the password that proves once more who he is? Otherwise a log-in that was just now. */
export async function asksPassword(context: Pick<ServerContext, 'db'>, userId: number): Promise<boolean> {
  const { settings } = await currentOrganization(context)
  if (!organizationSettings(settings).auth_password_login_enabled) return false
  return await hasPassword(context.db, userId)
}

/**
 * Before a change that whoever finds an open browser must not make: the password once more, or for people without one a
 * log-in that is a few minutes old. Throws auth.password_again, user.wrong_password and auth.log_in_again.
 */
export async function proveAgain(
  context: ServerContext,
  request: FastifyRequest,
  userId: number,
  password: string | undefined,
): Promise<void> {
  if (!(await asksPassword(context, userId))) {
    if (!(await hasFreshSession(context, request))) throw refuse('auth.log_in_again')
    return
  }
  if (password === undefined || password === '') throw refuse('auth.password_again', { field: 'password' })
  await demandCurrentPassword(context, userId, password, 'password')
}
