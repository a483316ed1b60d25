import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { directionOf, type WebFile } from '#server/http/index.ts'

/** Language -> the script that sets the page's texts (docs/translations.md). */
export type Catalogues = ReadonlyMap<string, { script: string; etag: string }>

const fileName = /^([a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})\.json$/

/**
 * Reads every `<language>.json` of a folder once, at the start. Each has the format of src/shared/messages/en.json.
 * Throws an error that describes an invalid file, so that no page has only some of its texts.
 */
export function readCatalogues(folder: string): Catalogues {
  const catalogues = new Map<string, { script: string; etag: string }>()
  if (!existsSync(folder)) return catalogues
  for (const name of readdirSync(folder)) {
    const locale = fileName.exec(name)?.[1]
    if (locale === undefined || Intl.PluralRules.supportedLocalesOf(locale).length === 0) continue
    const messages: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    if (!isCatalogue(messages)) {
      throw new Error(`${join(folder, name)} is not a message catalog: see docs/translations.md`)
    }
    const script = `globalThis.sextantMessages=${JSON.stringify({ locale, messages })}`
    catalogues.set(locale, { script, etag: etagOf(script) })
  }
  return catalogues
}

function isCatalogue(value: unknown): value is Record<string, string | Record<string, string>> {
  const isRecord = (given: unknown): given is Record<string, unknown> =>
    typeof given === 'object' && given !== null && !Array.isArray(given)
  const isText = (given: unknown) => typeof given === 'string'
  return (
    isRecord(value) &&
    Object.values(value).every(
      (text) => isText(text) || (isRecord(text) && Object.values(text).every(isText)),
    )
  )
}

/** Serves the scripts to everyone: they hold no data. */
export function registerCatalogues(app: FastifyInstance, catalogues: Catalogues): void {
  for (const [locale, { script, etag }] of catalogues) {
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
