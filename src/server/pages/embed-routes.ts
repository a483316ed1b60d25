import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml, sendPage, sendWebFile, type WebFile, webNotBuilt } from '#server/http/index.ts'
import { currentOrganization } from '#server/identity/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { presentQuery, requireVisible } from '#server/queries/index.ts'
import { Refusal, refuse, translatedMessage } from '#shared/errors/refusal.ts'
import { htmlStart } from '#shared/format/html-start.ts'
import { t } from '#shared/messages/translate.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'

/**
 * `/embed/query/5/visualization/7?api_key=…` (docs/reference/screens.md#embeds): a visualization for the frame of any
 * site, opened by an API key. `start`: the built page; undefined when the web has not been built.
 */
export function registerEmbed(
  app: FastifyInstance,
  context: ServerContext,
  start: WebFile | undefined,
): void {
  app.get(
    '/embed/query/:query_id/visualization/:visualization_id',
    { config: { identity: 'key', scope: 'read', isFrameable: true } },
    async (request, reply) => {
      try {
        await requireEmbeddable(context, request)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return sendPage(reply, error.status, renderEmbedError(translatedMessage(error)))
      }
      if (start === undefined) return sendPage(reply, 503, renderEmbedError(webNotBuilt()))
      return sendWebFile(request, reply, start)
    },
  )
}

async function requireEmbeddable(context: ServerContext, { actor, params }: FastifyRequest): Promise<void> {
  if (actor === null) throw refuse('embed.unknown_key')
  const { settings } = await currentOrganization(context)
  if (organizationSettings(settings).disable_public_urls) throw refuse('embed.switched_off')
  const { query_id, visualization_id } = params as { query_id: string; visualization_id: string }
  const query = await requireVisible(context.db, actor, readId(query_id) ?? 0)
  const { is_safe, visualizations } = await presentQuery(context, actor, query)
  const id = readId(visualization_id)
  if (!visualizations.some((visualization) => visualization.id === id)) throw refuse('embed.no_visualization')
  if (!is_safe) throw refuse('embed.unsafe')
}

function readId(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Shown in place of an embedded visualization that cannot be shown: one red alert, small enough for any frame. */
function renderEmbedError(message: string): string {
  return `${htmlStart()}
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(t('Error'))} · Sextant</title>
<script src="/static/embed-theme.js"></script>
<link rel="stylesheet" href="/static/pages.css">
<link rel="icon" type="image/svg+xml" href="/static/favicon.svg">
</head>
<body>
<main class="embedded">
<div class="summary" role="alert">${escapeHtml(t('Error: {message}', { message }))}</div>
</main>
</body>
</html>
`
}
