import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Whether the session or key that identified the caller still counts (`db`: in this transaction). Set with `actor`; null:
     * there is no caller.
     */
    stands: ((db?: Db) => Promise<boolean>) | null
  }
}

/**
 * Throws auth.required when the caller's session or key has ended since the request arrived. Call it after what takes
 * time or waits: a body that came slowly, a held reply, a lock. Call it between reading a secret and showing it, so that
 * an ended session or key does not learn what replaced it.
 */
export async function requireStanding({ stands }: Pick<FastifyRequest, 'stands'>, db?: Db): Promise<void> {
  if (stands !== null && !(await stands(db))) throw refuse('auth.required')
}
