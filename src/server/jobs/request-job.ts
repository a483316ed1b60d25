import type { Actor } from '#shared/permissions/can.ts'
import type { Job } from '#shared/results/job.ts'
import type { Db } from '../db/database.ts'
import { insertJob } from './job-store.ts'
import { presentJob } from './present-job.ts'

/** Asks for a fresh schema of the data source; a refresh that is under way is shared. */
export async function requestSchemaRefresh(
  { db }: { db: Db },
  actor: Pick<Actor, 'org_id' | 'user_id' | 'name'>,
  dataSourceId: number,
): Promise<Job> {
  return presentJob(await insertJob(db, fromActor(actor, 'schema', dataSourceId)))
}

/** Asks a worker to try the stored options of the data source. */
export async function requestConnectionTest(
  { db }: { db: Db },
  actor: Pick<Actor, 'org_id' | 'user_id' | 'name'>,
  dataSourceId: number,
): Promise<Job> {
  return presentJob(await insertJob(db, fromActor(actor, 'connection_test', dataSourceId)))
}

function fromActor(
  actor: Pick<Actor, 'org_id' | 'user_id' | 'name'>,
  kind: 'schema' | 'connection_test',
  dataSourceId: number,
) {
  return {
    org_id: actor.org_id,
    kind,
    data_source_id: dataSourceId,
    user_id: actor.user_id,
    actor_name: actor.name,
  }
}
