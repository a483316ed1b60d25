import { sql } from 'kysely'
import { type Db, maySeeSource } from '#server/kernel/index.ts'
import type { RanText } from '#shared/results/run-history-api.ts'

export interface NewRanText {
  org_id: number
  user_id: number
  data_source_id: number
  query_id: number | null
  job_id: string
  query_text: string
}

/** A longer text is not worth its room: only its beginning is kept. */
const maxLength = 100_000
/** The list shows the beginning of each text. */
const shownLength = 1000
/** The newest of each person are kept. */
const maxPerPerson = 1000

export async function rememberRun(db: Db, run: NewRanText): Promise<void> {
  await db
    .insertInto('run_history')
    .values({ ...run, query_text: run.query_text.slice(0, maxLength) })
    .execute()
}

export interface HistoryRequest {
  org_id: number
  user_id: number
  /** the data sources of a limited key; null: all */
  data_source_ids: readonly number[] | null
  /** null: all */
  q: string | null
  /** this one, with its whole text; null: all */
  id: number | null
  limit: number
  offset: number
}

type Row = Omit<RanText, 'asked_at'> & { asked_at: Date }

/** People see what they have run as long as they may see its data source: texts and errors can hold its data. */
export async function findRunHistory(
  db: Db,
  { org_id, user_id, data_source_ids, q, id, limit, offset }: HistoryRequest,
): Promise<{ rows: Row[]; count: number }> {
  const sources = sql.val(data_source_ids?.slice() ?? null)
  const mine = sql`h.org_id = ${org_id} and h.user_id = ${user_id}
    and ${maySeeSource('h.user_id', 'h.data_source_id')}
    and (${sources}::int[] is null or h.data_source_id = any(${sources}::int[]))
    and (${id}::int is null or h.id = ${id}::int)
    and (${q}::text is null or strpos(lower(h.query_text), lower(${q}::text)) > 0)`
  const text = id === null ? sql`left(h.query_text, ${shownLength})` : sql`h.query_text`
  const { rows } = await sql<Row>`
    select h.id, h.data_source_id, q.id as query_id, q.name as query_name, ${text} as query, h.asked_at,
      coalesce(h.outcome, case j.status when 'queued' then 'waiting' when 'started' then 'running' else j.status end,
        'unknown') as outcome,
      coalesce(h.runtime, extract(epoch from j.finished_at - j.started_at)::float8) as runtime,
      coalesce(h.row_count, case when j.status = 'finished' then j.row_count end) as row_count,
      coalesce(h.error, j.error ->> 'message') as error,
      r.id as query_result_id
    from run_history h
      left join queries q on q.id = h.query_id and q.data_source_id = h.data_source_id
      left join jobs j on j.id = h.job_id
      left join query_results r on r.id = coalesce(h.result_id, j.result_id) and r.org_id = h.org_id
    where ${mine} order by h.id desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*) from run_history h where ${mine}`.execute(db)
  return { rows, count: counted.rows[0]?.count ?? 0 }
}

/** Copies how runs ended, before their jobs are deleted (`expired`: which ones). */
export async function keepOutcomes(db: Db, expired: ReturnType<typeof sql>): Promise<void> {
  await sql`
    update run_history h set outcome = jobs.status, error = jobs.error ->> 'message',
      runtime = extract(epoch from jobs.finished_at - jobs.started_at)::float8,
      row_count = case when jobs.status = 'finished' then jobs.row_count end,
      result_id = case when jobs.status = 'finished' then jobs.result_id end
    from jobs where jobs.id = h.job_id and h.outcome is null and (${expired})`.execute(db)
}

/** Removes runs older than this, and beyond the newest of each person. */
export async function cleanRunHistory(db: Db, days: number): Promise<void> {
  await sql`delete from run_history where asked_at < now() - make_interval(days => ${days})`.execute(db)
  await sql`
    delete from run_history using (
      select id from (
        select id, row_number() over (partition by user_id order by id desc) as place from run_history
      ) placed where place > ${maxPerPerson}
    ) old where run_history.id = old.id`.execute(db)
}
