import { holdRefreshed, noteFailedRefresh } from '../schedules/note-refresh.ts'
import { type Attempt, endJob, type JobOutcome, type StoredJob } from './job-store.ts'
import type { WorkerContext } from './worker-context.ts'
import { blameJob } from './worker-store.ts'

export type FailedOutcome = Exclude<JobOutcome, { status: 'finished' }>

/**
 * Ends a run without a result. A failed scheduled run counts against its query in the same transaction, so exactly
 * once; a cancelled run is not a failure.
 */
export async function endFailedJob(
  { db, config, clock }: Pick<WorkerContext, 'db' | 'config' | 'clock'>,
  job: StoredJob,
  attempt: Attempt,
  outcome: FailedOutcome,
  { tookWorkers = false }: { tookWorkers?: boolean } = {},
): Promise<void> {
  const counting = outcome.status === 'failed' && job.is_scheduled ? job.query_id : null
  await db.transaction().execute(async (tx) => {
    if (counting !== null) await holdRefreshed(tx, counting)
    if (!(await endJob(tx, attempt, outcome))) return
    if (tookWorkers) await blameJob(tx, job.id)
    if (counting === null || outcome.status !== 'failed') return
    const { message } = outcome.error
    await noteFailedRefresh(tx, config, { query_id: counting, message, at: clock() })
  })
}

/** Messages of the parts of a schema, by their level. */
const levelMessages: Readonly<Record<string, string>> = {
  databases: 'Error retrieving database list.',
  tables: 'Error retrieving schema.',
  columns: 'Error retrieving table columns.',
}

export function failedOutcome(
  job: Pick<StoredJob, 'kind' | 'submitted'>,
  message: string,
  position: { line: number; column: number } | null = null,
): FailedOutcome {
  if (job.kind === 'schema') {
    return { status: 'failed', error: { code: 2, message: 'Error retrieving schema', details: message } }
  }
  if (job.kind === 'level') {
    const { level }: { level: string } = JSON.parse(job.submitted ?? '{}')
    return { status: 'failed', error: { code: 2, message: levelMessages[level] ?? '', details: message } }
  }
  return { status: 'failed', error: position === null ? { message } : { message, position } }
}
