import type { ServerContext } from '#server/kernel/index.ts'
import { hasUsers } from './setup-store.ts'

/** Instances known to be set up: this never changes back, so it needs no further query. */
const known = new WeakSet<object>()

/** Does a user exist? Before that, every page redirects to `/setup`. */
export async function isSetUp({ db }: Pick<ServerContext, 'db'>): Promise<boolean> {
  if (known.has(db)) return true
  const done = await hasUsers(db)
  if (done) known.add(db)
  return done
}
