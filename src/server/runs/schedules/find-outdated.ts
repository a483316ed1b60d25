import type { Db } from '#server/kernel/index.ts'
import { findLook, listScheduled, listUnderWay, type ScheduleLook } from './schedule-store.ts'
import { isDueAt } from './start-refreshes.ts'

/**
 * Ids of the queries whose schedule wants a newer result now: those that are due, and those whose run has not ended.
 * Newest first.
 */
export async function findOutdated({ db, clock }: { db: Db; clock: () => Date }): Promise<number[]> {
  const [scheduled, underWay] = await Promise.all([listScheduled(db), listUnderWay(db)])
  const now = clock()
  const due = scheduled.filter((query) => isDueAt(query, now)).map((query) => query.id)
  return [...new Set([...due, ...underWay])].sort((one, other) => other - one)
}

/** null: the scheduler has never looked. */
export async function findLastLook({ db }: { db: Db }): Promise<ScheduleLook | null> {
  return await findLook(db)
}
