import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { WebFile } from '#server/http/index.ts'
import type { Catalogues } from '#server/kernel/index.ts'
import { directionOf } from '#shared/messages/direction.ts'

/** Serves each language as a script that sets the texts of a page, to everyone: it holds no data. */
export function registerCatalogues(app: FastifyInstance, catalogues: Catalogues): void {
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
export function inLanguages(page: WebFile, catalogues: Catalogues): WebFile {
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
