import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import * as api from '#shared/session/session-api.ts'
import { replied, serve } from '../http/serve.ts'
import type { ServerContext } from '../server-context.ts'
import { isSetUp } from '../setup/is-set-up.ts'
import { sendLoginPage } from '../sign-in/send-login-page.ts'
import { demandOwnOrigin, isOwnVisit, setCsrfCookie } from './csrf.ts'
import { logIn, ownSessions } from './log-in.ts'
import { clearSessionCookies } from './session-cookies.ts'
import {
  describeInstance,
  isForm,
  nextOf,
  redirectTo,
  sessionMessages,
  sessionUser,
  signedInUser,
} from './session-reply.ts'
import { deleteSessions, findActingUser } from './session-store.ts'

export function registerSessionRoutes(app: FastifyInstance, context: ServerContext): void {
  registerSessionFacts(app, context)
  registerLogin(app, context)

  app.get('/logout', async (request, reply) => {
    if (!isOwnVisit(request)) return reply.header('cache-control', 'no-store').redirect('/', 302)
    await deleteSessions(context.db, ownSessions(request))
    clearSessionCookies(context.config, request, reply)
    // the browser forgets what it has kept of signed-in pages
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
    if (request.actor?.kind === 'user') {
      redirectTo(reply, next)
      return reply
    }
    return await sendLoginPage(context, reply, { status: 200, next, error: null })
  })

  serve(app, api.logIn, { csrf: 'origin' })(async ({ body, request, reply }) => {
    demandOwnOrigin(context, request)
    const next = nextOf(request)
    const remember = body.remember !== undefined && body.remember !== false
    if (isForm(request)) {
      await answerForm(context, request, reply, next, { ...body, remember })
      return replied
    }
    const userId = await logIn(context, request, reply, { ...body, remember })
    return { user: await signedInUser(context, userId), next: next === '' ? '/' : next }
  })
}

/** 302 to `next`, or the page again with its error (200, as clients of the reference expect). */
async function answerForm(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  next: string,
  form: { email: string; password: string; remember: boolean },
): Promise<void> {
  try {
    if (!(await isSetUp(context))) return void reply.redirect('/setup', 302)
    if (request.actor?.kind !== 'user') await logIn(context, request, reply, form)
    redirectTo(reply, next)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error
    const { email, remember } = form
    await sendLoginPage(context, reply, { status: 200, next, email, remember, error: error.message })
  }
}
