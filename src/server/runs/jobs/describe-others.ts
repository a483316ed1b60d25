import type { Db } from '#server/kernel/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { SharedRun } from '#shared/results/job.ts'
import { askerOf } from './asker.ts'
import { countOthers } from './askers-store.ts'
import type { StoredJob } from './job-store.ts'
import { mayEndForAll } from './require-job.ts'
import { hasEnded } from './wait-for-job.ts'

/**
 * Names the other askers of the run to a user; null if there are none, or the run has ended. Callers with a key do not
 * see them.
 */
export async function describeOthers(
  context: { db: Db },
  actor: Actor,
  job: StoredJob,
): Promise<SharedRun | null> {
  if (actor.kind !== 'user' || hasEnded(job)) return null
  const { count, is_scheduled } = await countOthers(context.db, job.id, askerOf(actor))
  if (count === 0 && !is_scheduled) return null
  return { others: count, is_scheduled, may_end_for_all: await mayEndForAll(context, actor, job) }
}
