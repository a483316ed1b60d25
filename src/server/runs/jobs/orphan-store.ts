import { sql } from 'kysely'
import type { BackendReference } from '#connectors/connector.ts'
import type { Db } from '#server/kernel/index.ts'
import type { Attempt, StoredJob } from './job-store.ts'
import { underLock } from './worker-store.ts'

/** A query that a lost run left running in its database. */
export interface Orphan extends Pick<StoredJob, 'id' | 'data_source_id'> {
  orphan: BackendReference
  /** of the run, which may begin again */
  status: StoredJob['status']
}

/** Records the database session of a run that is about to be taken back. */
export async function noteOrphan(db: Db, attempt: Attempt): Promise<void> {
  await sql`update jobs set orphan = backend where id = ${attempt.job_id} and status = 'started'
    and worker_id = ${attempt.worker_id} and attempts = ${attempt.attempts} and backend is not null`.execute(
    db,
  )
}

const atOnce = 100

export async function listOrphans(db: Db): Promise<Orphan[]> {
  const { rows } = await sql<Orphan>`
    select id, data_source_id, orphan, status from jobs where orphan is not null limit ${atOnce}`.execute(db)
  return rows
}

/** Clears it, unless another one has been recorded since. */
export async function clearOrphan(db: Db, { id, orphan }: Pick<Orphan, 'id' | 'orphan'>): Promise<void> {
  await sql`update jobs set orphan = null where id = ${id} and orphan = ${JSON.stringify(orphan)}::jsonb`.execute(
    db,
  )
}

/** Runs `work` unless another worker is doing so. */
export async function underOrphanLock(db: Db, work: (tx: Db) => Promise<void>): Promise<boolean> {
  return await underLock(db, 7_366_181, work)
}
