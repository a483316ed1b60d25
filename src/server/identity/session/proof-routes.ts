import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import * as api from '#shared/session/proof-api.ts'
import { describeProof, giveProof } from './prove-again.ts'

/** "Confirm that it is you": pages ask this before a change that gives control of an account. */
export function registerProofRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(app, api.getProof)(({ actor, request }) => describeProof(context, request, idOf(actor)))

  serve(
    app,
    api.giveProof,
  )(async ({ actor, body, request }) => {
    await giveProof(context, request, idOf(actor), body)
    return await describeProof(context, request, idOf(actor))
  })
}

function idOf({ user_id }: Actor): number {
  if (user_id === null) throw refuse('auth.required')
  return user_id
}
