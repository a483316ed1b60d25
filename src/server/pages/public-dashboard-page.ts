import type { FastifyInstance } from 'fastify'
import { requireShared } from '#server/dashboards/index.ts'
import {
  escapeHtml,
  renderPage,
  sendPage,
  sendWebFile,
  type WebFile,
  webNotBuilt,
} from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { Refusal, translatedMessage } from '#shared/errors/refusal.ts'
import { t } from '#shared/messages/translate.ts'

/**
 * `/public/dashboards/:token` (docs/reference/dashboards.md#public-page): a shared dashboard for anyone with its address,
 * also in frames of other sites. `start`: the built page; undefined when the web has not been built.
 */
export function registerPublicDashboard(
  app: FastifyInstance,
  context: ServerContext,
  start: WebFile | undefined,
): void {
  app.get(
    '/public/dashboards/:token',
    { config: { identity: 'key', isFrameable: true } },
    async (request, reply) => {
      const { token } = request.params as { token: string }
      try {
        await requireShared(context.db, token)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return sendPage(reply, error.status, renderRefused(error))
      }
      if (start === undefined)
        return sendPage(reply, 503, renderNotice(t('Temporarily Unavailable'), webNotBuilt()))
      return sendWebFile(request, reply, start)
    },
  )
}

function renderRefused(refusal: Refusal): string {
  if (refusal.code !== 'not_found')
    return renderNotice(t('Dashboard not available'), translatedMessage(refusal))
  return renderNotice(
    t('There is no dashboard here'),
    t(
      'The address is not complete, or the dashboard is no longer shared under it. Ask the person who gave it to you for the current one.',
    ),
  )
}

/** Anonymous visitors cannot use the application, so the page has no link to it. */
function renderNotice(title: string, message: string): string {
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p role="alert">${escapeHtml(message)}</p>`,
  })
}
