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

/** An import is rare, and a host is remembered long before its name leads here. */
const rememberMilliseconds = 60_000

/**
 * Leads links of the host of an imported product to the same things here. On that host an id is one of the other product;
 * on the own host it is one of here. So both must differ, and a page of the old host is never served there.
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
  // without an id in its path, an answer is the same on both hosts
  if (pieces === null && (isApi || !isRead)) return undefined
  const here = pieces === null ? path : await translated(db, old, pieces)
  if (here === null) throw refuse('not_found')
  // a program sends its body again
  return reply.redirect(`${publicUrl}${here}${query}`, isRead ? 302 : 307)
}

/** Null: the import has not brought what it names. */
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
