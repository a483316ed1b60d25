import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { countBefore, countBeforeAnywhere } from './job-line-store.ts'
import type { StoredJob } from './job-store.ts'
import { deadAfterSeconds, keptSlot, mayTakePlace, mayTakeSlot } from './kept-slot.ts'

/** Why a waiting job has not started, in the language of the request, and its place (1 = next). */
export interface WaitingJob {
  reason: string
  place: number
}

interface Line {
  name: string
  slots: number
  running: number
  before_here: number
  before_anywhere: number
  workers: number
  may_start: boolean
  may_start_here: boolean
}

/**
 * Describes the line in front of a waiting job, in one statement. `maxRuns` applies to data sources without a limit of
 * their own.
 */
export async function describeWaiting(db: Db, job: StoredJob, maxRuns: number): Promise<WaitingJob> {
  const here = { line: sql`me.line`, slots: sql`here.slots`, runs: sql`here.running` }
  const { rows } = await sql<Line>`
    with ${keptSlot()}
    select data_sources.name, here.slots, here.running,
      ${countBefore(sql`me`)} as before_here,
      ${countBeforeAnywhere(sql`me`)} as before_anywhere,
      (select count(*) from workers where heartbeat_at > now() - make_interval(secs => ${deadAfterSeconds})) as workers,
      ${mayTakeSlot(sql`me.asker`)} as may_start,
      ${mayTakePlace(sql`me.asker`, here)} as may_start_here
    from jobs me join data_sources on data_sources.id = me.data_source_id
      cross join lateral (
        select coalesce(data_sources.max_runs, ${maxRuns}::int) as slots, (select count(*) from jobs j
          where j.kind = 'query' and j.status = 'started' and j.data_source_id = data_sources.id) as running
      ) here
    where me.id = ${job.id}`.execute(db)
  const line = rows[0]
  if (line === undefined) return { reason: t('The data source is being deleted.'), place: 1 }
  const anywhere = Number(line.before_anywhere) + 1
  if (Number(line.workers) === 0) return { reason: t('No worker process is running.'), place: anywhere }
  if (job.kind === 'query' && Number(line.running) >= line.slots) {
    const reason = plural(
      line.slots,
      {
        one: 'The only run of {name} at once is in use.',
        other: 'All {count} runs of {name} at once are in use.',
      },
      { name: line.name },
    )
    return { reason, place: Number(line.before_here) + 1 }
  }
  if (job.kind === 'query' && !line.may_start_here) {
    const reason = t('The last free run of {name} is kept for others while runs of yours are active there.', {
      name: line.name,
    })
    return { reason, place: Number(line.before_here) + 1 }
  }
  if (!line.may_start) {
    const reason = t('The last free place of the workers is kept for others while runs of yours are active.')
    return { reason, place: anywhere }
  }
  return { reason: t('No worker is free.'), place: anywhere }
}
