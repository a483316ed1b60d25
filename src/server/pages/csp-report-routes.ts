import type { FastifyInstance } from 'fastify'
import { replied, serve } from '#server/http/index.ts'
import { limitRate, networkOf, type ServerContext } from '#server/kernel/index.ts'
import { reportViolation } from '#shared/http/csp-report-api.ts'

/** Per network. Browser extensions can cause many reports; the log needs only some. */
const reportsPerHour = 20

/**
 * Logs what pages tried to load against their policy: an attack, or a defect of ours. Anyone can send such a report, so
 * it is limited, and proves nothing.
 */
export function registerCspReports(app: FastifyInstance, context: ServerContext): void {
  serve(app, reportViolation, { identity: 'none' })(async ({ body, request, reply }) => {
    // a page that another site may not frame is reported from there
    reply.header('cross-origin-resource-policy', 'cross-origin')
    await limitRate(context, { name: 'csp report', caller: networkOf(request.ip), perHour: reportsPerHour })
    const report = body['csp-report']
    const directive = report['effective-directive'] ?? report['violated-directive'] ?? ''
    request.log.warn(
      {
        directive: directive.slice(0, 100),
        page: areaOf(report['document-uri']),
        blocked: sourceOf(report['blocked-uri']),
        source: sourceOf(report['source-file']),
      },
      'A page broke its Content Security Policy.',
    )
    reply.code(204).send()
    return replied
  })
}

/** The first part of the path only: what follows can be the token of a shared dashboard, and the query string a key. */
function areaOf(address = ''): string {
  const url = URL.parse(address)
  return url === null ? '' : `/${url.pathname.split('/')[1] ?? ''}`.slice(0, 100)
}

/** The origin, or a keyword of the standard such as `inline` or `eval`. */
function sourceOf(address = ''): string {
  const url = URL.parse(address)
  if (url === null) return /^[a-z-]{1,30}$/.test(address) ? address : ''
  return url.origin === 'null' ? url.protocol.slice(0, 30) : url.origin.slice(0, 300)
}
