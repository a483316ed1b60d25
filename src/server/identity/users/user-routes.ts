import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicAddress, serve } from '#server/http/index.ts'
import { inDefaultLanguage, instanceOfMails, networkOf, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import * as api from '#shared/users/users-api.ts'
import { sendResetLink } from '../account-links/send-account-link.ts'
import { rememberBrowserOf } from '../session/known-browser.ts'
import { requireProof } from '../session/prove-again.ts'
import { changeUser } from './change-user.ts'
import { deleteInvited, enableUser } from './enable-user.ts'
import { createInvitedUser, inviteAgain } from './invite-user.ts'
import { listPeople } from './list-users.ts'
import { renewKey } from './renew-key.ts'
import {
  requireGoverned,
  requireOwnProfile,
  requireUser,
  type UserWithKey,
  userDetail,
} from './require-user.ts'

export function registerUserRoutes(app: FastifyInstance, context: ServerContext): void {
  registerProfiles(app, context)
  registerInvitations(app, context)
  registerAccess(app, context)
}

function registerProfiles(app: FastifyInstance, context: ServerContext): void {
  const { db, secrets, clock } = context
  serve(app, api.listUsers)(({ actor, query }) => listPeople({ db }, actor, query))

  serve(
    app,
    api.getUser,
  )(async ({ actor, params, request }) => {
    if (actor.user_id !== params.id && !hasPermission(actor, 'list_users')) throw refuse('auth.forbidden')
    return await userDetail(context, request, actor, await requireUser(db, actor, params.id))
  })

  serve(
    app,
    api.saveUser,
  )(async ({ actor, params, body, request, reply }) => {
    const user = await changeUser(context, { actor, request }, params.id, body)
    const isOwnAccess = actor.user_id === user.id && (body.password ?? body.email) !== undefined
    if (isOwnAccess) await rememberBrowserOf(context, request, reply, user.id)
    return await userDetail(context, request, actor, user)
  })

  serve(
    app,
    api.regenerateUserApiKey,
  )(async ({ actor, params, request }) => {
    const user = await requireOwnProfile(db, actor, params.id)
    if (user.disabled_at !== null) throw refuse('not_found')
    await requireProof(context, request)
    await renewKey(db, secrets, user.id, clock())
    return await userDetail(context, request, actor, await requireUser(db, actor, params.id))
  })
}

function registerInvitations(app: FastifyInstance, context: ServerContext): void {
  const { db, config, clock } = context
  const from = (request: FastifyRequest) => ({
    instance: publicAddress(config, request),
    // unknown once the caller has hung up, whatever the type says
    caller: networkOf((request.ip as string | undefined) ?? 'unknown'),
  })

  const invitedReply = async (
    request: FastifyRequest,
    actor: Actor,
    user: UserWithKey,
    link: string | null,
  ): Promise<api.InvitedUser> => ({
    ...(await userDetail(context, request, actor, user)),
    ...(link === null ? {} : { invite_link: link }),
  })

  serve(
    app,
    api.createUser,
  )(async ({ actor, query, body, request }) => {
    const byMail = query.no_invite === undefined
    const { user, link } = await createInvitedUser(context, actor, { ...body, byMail, ...from(request) })
    return await invitedReply(request, actor, user, link)
  })

  serve(
    app,
    api.inviteUser,
  )(async ({ actor, params, request }) => {
    // the account may have gained rights since; by mail the link goes to its owner
    if (instanceOfMails(config) === null) await requireProof(context, request)
    const { user, link } = await inviteAgain(context, actor, params.id, from(request))
    return await invitedReply(request, actor, user, link)
  })

  serve(
    app,
    api.resetUserPassword,
  )(async ({ actor, params, request }) => {
    const user = await requireGoverned(db, actor, params.id)
    if (user.disabled_at !== null) throw refuse('not_found')
    await requireProof(context, request)
    const instance = publicAddress(config, request)
    const link = await db
      .transaction()
      .execute((tx) =>
        inDefaultLanguage(config, () => sendResetLink(tx, { user, instance, config, now: clock() })),
      )
    return link === null ? {} : { reset_link: link }
  })
}

function registerAccess(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    api.enableUser,
  )(async ({ actor, params, request }) =>
    userDetail(context, request, actor, await enableUser(context, actor, params.id)),
  )

  serve(
    app,
    api.deleteUser,
  )(async ({ actor, params, request }) =>
    userDetail(context, request, actor, await deleteInvited(context, actor, params.id)),
  )
}
