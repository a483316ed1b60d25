import { setImmediate as turn } from 'node:timers/promises'
import type { Db } from '#server/kernel/index.ts'
import { askerOf, isSafeText } from '#server/runs/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import { type JudgedQuery, noteSafety, type StoredQuery } from './query-store.ts'

/** Increase it with each change of `isSafeQuery` or of what a connector binds: all queries are then judged again. */
const safetyRule = 9

/** Judging long texts takes time: let other requests run in between. */
const maxTurn = 20

/**
 * Whether view access is enough to run each query, by id, for display only: a run is judged separately. Uses stored
 * verdicts of the current rule; judges and stores the others. A query without a verdict whose text was left out counts
 * as unsafe.
 */
export async function safetyOf(
  db: Db,
  queries: readonly StoredQuery[],
): Promise<ReadonlyMap<number, boolean>> {
  const known = new Map<number, boolean>()
  const notes: JudgedQuery[] = []
  let began = performance.now()
  for (const query of queries) {
    const safety_rule = `${safetyRule} ${query.data_source_type ?? ''}`
    if (query.is_safe !== null && query.safety_rule === safety_rule) {
      known.set(query.id, query.is_safe)
      continue
    }
    if (query.is_text_left_out === true) {
      known.set(query.id, false)
      continue
    }
    const options: Record<string, unknown> = JSON.parse(query.options)
    const is_safe = await judge(query, options)
    known.set(query.id, is_safe ?? false)
    if (is_safe === null) continue
    notes.push({ id: query.id, version: query.version, is_safe, safety_rule })
    if (performance.now() - began < maxTurn) continue
    await turn()
    began = performance.now()
  }
  if (notes.length > 0) await noteSafety(db, notes)
  return known
}

/** null: not now, because too many long texts are being worked on. */
async function judge(query: StoredQuery, options: Record<string, unknown>): Promise<boolean | null> {
  try {
    const { query_text, data_source_type, user_id } = query
    // a person who wrote many long texts delays only those
    const owner = askerOf({ user_id, name: '' })
    return await isSafeText(query_text, options, data_source_type, owner)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
