import { loadUsers } from '#server/identity/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { describeStorage, findLastLook, findOutdated } from '#server/runs/index.ts'
import { maxOutdated, type OutdatedQuery } from '#shared/status/status-api.ts'
import { describeQueues } from './describe-queues.ts'
import { countInstance, listOutdatedRows } from './status-store.ts'

type Needs = Pick<ServerContext, 'db' | 'clock' | 'config'>

/** Figures of the whole instance for `/status.json` and `sextant status`. */
export async function describeStatus(needs: Needs) {
  const { db, config } = needs
  const [{ results_size, database_size, ...counts }, look, outdated, { queues, workers }, storage] =
    await Promise.all([
      countInstance(db),
      findLastLook(needs),
      findOutdated(needs),
      describeQueues(needs),
      describeStorage(needs),
    ])
  return {
    version: config.version,
    workers,
    ...counts,
    manager: {
      ...(look === null
        ? {}
        : {
            started_at: epochText(look.started_at),
            last_refresh_at: epochText(look.ended_at),
            outdated_queries_count: String(outdated.length),
            query_ids: JSON.stringify(outdated),
          }),
      queues: Object.fromEntries(
        Object.values(queues).map(({ name, started, queued }) => [name, { size: queued + started.length }]),
      ),
    },
    database_metrics: {
      metrics: [
        ['Query Results Size', results_size],
        ['Sextant DB Size', database_size],
      ] as [string, number][],
    },
    storage,
  }
}

/** Queries whose schedule requires a newer result, newest first. */
export async function listOutdated(needs: Needs) {
  const { db, clock, config } = needs
  const [ids, look] = await Promise.all([findOutdated(needs), findLastLook(needs)])
  const rows = await listOutdatedRows(db, ids.slice(0, maxOutdated))
  const users = await loadUsers(db, [...new Set(rows.map((row) => row.user_id))])
  const queries = rows.map(({ user_id, retrieved_at, created_at, ...row }): OutdatedQuery => {
    const user = users.get(user_id)
    if (user === undefined) throw new Error(`Query ${row.id} has no owner.`)
    return {
      ...row,
      retrieved_at: retrieved_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
      user,
    }
  })
  return {
    queries,
    count: ids.length,
    updated_at: epochText(clock()),
    last_refresh_at: look === null ? null : epochText(look.ended_at),
    refreshes_queries: config.refreshesQueries,
  }
}

const epochText = (date: Date): string => String(date.getTime() / 1000)
