import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replied, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { Refusal, refuse, translatedMessage } from '#shared/errors/refusal.ts'
import { describeBrowser } from '#shared/events/describe-browser.ts'
import type { Actor } from '#shared/permissions/can.ts'
import * as proofApi from '#shared/session/proof-api.ts'
import * as api from '#shared/session/session-api.ts'
import * as sessionsApi from '#shared/session/user-sessions-api.ts'
import { answerSignedIn } from '../second-factor/enter-code.ts'
import { isSetUp } from '../setup/set-up.ts'
import { sendLoginPage } from '../sign-in/send-login-page.ts'
import { requireOwnProfile } from '../users/require-user.ts'
import { isOwnVisit, requireOwnOrigin, setCsrfCookie } from './csrf.ts'
import { type LogIn, logIn } from './log-in.ts'
import { describeProof, giveProof, refuseKey, requireProof } from './prove-again.ts'
import { endOtherSessions, handOver } from './replace-tokens.ts'
import { clearSessionCookies, tokenHashesOf } from './session-cookies.ts'
import {
  describeInstance,
  isForm,
  isLoginAgain,
  nextOf,
  redirectTo,
  sessionMessages,
  sessionUser,
} from './session-reply.ts'
import { findActingUser } from './session-store.ts'
import { ownSessions } from './sign-in.ts'
import { listLogins } from './user-session-store.ts'
import { endLogin, endLogins, holdAccount } from './user-sessions.ts'

export function registerSessionRoutes(app: FastifyInstance, context: ServerContext): void {
  registerSessionFacts(app, context)
  registerLogin(app, context)

  app.get('/logout', async (request, reply) => {
    if (!isOwnVisit(request)) return reply.header('cache-control', 'no-store').redirect('/', 302)
    await context.db.transaction().execute((tx) => endLogins(tx, tokenHashesOf(request)))
    clearSessionCookies(context.config, request, reply)
    // the browser deletes cached pages of the session
    return reply.header('cache-control', 'no-store').redirect('/login', 302)
  })

  app.get('/ping', async (request, reply) => {
    setCsrfCookie(context, request, reply, request.cookieSession)
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('PONG.')
  })
}

function registerSessionFacts(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    api.getSession,
  )(async ({ actor, request }) => {
    const user = actor.user_id === null ? null : await findActingUser(context.db, actor.user_id)
    if (user === null) throw refuse('auth.required')
    return {
      ...(request.lacksSecondFactor ? { needs_second_factor: true } : {}),
      user: sessionUser(user),
      messages: sessionMessages(context, user, actor),
      ...(await describeInstance(context, request, actor)),
    }
  })

  serve(app, api.getConfig)(({ actor, request }) => describeInstance(context, request, actor))
}

function registerLogin(app: FastifyInstance, context: ServerContext): void {
  app.get('/login', async (request, reply) => {
    const next = nextOf(request)
    if (!(await isSetUp(context))) return reply.redirect('/setup', 302)
    // to prove their identity again, users without a password log in on top of the session
    const isAgain = isLoginAgain(request)
    if (request.actor?.kind === 'user' && !isAgain) {
      redirectTo(reply, next)
      return reply
    }
    return await sendLoginPage(context, reply, { status: 200, next, isAgain, error: null })
  })

  serve(app, api.logIn, { csrf: 'origin' })(async ({ body, request, reply }) => {
    requireOwnOrigin(context, request)
    const next = nextOf(request)
    const remember = body.remember !== undefined && body.remember !== false
    if (isForm(request)) {
      await answerForm(context, request, reply, { ...body, remember, next })
      return replied
    }
    const outcome = await logIn(context, request, reply, { ...body, remember, next })
    return await answerSignedIn(context, request, reply, outcome, body.code)
  })
}

/** 302 to `next`, or the page again with its error (200, as clients of Redash expect). */
async function answerForm(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  form: LogIn,
): Promise<void> {
  const { email, remember, next } = form
  try {
    if (!(await isSetUp(context))) return void reply.redirect('/setup', 302)
    // signed-in users may log in again; an empty name means the form was sent twice
    const isKnown = request.actor?.kind === 'user' && form.email === ''
    redirectTo(reply, isKnown ? next : (await logIn(context, request, reply, form)).next)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error
    await sendLoginPage(context, reply, {
      status: 200,
      next,
      isAgain: isLoginAgain(request),
      email,
      remember,
      error: translatedMessage(error),
    })
  }
}

/** The sessions of a user: for that user and for admins. */
export function registerUserSessionRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, clock } = context

  serve(
    app,
    sessionsApi.listUserSessions,
  )(async ({ actor, params, request }) => {
    await requireOwnProfile(db, actor, params.id)
    refuseKey(request)
    const logins = await listLogins(db, params.id, clock(), await ownSessions(db, request))
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
    sessionsApi.endUserSessions,
  )(async ({ actor, params, request, reply }) => {
    await requireOwnProfile(db, actor, params.id)
    await requireProof(context, request)
    const tokens = await db.transaction().execute(async (tx) => {
      await holdAccount(tx, request, actor.user_id, params.id)
      return await endOtherSessions(tx, request, params.id)
    })
    handOver(context, request, reply, tokens)
    return null
  })

  serve(
    app,
    sessionsApi.endUserSession,
  )(async ({ actor, params, request }) => {
    await requireOwnProfile(db, actor, params.id)
    await requireProof(context, request)
    await db.transaction().execute(async (tx) => {
      await holdAccount(tx, request, actor.user_id, params.id)
      if (!(await endLogin(tx, params.id, params.session_id))) throw refuse('not_found')
    })
    return null
  })
}

/** "Confirm that it is you": pages ask this before a change that gives control of an account. */
export function registerProofRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(app, proofApi.getProof)(({ actor, request }) => describeProof(context, request, idOf(actor)))

  serve(
    app,
    proofApi.giveProof,
  )(async ({ actor, body, request, reply }) => {
    await giveProof(context, request, reply, idOf(actor), body)
    return await describeProof(context, request, idOf(actor))
  })
}

function idOf({ user_id }: Actor): number {
  if (user_id === null) throw refuse('auth.required')
  return user_id
}
