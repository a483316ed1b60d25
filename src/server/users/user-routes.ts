import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#shared/errors/refusal.ts'
import { hasPermission } from '#shared/permissions/can.ts'
import * as api from '#shared/users/users-api.ts'
import { sendResetLink } from '../account-links/send-account-link.ts'
import { publicAddress } from '../http/public-address.ts'
import { serve } from '../http/serve.ts'
import { networkOf } from '../rate-limits/limit-rate.ts'
import type { ServerContext } from '../server-context.ts'
import { rememberBrowserOf } from '../session/known-browser.ts'
import { ownSessions } from '../session/sign-in.ts'
import { changeUser } from './change-user.ts'
import { demandGoverned, demandOwnProfile, demandUser, userDetail } from './demand-user.ts'
import { deleteInvited, disableUser, enableUser } from './disable-user.ts'
import { createInvitedUser, inviteAgain } from './invite-user.ts'
import { listPeople } from './list-users.ts'
import { randomKey } from './random-key.ts'
import { setApiKey } from './user-store.ts'

export function registerUserRoutes(app: FastifyInstance, context: ServerContext): void {
  registerProfiles(app, context)
  registerInvitations(app, context)
  registerAccess(app, context)
}

function registerProfiles(app: FastifyInstance, context: ServerContext): void {
  const { db, clock } = context
  serve(app, api.listUsers)(({ actor, query }) => listPeople({ db }, actor, query))

  serve(
    app,
    api.getUser,
  )(async ({ actor, params }) => {
    if (actor.user_id !== params.id && !hasPermission(actor, 'list_users')) throw refuse('auth.forbidden')
    return userDetail(actor, await demandUser(db, actor, params.id))
  })

  serve(
    app,
    api.saveUser,
  )(async ({ actor, params, body, request, reply }) => {
    const user = await changeUser(context, actor, params.id, body, ownSessions(request))
    const isOwnAccess = actor.user_id === user.id && (body.password ?? body.email) !== undefined
    if (isOwnAccess) await rememberBrowserOf(context, request, reply, user.id)
    return userDetail(actor, user)
  })

  serve(
    app,
    api.regenerateUserApiKey,
  )(async ({ actor, params }) => {
    const user = await demandOwnProfile(db, actor, params.id)
    if (user.disabled_at !== null) throw refuse('not_found')
    await setApiKey(db, user.id, randomKey(), clock())
    return userDetail(actor, await demandUser(db, actor, params.id))
  })
}

function registerInvitations(app: FastifyInstance, context: ServerContext): void {
  const { db, config, clock } = context
  const from = (request: FastifyRequest) => ({
    instance: publicAddress(config, request),
    // unknown once the caller has hung up, whatever the type says
    caller: networkOf((request.ip as string | undefined) ?? 'unknown'),
  })

  serve(
    app,
    api.createUser,
  )(({ actor, query, body, request }) =>
    createInvitedUser(context, actor, {
      ...body,
      byMail: query.no_invite === undefined,
      ...from(request),
    }),
  )

  serve(
    app,
    api.inviteUser,
  )(({ actor, params, request }) => inviteAgain(context, actor, params.id, from(request)))

  serve(
    app,
    api.resetUserPassword,
  )(async ({ actor, params, request }) => {
    const user = await demandGoverned(db, actor, params.id)
    if (user.disabled_at !== null) throw refuse('not_found')
    const instance = publicAddress(config, request)
    const link = await db
      .transaction()
      .execute((tx) => sendResetLink(tx, { user, instance, config, now: clock() }))
    return link === null ? {} : { reset_link: link }
  })
}

function registerAccess(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    api.disableUser,
  )(async ({ actor, params }) => userDetail(actor, await disableUser(context, actor, params.id)))

  serve(
    app,
    api.enableUser,
  )(async ({ actor, params }) => userDetail(actor, await enableUser(context, actor, params.id)))

  serve(
    app,
    api.deleteUser,
  )(async ({ actor, params }) => userDetail(actor, await deleteInvited(context, actor, params.id)))
}
