import { setImmediate as turn } from 'node:timers/promises'
import { findConnector } from '#connectors/registry.ts'
import type { Db } from '#server/kernel/index.ts'
import { isSafeQuery } from '#shared/sql/is-safe.ts'
import { type JudgedQuery, noteSafety, type StoredQuery } from './query-store.ts'

/** Increase it with each change of `isSafeQuery` or of what a connector binds: all queries are then judged again. */
const safetyRule = 6

/** Judging long texts takes time: let other requests run in between. */
const maxTurn = 20

/**
 * Whether view access is enough to run each query, by id, for display only: a run is judged separately. Uses stored
 * verdicts of the current rule; judges and stores the others.
 */
export async function safetyOf(
  db: Db,
  queries: readonly StoredQuery[],
): Promise<ReadonlyMap<number, boolean>> {
  const known = new Map<number, boolean>()
  const judged: JudgedQuery[] = []
  let began = performance.now()
  for (const query of queries) {
    const safety_rule = `${safetyRule} ${query.data_source_type ?? ''}`
    if (query.is_safe !== null && query.safety_rule === safety_rule) {
      known.set(query.id, query.is_safe)
      continue
    }
    const options: Record<string, unknown> = JSON.parse(query.options)
    const is_safe = isSafeQuery(query.query_text, options, bindingOf(query.data_source_type))
    known.set(query.id, is_safe)
    judged.push({ id: query.id, version: query.version, is_safe, safety_rule })
    if (performance.now() - began < maxTurn) continue
    await turn()
    began = performance.now()
  }
  if (judged.length > 0) await noteSafety(db, judged)
  return known
}

/** null for a query without a data source: it cannot run. */
export function bindingOf(type: string | null) {
  return (type === null ? undefined : findConnector(type))?.binds ?? null
}
