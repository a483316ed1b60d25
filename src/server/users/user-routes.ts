import type { FastifyInstance } from 'fastify'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import type { UserDetail } from '#shared/users/users-api.ts'
import { getUser, listUsers, regenerateUserApiKey } from '#shared/users/users-api.ts'
import { serve } from '../http/serve.ts'
import type { ServerContext } from '../server-context.ts'
import { listPeople } from './list-users.ts'
import { randomKey } from './random-key.ts'
import { type StoredUser, userReply } from './user-reply.ts'
import { findUser, setApiKey } from './user-store.ts'

export function registerUserRoutes(app: FastifyInstance, { db, clock }: ServerContext): void {
  serve(app, listUsers)(({ actor, query }) => listPeople({ db }, actor, query))

  serve(
    app,
    getUser,
  )(async ({ actor, params }) => {
    if (actor.user_id !== params.id && !hasPermission(actor, 'list_users')) throw refuse('auth.forbidden')
    return detail(actor, await demandUser(actor, params.id))
  })

  serve(
    app,
    regenerateUserApiKey,
  )(async ({ actor, params }) => {
    if (!isSelfOrAdmin(actor, params.id)) throw refuse('auth.forbidden')
    const user = await demandUser(actor, params.id)
    if (user.disabled_at !== null) throw refuse('not_found')
    await setApiKey(db, user.id, randomKey(), clock())
    return detail(actor, await demandUser(actor, params.id))
  })

  async function demandUser(actor: Actor, id: number) {
    const user = await findUser(db, actor.org_id, id)
    if (user === null) throw refuse('not_found')
    return user
  }
}

function isSelfOrAdmin(actor: Actor, userId: number): boolean {
  return actor.user_id === userId || hasPermission(actor, 'admin')
}

function detail(actor: Actor, user: StoredUser & { api_key: string }): UserDetail {
  return { ...userReply(user), ...(isSelfOrAdmin(actor, user.id) ? { api_key: user.api_key } : {}) }
}
