import type { Db } from '#server/kernel/index.ts'
import { requestQueryExecution } from '#server/runs/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import { permissions } from '#shared/permissions/permission.ts'
import { listUnreadLists } from './bring/bring-store.ts'

interface Needs {
  db: Db
  /** a line for the operator */
  say(line: string): void
}

/** More would fill the line of jobs; the others are run when a person opens them. */
const maxLists = 500

/**
 * Starts each query that fills a dropdown list and has no result here: without one, the list is empty, and no query that
 * has it runs. The runs belong to the owners of the queries.
 */
export async function startLists({ db, say }: Needs, orgId: number): Promise<void> {
  const lists = await listUnreadLists(db, orgId, maxLists)
  if (lists.length > 0) say(`${lists.length} queries of dropdown lists are started`)
  for (const { id, user_id } of lists) {
    const actor = { kind: 'user', org_id: orgId, user_id, name: 'sextant import', group_ids: [] } as const
    try {
      const needs = { db, clock: () => new Date() }
      await requestQueryExecution(needs, { ...actor, permissions, query_id: null }, id, {})
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      say(`query ${id} of a dropdown list cannot run: ${error.message}`)
    }
  }
}
