import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { hasCurrentSchema } from './status-store.ts'

/** The endpoint is public, so answers are cached for this time. */
const cacheMilliseconds = 1000
/** A database that does not answer within this time counts as unavailable. */
const timeoutMilliseconds = 3000

/** Checks whether requests can be served. Throws server.unavailable, server.schema and errors of the database. */
export function watchReadiness({ db }: Pick<ServerContext, 'db'>): () => Promise<void> {
  let last: { at: number; look: Promise<void> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at > cacheMilliseconds) {
      const look = lookAt(db)
      last = { at: now, look }
    }
    return last.look
  }
}

async function lookAt(db: ServerContext['db']): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refuse('server.unavailable')), timeoutMilliseconds)
  })
  const asked = hasCurrentSchema(db)
  // avoids an unhandled rejection when the timeout wins the race
  asked.catch(() => {})
  try {
    if (!(await Promise.race([asked, late]))) throw refuse('server.schema')
  } finally {
    clearTimeout(timer)
  }
}
