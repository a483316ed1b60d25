import type { ServerContext } from '#server/kernel/index.ts'
import { hasUsers } from './setup-store.ts'

/** Instances that are known to be set up: that never changes back, so it is asked for only until then. */
const known = new WeakSet<object>()

/** Is there a user yet? Before that, every page leads to `/setup`. */
export async function isSetUp({ db }: Pick<ServerContext, 'db'>): Promise<boolean> {
  if (known.has(db)) return true
  const done = await hasUsers(db)
  if (done) known.add(db)
  return done
}
