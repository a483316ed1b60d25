import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { listWebFiles, replied, sendWebFile, serve } from '#server/http/index.ts'
import { getApiDocs, getOpenapi } from '#shared/api-docs/openapi-api.ts'
import { currentLocale } from '#shared/messages/translate.ts'
import type { ApiDocument } from './api-docs/api-document.ts'
import { renderApiDocs } from './api-docs/render-api-docs.ts'
import { once, type PackedText, pack, sendPacked } from './packed-text.ts'

const documentFile = fileURLToPath(new URL('./api-docs/openapi.json', import.meta.url))
const assets = fileURLToPath(new URL('./api-docs/assets', import.meta.url))

/**
 * The description of the API, for programs and as a page. Public, because it contains nothing about this instance. The
 * document is written from the declarations of the endpoints by test/house-rules/openapi.test.ts.
 */
export function registerApiDocs(app: FastifyInstance): void {
  const config = { identity: 'none', isApiDocs: true } as const
  const document = once(async () =>
    pack('application/json; charset=utf-8', JSON.stringify(await readDocument())),
  )
  // one for each language of the frame around the descriptions
  const pages = new Map<string, () => Promise<PackedText>>()
  const page = () => {
    const locale = currentLocale()
    const known =
      pages.get(locale) ??
      once(async () => pack('text/html; charset=utf-8', renderApiDocs(await readDocument())))
    pages.set(locale, known)
    return known()
  }

  for (const [address, file] of listWebFiles(assets, '/static/api-docs/')) {
    app.get(address, { config }, (request, reply) => sendWebFile(request, reply, file))
  }
  serve(
    app,
    getOpenapi,
    config,
  )(async ({ request, reply }) => {
    sendPacked(request, reply, await document())
    return replied
  })
  serve(
    app,
    getApiDocs,
    config,
  )(async ({ request, reply }) => {
    sendPacked(request, reply, await page())
    return replied
  })
}

async function readDocument(): Promise<ApiDocument> {
  return JSON.parse(await readFile(documentFile, 'utf8')) as ApiDocument
}
