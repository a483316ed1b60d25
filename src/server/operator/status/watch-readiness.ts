import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { hasCurrentSchema } from './readiness-store.ts'

/** Everybody may ask, so the database is asked only so often. */
const rememberedMilliseconds = 1000
/** A database that does not answer in this time does not serve requests either. */
const patienceMilliseconds = 3000

/** Answers whether requests can be served. Throws server.unavailable, server.schema and what the database throws. */
export function watchReadiness({ db }: Pick<ServerContext, 'db'>): () => Promise<void> {
  let last: { at: number; look: Promise<void> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at > rememberedMilliseconds) {
      const look = lookAt(db)
      last = { at: now, look }
    }
    return last.look
  }
}

async function lookAt(db: ServerContext['db']): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refuse('server.unavailable')), patienceMilliseconds)
  })
  const asked = hasCurrentSchema(db)
  // the one that loses is heard by nobody else
  asked.catch(() => {})
  try {
    if (!(await Promise.race([asked, late]))) throw refuse('server.schema')
  } finally {
    clearTimeout(timer)
  }
}
