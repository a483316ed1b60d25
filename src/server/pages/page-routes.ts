import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  answerRefusal,
  knowsPath,
  listWebFiles,
  type RouteList,
  renderErrorPage,
  requestPath,
  sendPage,
  sendWebFile,
  type WebFile,
  type WebFiles,
  wantsJson,
  webNotBuilt,
} from '#server/http/index.ts'
import { isSetUp } from '#server/identity/index.ts'
import type { Catalogues } from '#server/kernel/index.ts'
import { cataloguesOf, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { directionOf } from '#shared/messages/direction.ts'
import { isChartLibrary, registerCustomChart } from './custom-chart-routes.ts'
import { registerEmbed } from './embed-routes.ts'
import { documentOf } from './page-documents.ts'
import { registerPublicDashboard } from './public-dashboard-page.ts'

const assetsFolder = fileURLToPath(new URL('./assets', import.meta.url))
const sourceLogos = fileURLToPath(new URL('../../connectors', import.meta.url))
const destinationLogos = fileURLToPath(new URL('../../web/alerting/destinations/logos', import.meta.url))
const brandFolder = fileURLToPath(new URL('../../web/ui/brand', import.meta.url))

/** Public files of our own pages: `/static/pages.css`, `/static/theme.js`, `/static/favicon.svg`. */
export function registerStaticFiles(app: FastifyInstance): void {
  const files = new Map([
    ...listWebFiles(assetsFolder, '/static/'),
    ...listWebFiles(brandFolder, '/static/'),
    ...[...listWebFiles(assetsFolder, '/static/images/')].filter(([address]) => address.endsWith('.svg')),
    ...logosOf(sourceLogos, '/static/images/db-logos/'),
    ...logosOf(destinationLogos, '/static/images/destinations/'),
  ])
  for (const [address, file] of files) {
    app.get(address, { config: { identity: 'none' } }, (request, reply) => sendWebFile(request, reply, file))
  }
  // browsers request it for replies that name no icon, such as text or an image
  app.get('/favicon.ico', { config: { identity: 'none' } }, (_request, reply) =>
    reply.redirect('/static/favicon.svg', 302),
  )
}

/** The addresses that clients of Redash show. The pictures are SVG, as their media type says. */
function logosOf(folder: string, prefix: string): [string, WebFile][] {
  return [...listWebFiles(folder)].flatMap(([address, file]): [string, WebFile][] => {
    const type = /([^/]+)\.svg$/.exec(address)?.[1]
    return type === undefined ? [] : [[`${prefix}${type}.png`, file]]
  })
}

/** Documents are served only at the addresses of their pages. */
const isDocument = (address: string) => address.endsWith('.html')

/** The built web: its files are public (they hold no data); its start page is for signed-in users. */
export function registerWeb(
  app: FastifyInstance,
  context: ServerContext,
  webFolder: string,
  routes: RouteList,
): void {
  const catalogues = cataloguesOf(context.config)
  registerCatalogues(app, catalogues)
  const files = new Map(
    [...listWebFiles(webFolder)].map(([address, file]) => [
      address,
      isDocument(address) ? inLanguages(file, catalogues) : file,
    ]),
  )
  for (const [address, file] of files) {
    if (isDocument(address) || isChartLibrary(address)) continue
    app.get(address, { config: { identity: 'none' } }, (request, reply) => sendWebFile(request, reply, file))
  }
  registerEmbed(app, context, files.get('/embed.html'))
  registerPublicDashboard(app, context, files.get('/public-dashboard.html'))
  registerCustomChart(app, context, files)
  app.setNotFoundHandler((request, reply) => answerUnknown(context, files, routes, request, reply))
}

/**
 * Addresses without a route: 404 or 405 for `/api/`, files and programs; every other GET is a page of the
 * application, for which anonymous visitors log in first.
 */
async function answerUnknown(
  context: ServerContext,
  files: WebFiles,
  routes: RouteList,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = requestPath(request)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead) {
    const isPage = !`${path}/`.startsWith('/api/')
    return answerRefusal(
      refuse(isPage || knowsPath(routes, path) ? 'request.method_not_allowed' : 'not_found'),
      request,
      reply,
    )
  }
  if (isReserved(path)) {
    return answerRefusal(
      refuse(knowsPath(routes, path) ? 'request.method_not_allowed' : 'not_found'),
      request,
      reply,
    )
  }
  if (!(await isSetUp(context))) return reply.redirect('/setup', 302)
  if (request.actor === null) {
    if (wantsJson(request)) return answerRefusal(refuse('auth.required'), request, reply)
    return reply
      .header('cache-control', 'no-store')
      .redirect(`/login?next=${encodeURIComponent(request.url)}`, 302)
  }
  const start = files.get(documentOf(path)) ?? files.get('/index.html')
  if (start === undefined)
    return sendPage(reply, 503, renderErrorPage({ status: 503, message: webNotBuilt() }))
  return sendWebFile(request, reply, start)
}

/** Addresses that are never pages: a missing file is a 404, not the application. */
function isReserved(path: string): boolean {
  return /^\/(api|assets|static)(\/|$)/.test(path)
}

/** Serves each language as a script that sets the texts of a page, to everyone: it holds no data. */
function registerCatalogues(app: FastifyInstance, catalogues: Catalogues): void {
  for (const [locale, catalogue] of catalogues) {
    const script = `globalThis.sextantMessages=${JSON.stringify(catalogue)}`
    const etag = etagOf(script)
    const options = { config: { identity: 'none', isFrameable: true } } as const
    app.get(`/messages/${locale}.js`, options, (request, reply) => {
      reply.header('cache-control', 'no-cache').header('etag', etag)
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.header('content-type', 'text/javascript; charset=utf-8').send(script)
    })
  }
}

/** Adds the available languages to a page of the web; Accept-Language selects one. */
function inLanguages(page: WebFile, catalogues: Catalogues): WebFile {
  if (catalogues.size === 0) return page
  const html = readFileSync(page.path, 'utf8')
  const languages = new Map(
    [...catalogues.keys()].map((locale) => {
      // before all other scripts, which read the texts while they load
      const body = html
        .replace('<html lang="en">', `<html lang="${locale}" dir="${directionOf(locale)}">`)
        .replace(/<script\b/, `<script src="/messages/${locale}.js"></script>\n    <script`)
      return [locale, { body, etag: etagOf(body) }] as const
    }),
  )
  return { ...page, languages }
}

function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}
