import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listWebFiles, sendPage, sendWebFile } from '#server/http/index.ts'
import { currentLocale } from '#shared/messages/translate.ts'
import { searchHelp } from './help/assets/help-search.js'
import { helpStart } from './help/help-contents.ts'
import { type HelpLibrary, readHelpLibrary } from './help/help-library.ts'
import { renderHelpMissing, renderHelpSearch } from './help/help-page.ts'
import { once, sendPacked } from './packed-text.ts'

const assets = fileURLToPath(new URL('./help/assets', import.meta.url))
const maxSearchLength = 200

/**
 * `/help/…`: the help. Public, because it contains nothing about this instance. Rendered at the first request. Only our
 * own pages may frame it (the help drawer).
 */
export function registerHelp(app: FastifyInstance): void {
  const options = { config: { identity: 'none', isHelp: true } } as const
  // one for each language of the frame around the pages
  const libraries = new Map<string, () => Promise<HelpLibrary>>()
  const library = () => {
    const locale = currentLocale()
    const known = libraries.get(locale) ?? once(readHelpLibrary)
    libraries.set(locale, known)
    return known()
  }

  for (const [address, file] of listWebFiles(assets, '/static/help/')) {
    app.get(address, options, (request, reply) => sendWebFile(request, reply, file))
  }
  app.get('/help', options, (_request, reply) => reply.redirect('/help/', 301))
  app.get('/help/index.json', options, async (request, reply) =>
    sendPacked(request, reply, (await library()).packedIndex),
  )
  app.get('/help/search', options, async (request, reply) => {
    const { q } = request.query as { q?: unknown }
    const asked = typeof q === 'string' ? q.slice(0, maxSearchLength) : ''
    const { index, titles } = await library()
    return sendPage(reply, 200, renderHelpSearch(asked, searchHelp(index, asked), titles))
  })
  app.get('/help/*', options, async (request, reply) => {
    const { '*': name } = request.params as { '*': string }
    return sendHelp(request, reply, await library(), name === '' ? helpStart : name)
  })
}

function sendHelp(
  request: FastifyRequest,
  reply: FastifyReply,
  { pages, titles }: HelpLibrary,
  name: string,
): FastifyReply {
  const page = pages.get(name)
  return page ? sendPacked(request, reply, page) : sendPage(reply, 404, renderHelpMissing(titles))
}
