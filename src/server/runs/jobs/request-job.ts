import type { Db, JobKind } from '#server/kernel/index.ts'
import type { ReadingOptions } from '#shared/data-sources/files-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { Job } from '#shared/results/job.ts'
import { insertJob, insertJobWithin, type NewJob } from './insert-job-store.ts'
import type { StoredJob } from './job-store.ts'
import { presentJob } from './present-job.ts'

/** Max waiting runs of one asker; all callers with the same key or token count as one. */
const maxQueued = 200

/** Creates a job or joins its twin. Throws execution.too_many_waiting. */
export async function askForJob({ db }: { db: Db }, job: NewJob): Promise<StoredJob> {
  const asked = await insertJobWithin(db, job, maxQueued)
  if (asked === null) throw refuse('execution.too_many_waiting', { count: maxQueued })
  return asked
}

type Asker = Pick<Actor, 'org_id' | 'user_id' | 'name'>

/** Requests a new schema of the data source, or joins a refresh in progress. */
export async function requestSchemaRefresh(
  { db }: { db: Db },
  actor: Asker,
  dataSourceId: number,
): Promise<Job> {
  return presentJob(await askForJob({ db }, fromActor(actor, 'schema', dataSourceId)))
}

/** The same without an asker: Sextant refreshes all schemas from time to time, so no limit applies. */
export async function startSchemaRefresh(
  { db }: { db: Db },
  orgId: number,
  dataSourceId: number,
): Promise<void> {
  await insertJob(db, fromActor({ org_id: orgId, user_id: null, name: 'Sextant' }, 'schema', dataSourceId))
}

/** Requests a test of the stored options of the data source by a worker. */
export async function requestConnectionTest(
  { db }: { db: Db },
  actor: Asker,
  dataSourceId: number,
): Promise<Job> {
  return presentJob(await askForJob({ db }, fromActor(actor, 'connection_test', dataSourceId)))
}

/** Requests that a worker reads an uploaded file (src/server/worker/run-file-job.ts). */
export async function requestFileReading(
  { db }: { db: Db },
  actor: Asker,
  dataSourceId: number,
  request: { file_id: number; options: ReadingOptions },
): Promise<Job> {
  const job = { ...fromActor(actor, 'file', dataSourceId), submitted: JSON.stringify(request) }
  return presentJob(await askForJob({ db }, job))
}

/** Requests that a worker reads a part of a schema (src/server/worker/run-level-job.ts). */
export async function requestSchemaLevel(
  { db }: { db: Db },
  actor: Asker,
  dataSourceId: number,
  level: object,
): Promise<Job> {
  const job = { ...fromActor(actor, 'level', dataSourceId), submitted: JSON.stringify(level) }
  return presentJob(await askForJob({ db }, job))
}

function fromActor(actor: Asker, kind: Exclude<JobKind, 'query'>, dataSourceId: number): NewJob {
  return {
    org_id: actor.org_id,
    kind,
    data_source_id: dataSourceId,
    user_id: actor.user_id,
    actor_name: actor.name,
  }
}
