import { type Selectable, sql } from 'kysely'
import type { Db, GitTables } from '#server/kernel/index.ts'
import type { ContentResult } from '#shared/content/content-api.ts'

export type StoredSync = Selectable<GitTables['git_syncs']>
export type StoredRun = Selectable<GitTables['git_sync_runs']> & { asker: string | null }

/** `user_…`: who saved the settings. */
export async function findSync(
  db: Db,
  orgId: number,
): Promise<(StoredSync & { user_name: string; user_email: string }) | null> {
  const row = await db
    .selectFrom('git_syncs')
    .innerJoin('users', 'users.id', 'git_syncs.user_id')
    .selectAll('git_syncs')
    .select(['users.name as user_name', 'users.email as user_email'])
    .where('git_syncs.org_id', '=', orgId)
    .executeTakeFirst()
  return row ?? null
}

/** The settings of the instance: a webhook names no organization, and there is only one. */
export async function findOnlySync(db: Db): Promise<StoredSync | null> {
  return (await db.selectFrom('git_syncs').selectAll().orderBy('org_id').executeTakeFirst()) ?? null
}

export type SyncValues = Omit<StoredSync, 'org_id' | 'updated_at' | 'commit'>

/** The next sync reads everything again. */
export async function putSync(db: Db, org_id: number, values: SyncValues): Promise<void> {
  const row = { ...values, data_sources: JSON.stringify(values.data_sources), commit: null }
  await db
    .insertInto('git_syncs')
    .values({ org_id, ...row })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ ...row, updated_at: sql<Date>`now()` }))
    .execute()
}

export async function deleteSync(db: Db, orgId: number): Promise<void> {
  await db.deleteFrom('git_syncs').where('org_id', '=', orgId).execute()
  await db.deleteFrom('git_detached').where('org_id', '=', orgId).execute()
}

/** null: the next sync reads everything again. */
export async function noteCommit(db: Db, orgId: number, commit: string | null): Promise<void> {
  await db.updateTable('git_syncs').set({ commit }).where('org_id', '=', orgId).execute()
}

export interface NewRun {
  org_id: number
  is_plan: boolean
  overwrites: boolean
  cause: 'person' | 'schedule' | 'webhook'
  asked_by: number | null
}

/** Null if a run is already waiting or running. */
export async function insertRun(db: Db, run: NewRun): Promise<number | null> {
  return await db.transaction().execute(async (tx) => {
    await tx.selectFrom('git_syncs').select('org_id').where('org_id', '=', run.org_id).forUpdate().execute()
    const open = await tx
      .selectFrom('git_sync_runs')
      .select('id')
      .where('org_id', '=', run.org_id)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    if (open !== undefined) return null
    const { id } = await tx.insertInto('git_sync_runs').values(run).returning('id').executeTakeFirstOrThrow()
    return id
  })
}

export async function listRuns(db: Db, orgId: number, limit: number): Promise<StoredRun[]> {
  return await db
    .selectFrom('git_sync_runs')
    .leftJoin('users', 'users.id', 'git_sync_runs.asked_by')
    .selectAll('git_sync_runs')
    .select('users.name as asker')
    .where('git_sync_runs.org_id', '=', orgId)
    .orderBy('git_sync_runs.id', 'desc')
    .limit(limit)
    .execute()
}

/** Claims the run for this worker; null if another worker has it. */
export async function claimRun(db: Db, id: number): Promise<Selectable<GitTables['git_sync_runs']> | null> {
  const row = await db
    .updateTable('git_sync_runs')
    .set({ state: 'running', started_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export interface RunEnd {
  state: 'done' | 'refused' | 'failed'
  commit: string | null
  author: string | null
  subject: string | null
  results: readonly ContentResult[]
  error: string | null
}

export async function endRun(db: Db, id: number, { results, ...end }: RunEnd): Promise<void> {
  await db
    .updateTable('git_sync_runs')
    .set({ ...end, results: JSON.stringify(results), ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** A run that takes longer was left by a worker that was killed. */
const maxMinutes = 15
/** How many runs are kept. */
const maxRuns = 100

export async function endLostRuns(db: Db, error: string): Promise<void> {
  await db
    .updateTable('git_sync_runs')
    .set({ state: 'failed', error, ended_at: sql<Date>`now()` })
    .where('state', 'in', ['waiting', 'running'])
    .where(sql<boolean>`coalesce(started_at, asked_at) < now() - make_interval(mins => ${maxMinutes})`)
    .execute()
  await db
    .deleteFrom('git_sync_runs')
    .where('state', 'in', ['done', 'refused', 'failed'])
    .where(
      'id',
      'in',
      sql<number>`(select id from (select id, row_number() over (partition by org_id order by id desc) as place
        from git_sync_runs) as placed where place > ${maxRuns})`,
    )
    .execute()
}

/** Organizations whose schedule asks for a sync now. */
export async function findDueSyncs(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('git_syncs')
    .select('org_id')
    .where('minutes', 'is not', null)
    .where(
      sql<boolean>`not exists (select from git_sync_runs as run where run.org_id = git_syncs.org_id and not run.is_plan
        and run.asked_at > greatest(now() - make_interval(mins => minutes, secs => -5), git_syncs.updated_at))`,
    )
    .execute()
  return rows.map(({ org_id }) => org_id)
}
