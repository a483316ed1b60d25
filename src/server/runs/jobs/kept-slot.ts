import { sql } from 'kysely'
import { innerAsker } from './asker.ts'

/** A worker with an older heartbeat is dead, and its jobs are taken back. */
export const deadAfterSeconds = 10

type Sql = ReturnType<typeof sql>

/**
 * Common table expression: is only the last of several places of all workers free? It goes to an asker who runs nothing
 * at present, so that one asker's long runs never hold up all users. A process for a single run has no places of its
 * own: its run holds a place of the worker that started it.
 */
export function keptSlot() {
  return sql`kept_slot as materialized (
    select slots >= 2 and slots - (select count(*) from jobs
      where status = 'started' and not ${sharesPlace()}) <= 1 as is_last
    from (select coalesce(sum(concurrency), 0) as slots from workers
      where heartbeat_at > now() - make_interval(secs => ${deadAfterSeconds})) live
  )`
}

/** SQL, beside `kept_slot`: may a run of this asker take a place now? The schedule counts as an asker. */
export function mayTakeSlot(asker: Sql) {
  return sql`(not (select is_last from kept_slot)
    or not exists (select from jobs own where own.status = 'started' and own.asker = ${asker}))`
}

/**
 * SQL: may a run of this asker take a free place of a data source, of which `slots` exist and `runs` are taken? The last
 * one of several goes to an asker who runs nothing there, so that one asker's long runs never hold a data source.
 */
export function mayTakePlace(asker: Sql, { line, slots, runs }: { line: Sql; slots: Sql; runs: Sql }) {
  return sql`(${slots} < 2 or ${slots} - ${runs} > 1
    or not exists (select from jobs own where own.status = 'started' and own.line = ${line} and own.asker = ${asker}))`
}

/** SQL: does the run in a row of `jobs` use the place of the run that needs it (src/server/runs/inner)? */
function sharesPlace() {
  return sql`(asker like ${`${innerAsker('')}%`} and exists (select from jobs needing where needing.status = 'started'
    and jobs.asker = ${innerAsker('')} || needing.id and needing.worker_id = jobs.worker_id))`
}
