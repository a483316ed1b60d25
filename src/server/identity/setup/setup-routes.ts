import type { FastifyInstance } from 'fastify'
import { replied, sendPage, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import { setUp as setUpEndpoint } from '#shared/session/session-api.ts'
import type { SetUpFaults } from '#shared/session/set-up-form.ts'
import { renderSetupPage } from '../pages/setup-page.ts'
import { requireOwnOrigin } from '../session/csrf.ts'
import { rememberBrowserOf } from '../session/known-browser.ts'
import { isForm, signedInUser } from '../session/session-reply.ts'
import { signIn } from '../session/sign-in.ts'
import { isSetUp, setUp } from './set-up.ts'

const noText = { name: '', email: '', password: '', org_name: '' }

export function registerSetupRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get('/setup', async (_request, reply) => {
    if (await isSetUp(context)) return reply.redirect('/', 302)
    return sendPage(reply, 200, renderSetupPage({ form: noText, errors: {} }))
  })

  serve(app, setUpEndpoint, { csrf: 'origin' })(async ({ body, request, reply }) => {
    requireOwnOrigin(context, request)
    const form = { ...noText, ...body }
    const asForm = isForm(request)
    try {
      const userId = await setUp(context, form)
      if (userId !== null) {
        await signIn(context, request, reply, userId, false, context.clock())
        await rememberBrowserOf(context, request, reply, userId)
      }
      if (asForm) {
        reply.redirect('/', 302)
        return replied
      }
      if (userId === null) throw refuse('setup.done')
      return { user: await signedInUser(context, userId), next: '/' }
    } catch (error) {
      if (!asForm || !(error instanceof Refusal) || error.code !== 'setup.invalid') throw error
      const errors = error.details['errors'] as SetUpFaults
      sendPage(reply, 200, renderSetupPage({ form, errors }))
      return replied
    }
  })
}
