import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pageReply, publicAddress, requirePage, serve } from '#server/http/index.ts'
import {
  type Db,
  inDefaultLanguage,
  instanceOfMails,
  networkOf,
  type ServerContext,
} from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { Page } from '#shared/http/paging.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import type { listUsers as listUsersEndpoint, UserInList } from '#shared/users/users-api.ts'
import * as api from '#shared/users/users-api.ts'
import { sendResetLink } from '../account-links/send-account-link.ts'
import { rememberBrowserOf } from '../session/known-browser.ts'
import { findFreshness, requireProof } from '../session/prove-again.ts'
import { handOver } from '../session/replace-tokens.ts'
import { holdAccount } from '../session/user-sessions.ts'
import { renewKey } from './api-key.ts'
import { changeUser, deleteInvited, enableUser } from './change-user.ts'
import { createInvitedUser, inviteAgain } from './invite-user.ts'
import {
  holdGoverned,
  requireGoverned,
  requireOwnProfile,
  requireUser,
  type UserWithKey,
  userDetail,
} from './require-user.ts'
import { userReply } from './user-reply.ts'
import { listUsers, type UserOrder, userOrders } from './user-store.ts'

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
    const { user, tokens, linksEnded } = await changeUser(context, { actor, request }, params.id, body)
    if (tokens !== null) handOver(context, request, reply, tokens)
    // an unchanged address proves nothing: each key that sends it would get more guesses at the password
    if (tokens !== null && actor.user_id === user.id)
      await rememberBrowserOf(context, request, reply, user.id)
    const detail = await userDetail(context, request, actor, user)
    return { ...detail, ...(linksEnded ? { links_ended: true } : {}) }
  })

  serve(
    app,
    api.regenerateUserApiKey,
  )(async ({ actor, params, request }) => {
    const user = await requireOwnProfile(db, actor, params.id)
    if (user.disabled_at !== null) throw refuse('not_found')
    await requireProof(context, request)
    await db.transaction().execute(async (tx) => {
      await holdAccount(tx, request, actor.user_id, user.id)
      await renewKey(tx, secrets, user.id, clock())
    })
    return await userDetail(context, request, actor, await requireUser(db, actor, params.id))
  })
}

function registerInvitations(app: FastifyInstance, context: ServerContext): void {
  const { db, config, clock } = context
  const from = async (request: FastifyRequest) => ({
    // where no mail can be sent, people who have just proved who they are vouch for the address
    isBelieved: instanceOfMails(config) === null && (await findFreshness(context, request)) !== null,
    instance: publicAddress(config, request),
    // unknown once the caller has hung up, whatever the type says
    caller: networkOf(request.ip),
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
    const { user, link } = await createInvitedUser(context, actor, {
      ...body,
      byMail,
      ...(await from(request)),
    })
    return await invitedReply(request, actor, user, link)
  })

  serve(
    app,
    api.inviteUser,
  )(async ({ actor, params, request }) => {
    // the account may have gained rights since; by mail the link goes to its owner
    if (instanceOfMails(config) === null) await requireProof(context, request)
    const { user, link } = await inviteAgain(context, { actor, request }, params.id, await from(request))
    return await invitedReply(request, actor, user, link)
  })

  serve(
    app,
    api.resetUserPassword,
  )(async ({ actor, params, request }) => {
    const { disabled_at } = await requireGoverned(db, actor, params.id)
    if (disabled_at !== null) throw refuse('not_found')
    await requireProof(context, request)
    const instance = publicAddress(config, request)
    const link = await db.transaction().execute(async (tx) => {
      // as the user is now: they may have gained rights or another address
      const user = await holdGoverned(tx, actor, params.id, request)
      return await inDefaultLanguage(config, () =>
        sendResetLink(tx, { user, instance, config, now: clock() }),
      )
    })
    return link === null ? {} : { reset_link: link }
  })
}

function registerAccess(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    api.enableUser,
  )(async ({ actor, params, request }) =>
    userDetail(context, request, actor, await enableUser(context, actor, params.id, request)),
  )

  serve(
    app,
    api.deleteUser,
  )(async ({ actor, params, request }) =>
    userDetail(context, request, actor, await deleteInvited(context, { actor, request }, params.id)),
  )
}

type ListReply = Page & { count: number; results: UserInList[] }

/** One page of the users of the organization. Throws request.invalid for invalid arguments and pages. */
async function listPeople(
  { db }: { db: Db },
  actor: Actor,
  query: QueryOf<typeof listUsersEndpoint>,
): Promise<ListReply> {
  const page = requirePage(query)
  const wanted = (query.order ?? '').replace(/^-/, '')
  const order = userOrders.find((known) => known === wanted)
  const { count, users } = await listUsers(db, {
    orgId: actor.org_id,
    search: query.q?.trim() || null,
    disabled: readSwitch('disabled', query.disabled) ?? false,
    pending: readSwitch('pending', query.pending),
    order: order ?? ('created_at' satisfies UserOrder),
    descending: order === undefined || query.order?.startsWith('-') === true,
    limit: page.limit,
    offset: page.offset,
  })
  const results = users.map((user) => ({ ...userReply(user), groups: user.groups }))
  return pageReply(page, count, results)
}

const words: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  on: true,
  1: true,
  no: false,
  false: false,
  off: false,
  0: false,
  none: false,
}

/**
 * The values of docs/reference/api-administration.md#user-list in any case; null when the argument is absent.
 */
function readSwitch(field: string, text: string | undefined): boolean | null {
  if (text === undefined) return null
  const word = text.toLowerCase()
  const value = Object.hasOwn(words, word) ? words[word] : undefined
  if (value !== undefined) return value
  throw refuse('request.invalid', { field, reason: phrase('{field}: must be yes or no.', { field }) })
}
