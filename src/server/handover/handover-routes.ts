import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import { requireGoverned, userDetail } from '#server/identity/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { listOpened } from '#shared/users/opened-api.ts'
import * as api from '#shared/users/users-api.ts'
import { disableUser, readOpened } from './disable-user.ts'

/** What a user leaves behind: shared dashboards, query keys, schedules and alerts. */
export function registerHandoverRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    api.disableUser,
  )(async ({ actor, params, body, request }) => {
    const user = await disableUser(context, actor, params.id, { choices: body, request })
    return await userDetail(context, request, actor, user)
  })

  serve(
    app,
    listOpened,
  )(async ({ actor, params }) => {
    await requireGoverned(context.db, actor, params.id)
    return await readOpened(context.db, params.id)
  })
}
