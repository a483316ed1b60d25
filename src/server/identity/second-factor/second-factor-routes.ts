import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replied, sendPage, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { Refusal, refuse, translatedMessage } from '#shared/errors/refusal.ts'
import { isSelfOrAdmin } from '#shared/permissions/can.ts'
import * as api from '#shared/second-factor/second-factor-api.ts'
import { renderCodePage } from '../pages/code-page.ts'
import { requireOwnOrigin } from '../session/csrf.ts'
import { requireProof } from '../session/prove-again.ts'
import { handOver } from '../session/replace-tokens.ts'
import { isForm, redirectTo } from '../session/session-reply.ts'
import { findMember, holdGoverned, requireGoverned } from '../users/require-user.ts'
import { describeSignedIn, enterCode, pendingSignIn, readPendingHash } from './enter-code.ts'
import {
  beginEnrolment,
  confirmEnrolment,
  describeFactor,
  renewRecoveryCodes,
  resetFactor,
  switchOff,
} from './own-factor.ts'

export function registerSecondFactorRoutes(app: FastifyInstance, context: ServerContext): void {
  registerOwnFactor(app, context)
  registerFactorOfOthers(app, context)
  registerCodePage(app, context)
}

function registerOwnFactor(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    api.beginSecondFactor,
  )(({ actor, request, params, body }) =>
    beginEnrolment(context, { actor, request, id: params.id, password: body.password }),
  )

  serve(
    app,
    api.confirmSecondFactor,
  )(async ({ actor, request, reply, params, body }) => {
    const owner = { actor, request, id: params.id }
    const { codes, tokens } = await confirmEnrolment(context, owner, body.code)
    handOver(context, request, reply, tokens)
    return { recovery_codes: codes }
  })

  serve(
    app,
    api.renewRecoveryCodes,
  )(async ({ actor, request, params, body }) => {
    const owner = { actor, request, id: params.id, password: body.password }
    return { recovery_codes: await renewRecoveryCodes(context, owner) }
  })

  serve(
    app,
    api.switchOffSecondFactor,
  )(async ({ actor, request, params, body }) => {
    await switchOff(context, { actor, request, id: params.id, password: body.password })
    return await describeFactor(context, params.id)
  })
}

function registerFactorOfOthers(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    api.getSecondFactor,
  )(async ({ actor, params }) => {
    if (!isSelfOrAdmin(actor, params.id)) throw refuse('auth.forbidden')
    if ((await findMember(context.db, actor.org_id, params.id)) === null) throw refuse('not_found')
    return await describeFactor(context, params.id)
  })

  serve(
    app,
    api.resetSecondFactor,
  )(async ({ actor, params, request }) => {
    if (actor.user_id === params.id) throw refuse('second_factor.reset_own')
    await requireGoverned(context.db, actor, params.id)
    await requireProof(context, request)
    await context.db.transaction().execute(async (tx) => {
      await holdGoverned(tx, actor, params.id, request)
      if (!(await resetFactor({ db: tx }, params.id))) throw refuse('second_factor.is_off')
    })
    return await describeFactor(context, params.id)
  })
}

function registerCodePage(app: FastifyInstance, context: ServerContext): void {
  app.get(api.enterCode.path, async (request, reply) => {
    if ((await pendingSignIn(context, request)) === null) return reply.redirect('/login', 302)
    return showForm(request, reply, 200, null)
  })

  serve(app, api.enterCode, { csrf: 'origin' })(async ({ body, request, reply }) => {
    requireOwnOrigin(context, request)
    try {
      const { next } = await enterCode(context, request, reply, {
        pending: readPendingHash(request),
        code: body.code,
      })
      if (!isForm(request)) return await describeSignedIn(context, request, next)
      redirectTo(reply, next)
    } catch (error) {
      if (!isForm(request) || !(error instanceof Refusal) || error.code !== 'auth.wrong_code') throw error
      showForm(request, reply, 400, translatedMessage(error))
    }
    return replied
  })
}

/** `?recovery`: the field accepts letters too. */
function showForm(request: FastifyRequest, reply: FastifyReply, status: number, error: string | null) {
  const isRecovery = 'recovery' in (request.query as object)
  return sendPage(reply, status, renderCodePage({ isRecovery, error }))
}
