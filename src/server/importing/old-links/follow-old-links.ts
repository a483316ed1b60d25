import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestPath } from '#server/http/index.ts'
import type { Config, Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { findOurId, findSlug, listHosts, type OldHost } from './old-link-store.ts'
import { type OldPath, readOldPath } from './old-path.ts'

interface Needs {
  db: Db
  config: Pick<Config, 'publicUrl'>
}

/** How long the hosts are cached: an import stores its host long before DNS leads here. */
const rememberMilliseconds = 60_000

/**
 * Redirects links on the host of an imported product to the same objects here. On that host, ids are those of the other
 * product; on our own host, ours. So the hosts must differ, and the old host serves no page itself.
 */
export function followOldLinks(app: FastifyInstance, { db, config }: Needs): void {
  const { publicUrl } = config
  if (publicUrl === null) return
  const ownHost = new URL(publicUrl).hostname
  const hosts = createHosts(db)
  app.addHook('onRequest', async (request, reply) => {
    const { hostname } = request
    if (hostname === ownHost || requestPath(request) === '/ping') return
    const old = (await hosts()).find(({ host }) => host === hostname.toLowerCase())
    if (old !== undefined) return await lead(request, reply, { db, publicUrl, old })
  })
}

function createHosts(db: Db): () => Promise<OldHost[]> {
  let known: Promise<OldHost[]> | null = null
  let until = 0
  return async () => {
    const now = Date.now()
    if (known === null || now > until) {
      until = now + rememberMilliseconds
      known = listHosts(db)
      known.catch(() => {
        known = null
      })
    }
    return await known
  }
}

async function lead(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, publicUrl, old }: { db: Db; publicUrl: string; old: OldHost },
): Promise<FastifyReply | undefined> {
  const path = requestPath(request)
  const query = request.url.slice(path.length)
  const isApi = path.startsWith('/api/')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isSlug = new URLSearchParams(query).has('legacy')
  const pieces = readOldPath(path, { isSlug })
  // a path without an id means the same on both hosts
  if (pieces === null && (isApi || !isRead)) return undefined
  const here = pieces === null ? path : await translated(db, old, pieces)
  if (here === null) throw refuse('not_found')
  // 307: a program sends its body again
  return reply.redirect(`${publicUrl}${here}${query}`, isRead ? 302 : 307)
}

/** Null if the import has not brought the named object. */
async function translated(db: Db, old: OldHost, pieces: OldPath): Promise<string | null> {
  const parts = await Promise.all(
    pieces.map(async (piece) => {
      if (typeof piece === 'string') return piece
      const { kind, name } = piece
      if (kind !== 'slug') return (await findOurId(db, old, kind, name))?.toString() ?? null
      const slug = await findSlug(db, old, name)
      return slug === null ? null : encodeURIComponent(slug)
    }),
  )
  return parts.includes(null) ? null : parts.join('')
}
